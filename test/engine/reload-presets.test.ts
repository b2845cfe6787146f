import { expect, test } from "vitest";
import { service } from "../../handlers/index.ts";
import type { Presets } from "../../src/engine/context.ts";
import type { Scenario } from "../../src/engine/service.ts";
import { createStage } from "./stage.ts";

const { datasets, scenarios } = service;
const make = async () => ({ zaps: [], commands: [], pipelines: [], audit: [] });
const teapot: Scenario = {
	description: "It is one.",
	faults: [{ operation: "*", kind: "status", status: 418, force: true }],
};
const REPERTOIRE: Presets = {
	datasets: { ...datasets, mine: make },
	scenarios: { ...scenarios, teapot },
};
/** The same without things of these names. */
const lacking = (...names: readonly string[]): Presets => ({
	datasets: Object.fromEntries(
		Object.entries(REPERTOIRE.datasets).filter(([n]) => !names.includes(n)),
	),
	scenarios: Object.fromEntries(
		Object.entries(REPERTOIRE.scenarios).filter(([n]) => !names.includes(n)),
	),
});

test("takes other scenarios and datasets while it runs", async () => {
	await using stage = createStage();
	await stage.core.reloadPresets({
		datasets: { default: make },
		scenarios: { normal: { description: "All works." }, teapot },
	});
	expect(await stage.control.scenarios()).toEqual({
		active: "normal",
		available: [
			{ name: "normal", description: "All works." },
			{ name: "teapot", description: "It is one." },
		],
	});
	await stage.control.setScenario("teapot");
	expect((await stage.get("/v1/health")).status).toBe(418);
	await expect(stage.control.setScenario("unhealthy")).rejects.toThrow(
		"Use one of normal, teapot.",
	);
	await expect(stage.control.reset({ dataset: "large" })).rejects.toThrow(
		"Use one of default.",
	);
});

test("takes none of the others where one of them cannot be", async () => {
	await using stage = createStage();
	const bad = { description: "One.", dataset: "huge" };
	await expect(
		stage.core.reloadPresets({ datasets, scenarios: { ...scenarios, bad } }),
	).rejects.toThrow('The scenario "bad" cannot be');
	const { available } = await stage.control.scenarios();
	expect(available).toHaveLength(Object.keys(scenarios).length);
});

test("keeps what sessions start with", async () => {
	await using stage = createStage({
		dataset: "mine",
		scenario: "teapot",
		presets: REPERTOIRE,
	});
	await expect(
		stage.core.reloadPresets(lacking("mine", "teapot")),
	).rejects.toThrow(
		'It lacks what is in use: the dataset "mine" (new sessions start from it), the scenario "teapot" (new sessions start in it). Keep it, or start the mock again.',
	);
	expect((await stage.get("/v1/health", {})).status).toBe(418);
	await stage.control.session("later").setScenario("normal");
	expect(await stage.names("later")).toEqual([]);
});

test("keeps the scenarios that sessions are in, and the datasets that they would be reset to", async () => {
	await using stage = createStage({ presets: REPERTOIRE });
	const { core, control } = stage;
	for (const name of ["a", "b", "c", "d", "e"])
		await control.session(name).setScenario("teapot");
	await control.session("b").reset({ dataset: "mine" });
	await expect(core.reloadPresets(lacking("mine", "teapot"))).rejects.toThrow(
		'the scenario "teapot" (in force in the sessions a, b, c and 2 more), the dataset "mine" (a reset of the session b goes back to it)',
	);
	await control.session("b").reset();
	expect(await control.session("b").state()).toMatchObject({ zaps: [] });
	for (const { id } of await control.sessions())
		if (id !== "default") await control.deleteSession(id);
	await core.reloadPresets(lacking("mine", "teapot"));
	expect(await stage.names("b")).toHaveLength(20);
});

test("keeps the dataset beneath and within a scenario in force", async () => {
	const layer: Scenario = { description: "One.", dataset: "mine" };
	const repertoire = { ...REPERTOIRE, scenarios: { ...scenarios, layer } };
	await using stage = createStage({ presets: repertoire });
	const { core, control } = stage;
	await control.setScenario("layer");
	expect(await stage.names()).toEqual([]);
	const changed = { ...layer, dataset: "default" };
	const others = { ...scenarios, layer: changed };
	await expect(
		core.reloadPresets({ datasets, scenarios: others }),
	).rejects.toThrow(
		'the dataset "mine" (a reset of the session default goes back to it)',
	);
	await control.setScenario("normal");
	await control.reset({ dataset: "mine" });
	await control.setScenario("empty");
	await expect(core.reloadPresets({ datasets, scenarios })).rejects.toThrow(
		'the dataset "mine"',
	);
});

test("lets scenarios in force be as they have become, and state stay", async () => {
	const layer = { ...teapot, dataset: "empty" };
	const repertoire = { datasets, scenarios: { ...scenarios, layer } };
	await using stage = createStage({ presets: repertoire });
	const { core, control } = stage;
	const other = control.session("other");
	await control.setScenario("layer");
	await other.setScenario("unhealthy");
	await control.setState({
		zaps: [
			{
				id: "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC",
				name: "Kept",
				createdAt: "2026-01-01T00:00:00Z",
			},
		],
	});
	expect((await stage.get("/v1/zaps")).status).toBe(418);
	const mended = { description: "Mended.", dataset: "default" };
	await core.reloadPresets({
		datasets,
		scenarios: { ...scenarios, layer: mended },
	});
	expect(await stage.names()).toEqual(["Kept"]);
	expect(await control.scenarios()).toMatchObject({ active: "layer" });
	await control.setScenario("layer");
	expect(await stage.names()).toHaveLength(20);
	expect(
		(await stage.get("/v1/health", { "mock-session": "other" })).status,
	).toBe(503);
});

test("counts the faults on of a scenario that has not changed", async () => {
	const once: Scenario = {
		description: "One.",
		faults: [{ operation: "listZaps", kind: "status", status: 429, times: 1 }],
	};
	const repertoire = { datasets, scenarios: { ...scenarios, once } };
	await using stage = createStage({ scenario: "once", presets: repertoire });
	expect((await stage.get("/v1/zaps")).status).toBe(429);
	await stage.core.reloadPresets({
		datasets,
		scenarios: structuredClone(repertoire.scenarios),
	});
	expect((await stage.get("/v1/zaps")).status).toBe(200);
});
