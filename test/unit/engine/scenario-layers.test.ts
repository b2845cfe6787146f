import { expect, test } from "vitest";
import { createTestMock } from "./test-mock.ts";

test("a scenario with a dataset starts from it whenever it is set, and restores the previous state afterwards; others keep the state", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	await mock.create("One");
	await mock.setScenario("unhealthy");
	await mock.create("Two");
	const original = await mock.state();
	expect(original).toMatchObject({ zaps: [{ name: "Two" }, { name: "One" }] });
	for (let count = 0; count < 2; count++) {
		await mock.setScenario("empty");
		expect(await mock.names()).toEqual([]);
		await mock.create("In the layer");
		expect(await mock.names()).toEqual(["In the layer"]);
	}
	await mock.setScenario("normal");
	expect(await mock.state()).toEqual(original);
	await mock.setScenario("empty");
	expect(await mock.names()).toEqual([]);
});

test("a layer has its own clock, ids and metrics, and the ones below continue afterwards", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	await using other = createTestMock({ dataset: "empty" });
	const first = (await mock.create("Same")).body;
	await other.create("Same");
	await mock.setScenario("empty");
	expect((await mock.create("Same")).body).toEqual(first);
	expect((await mock.get("/metrics")).body).not.toContain("listZaps");
	await mock.setScenario("normal");
	const { body: next } = await other.create("Next");
	expect((await mock.create("Next")).body).toEqual(next);
});

test("reset, snapshots and setState apply to the active layer", async () => {
	await using mock = createTestMock();
	await mock.create("Below");
	const below = await mock.snapshot();
	await mock.setScenario("empty");
	expect(await mock.snapshots()).toEqual([]);
	await mock.create("Kept");
	const inLayer = await mock.snapshot();
	await mock.reset();
	expect(await mock.names()).toEqual([]);
	await mock.restore(inLayer);
	expect(await mock.names()).toEqual(["Kept"]);
	await mock.setState({});
	expect(await mock.names()).toEqual([]);
	await mock.setScenario("normal");
	expect(await mock.snapshots()).toEqual([below]);
	expect((await mock.names())[0]).toBe("Below");
});

test("a preferred scenario with a dataset has its own state for each request", async () => {
	await using mock = createTestMock();
	const prefer = { prefer: "scenario=empty" };
	await mock.setScenario("empty");
	await mock.create("Active");
	const zaps = [{ name: "One" }, { name: "Two" }];
	await Promise.all(zaps.map((zap) => mock.post("/v1/zaps", zap, prefer)));
	expect(await mock.countRequests({ status: 201 })).toBe(3);
	const { body } = await mock.get("/v1/zaps", prefer);
	expect(body).toEqual({ items: [], nextCursor: null });
	expect(await mock.names()).toEqual(["Active"]);
	expect(await mock.scenarios()).toMatchObject({ active: "empty" });
});

test("faults of the session take precedence over those of the scenario, and stay when it changes", async () => {
	await using mock = createTestMock({ scenario: "unhealthy" });
	const fault = {
		operation: "getHealth",
		kind: "status",
		status: 429,
	} as const;
	await mock.setFaults([{ ...fault, times: 2 }]);
	const status = () => mock.status("/v1/health");
	expect(await status()).toBe(429);
	await mock.setScenario("normal");
	expect([await status(), await status()]).toEqual([429, 200]);
	await mock.setScenario("unhealthy");
	expect(await status()).toBe(503);
	expect(await mock.faults()).toEqual([]);
});

test("ends up in the last of several scenarios set at once", async () => {
	await using mock = createTestMock();
	const names = ["empty", "unhealthy", "normal"];
	await Promise.all(names.map((name) => mock.setScenario(name)));
	expect(await mock.scenarios()).toMatchObject({ active: "normal" });
	expect(await mock.names()).toHaveLength(20);
});
