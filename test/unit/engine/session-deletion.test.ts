import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestMock, inSession, type TestMock } from "./test-mock.ts";

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
 * Creates a zap in a session that the action deletes or changes before the response. Nothing of it may stay.
 * @returns the header that says why the session began again
 */
async function createDelayed(
	mock: TestMock,
	session: string,
	act: () => Promise<unknown>,
): Promise<string | null> {
	const { store, sessions } = mock.core.context;
	const headers = { ...inSession(session), prefer: "delay=50" };
	const pending = mock.post("/v1/zaps", { name: "Late" }, headers);
	await setTimeout(5);
	const { stateKey } = sessions.open(session).active;
	await act();
	expect(await mock.names(session)).toEqual([]);
	const response = await pending;
	expect(response.status).toBe(201);
	expect(await mock.names(session)).toEqual([]);
	expect(store.hasRecords(stateKey, ["zaps"])).toBe(false);
	expect(await store.observations(stateKey)).toEqual([]);
	return response.headers.get("mock-session-restarted");
}

test.each(["normal", "empty"])(
	"completes a pending request of a deleted session in the scenario %s, without effect on the next session of that name",
	async (scenario) => {
		await using mock = createTestMock({ dataset: "empty", scenario });
		await mock.create("Gone", "a");
		const remove = () => mock.deleteSession("a");
		expect(await createDelayed(mock, "a", remove)).toBe("deleted");
		const { body } = await mock.get("/metrics", inSession("a"));
		expect(body).not.toContain("createZap");
	},
);

test("completes a pending request in the scenario that it started in", async () => {
	await using mock = createTestMock({ dataset: "empty", scenario: "empty" });
	await createDelayed(mock, "default", () => mock.setScenario("normal"));
	await mock.setScenario("empty");
	expect(await mock.names()).toEqual([]);
});

test.each(["normal", "empty"])(
	"completes a pending request of a session in the scenario %s that is reset, or has to leave, without effect",
	async (scenario) => {
		await using mock = createTestMock({
			...{ dataset: "empty", scenario, sessions: 1 },
		});
		const reset = () => mock.session("a").reset({ all: true });
		expect(await createDelayed(mock, "a", reset)).toBeNull();
		const crowd = () => mock.get("/v1/health", inSession("b"));
		expect(await createDelayed(mock, "a", crowd)).toBe("crowded");
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
