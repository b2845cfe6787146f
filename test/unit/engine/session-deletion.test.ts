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

/** Creates a zap in a session that the action deletes or changes before the response. */
async function createDelayed(
	mock: TestMock,
	session: string,
	act: () => Promise<unknown>,
): Promise<void> {
	const headers = { ...inSession(session), prefer: "delay=50" };
	const pending = mock.post("/v1/zaps", { name: "Late" }, headers);
	await setTimeout(5);
	await act();
	expect(await mock.names(session)).toEqual([]);
	expect((await pending).status).toBe(201);
	expect(await mock.names(session)).toEqual([]);
}

test.each(["normal", "empty"])(
	"completes a pending request of a deleted session in the scenario %s, without effect on the next session of that name",
	async (scenario) => {
		await using mock = createTestMock({ dataset: "empty", scenario });
		await mock.create("Gone", "a");
		await createDelayed(mock, "a", () => mock.deleteSession("a"));
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
