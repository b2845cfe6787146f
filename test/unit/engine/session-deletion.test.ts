import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { createTestMock, inSession } from "./test-mock.ts";

/** Creates a mock whose operation createZap first does something else. */
function createSlowMock(options: MockOptions) {
	let wait = async (): Promise<unknown> => undefined;
	const operations = service.operations.map((each) =>
		each.spec.id === "createZap"
			? {
					...each,
					handle: async (...args: Parameters<typeof each.handle>) => {
						await wait();
						return each.handle(...args);
					},
				}
			: each,
	);
	const mock = createTestMock(options, { operations });
	/** Creates a zap, and calls `act` before it is stored. */
	async function createDuring(session: string, act: () => Promise<unknown>) {
		wait = async () => {
			wait = async () => undefined;
			await act();
		};
		return mock.create("Late", session);
	}
	return Object.assign(mock, { createDuring });
}

test("restarts the default session when it is deleted, and keeps faults that are set meanwhile", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	await mock.create("Gone");
	const deleted = mock.deleteSession("default");
	await mock.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	await deleted;
	expect(await mock.faults()).toHaveLength(1);
	expect(await mock.names()).toEqual([]);
});

/**
 * Creates a zap in a session that the action deletes or changes meanwhile. Nothing of it may stay.
 * @returns the header that says why the session began again
 */
async function createLate(
	mock: ReturnType<typeof createSlowMock>,
	session: string,
	act: () => Promise<unknown>,
): Promise<string | null> {
	const { store, sessions } = mock.core.context;
	let stateKey = "";
	const response = await mock.createDuring(session, async () => {
		({ stateKey } = sessions.open(session).active);
		await act();
		expect(await mock.names(session)).toEqual([]);
	});
	expect(response.status).toBe(201);
	expect(await mock.names(session)).toEqual([]);
	expect(store.hasRecords(stateKey, ["zaps"])).toBe(false);
	expect(await store.observations(stateKey)).toEqual([]);
	return response.headers.get("mock-session-restarted");
}

test.each(["normal", "empty"])(
	"completes a pending request of a deleted session in the scenario %s, without effect on the next session of that name",
	async (scenario) => {
		await using mock = createSlowMock({ dataset: "empty", scenario });
		await mock.create("Gone", "a");
		const remove = () => mock.deleteSession("a");
		expect(await createLate(mock, "a", remove)).toBe("deleted");
		const { body } = await mock.get("/metrics", inSession("a"));
		expect(body).not.toContain("createZap");
	},
);

test("completes a pending request in the scenario that it started in", async () => {
	await using mock = createSlowMock({ dataset: "empty", scenario: "empty" });
	await createLate(mock, "default", () => mock.setScenario("normal"));
	await mock.setScenario("empty");
	expect(await mock.names()).toEqual([]);
});

test.each(["normal", "empty"])(
	"completes a pending request of a session in the scenario %s that is reset, or has to leave, without effect",
	async (scenario) => {
		await using mock = createSlowMock({
			...{ dataset: "empty", scenario, sessions: 1 },
		});
		const reset = () => mock.session("a").reset({ all: true });
		expect(await createLate(mock, "a", reset)).toBeNull();
		const crowd = () => mock.get("/v1/health", inSession("b"));
		expect(await createLate(mock, "a", crowd)).toBe("crowded");
	},
);

test("faults of a pending request of a deleted session leave nothing", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const { store, sessions } = mock.core.context;
	const a = mock.session("a");
	await a.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	const { stateKey } = sessions.open("a").active;
	const body = new ReadableStream({
		async pull(controller) {
			await mock.deleteSession("a");
			controller.enqueue(new TextEncoder().encode('{"name":"Late"}'));
			controller.close();
		},
	});
	const headers = { "content-type": "application/json", ...inSession("a") };
	const init = { method: "POST", body, headers, duplex: "half" } as const;
	expect((await mock.send("/v1/zaps", init)).status).toBe(201);
	expect(store.hasRecords(stateKey, ["zaps"])).toBe(false);
	const unused = await store.drawFractions("unused", 1);
	expect(await store.drawFractions(stateKey, 1)).toEqual(unused);
});
