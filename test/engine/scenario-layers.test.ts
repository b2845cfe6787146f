import { expect, test } from "vitest";
import { createStage } from "./stage.ts";

test("leaving a scenario with a dataset brings back the state beneath, and forgets its own", async () => {
	await using stage = createStage();
	const { control } = stage;
	await stage.create("Beneath");
	const beneath = await control.state();
	await control.setScenario("empty");
	expect(await stage.names()).toEqual([]);
	await stage.create("In the layer");
	expect(await stage.names()).toEqual(["In the layer"]);
	await control.setScenario("normal");
	expect(await control.state()).toEqual(beneath);
	await control.setScenario("empty");
	expect(await stage.names()).toEqual([]);
});

test("entering the same scenario again starts its state anew", async () => {
	await using stage = createStage({ scenario: "empty" });
	await stage.create("Gone");
	await stage.control.setScenario("empty");
	expect(await stage.names()).toEqual([]);
});

test("a scenario without a dataset goes on with the state that there is", async () => {
	await using stage = createStage({ dataset: "empty" });
	await stage.create("One");
	await stage.control.setScenario("unhealthy");
	await stage.create("Two");
	await stage.control.setScenario("normal");
	expect(await stage.names()).toEqual(["Two", "One"]);
});

test("a layer has its own clock, ids and metrics; those beneath go on where they were", async () => {
	await using stage = createStage({ dataset: "empty" });
	await using other = createStage({ dataset: "empty" });
	const first = (await stage.create("Same")).body;
	await other.create("Same");
	await stage.control.setScenario("empty");
	expect((await stage.create("Same")).body).toEqual(first);
	expect((await stage.get("/metrics")).body).not.toContain("listZaps");
	await stage.control.setScenario("normal");
	expect((await stage.create("Next")).body).toEqual(
		(await other.create("Next")).body,
	);
});

test("reset, snapshots and replacing are about the layer that is in force", async () => {
	await using stage = createStage();
	const { control } = stage;
	await stage.create("Beneath");
	const below = await control.snapshot();
	await control.setScenario("empty");
	expect(await control.snapshots()).toEqual([]);
	await expect(control.restore(below)).rejects.toMatchObject({ status: 404 });
	await stage.create("Kept");
	const inLayer = await control.snapshot();
	await control.reset();
	expect(await stage.names()).toEqual([]);
	await control.restore(inLayer);
	expect(await stage.names()).toEqual(["Kept"]);
	await control.setState({});
	expect(await stage.names()).toEqual([]);
	await control.setScenario("normal");
	expect(await control.snapshots()).toEqual([below]);
	expect((await stage.names())[0]).toBe("Beneath");
});

test("each session has a layer of its own", async () => {
	await using stage = createStage({ scenario: "empty" });
	await stage.create("of a", "a");
	await stage.control.session("b").setScenario("normal");
	expect(await stage.names("a")).toEqual(["of a"]);
	expect(await stage.names("b")).toHaveLength(20);
	expect(await stage.names()).toEqual([]);
});

test("a preferred scenario with a dataset has a state for that request alone", async () => {
	await using stage = createStage();
	const prefer = { prefer: "scenario=empty" };
	await stage.control.setScenario("empty");
	await stage.create("In force");
	const [one, two] = await Promise.all([
		stage.post("/v1/zaps", { name: "One" }, prefer),
		stage.post("/v1/zaps", { name: "Two" }, prefer),
	]);
	expect([one.status, two.status]).toEqual([201, 201]);
	const { body } = await stage.get("/v1/zaps", prefer);
	expect(body).toEqual({ items: [], nextCursor: null });
	expect(await stage.names()).toEqual(["In force"]);
	expect(await stage.control.scenarios()).toMatchObject({ active: "empty" });
});

test("faults that were set are tried before the scenario's, and outlive it", async () => {
	await using stage = createStage({ scenario: "unhealthy" });
	const { control } = stage;
	await control.setFaults([
		{ operation: "getHealth", kind: "status", status: 429, times: 2 },
	]);
	const status = async () => (await stage.get("/v1/health")).status;
	expect(await status()).toBe(429);
	await control.setScenario("normal");
	expect([await status(), await status()]).toEqual([429, 200]);
	await control.setScenario("unhealthy");
	expect(await status()).toBe(503);
	expect(await control.faults()).toEqual([]);
});
