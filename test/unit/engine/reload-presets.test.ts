import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Presets } from "../../../src/engine/context.ts";
import type { Scenario } from "../../../src/engine/service.ts";
import { createTestMock } from "./test-mock.ts";

const { datasets, scenarios } = service;
const loadEmpty = async () => ({
	zaps: [],
	commands: [],
	pipelines: [],
	audit: [],
});
const teapot: Scenario = {
	description: "It is one.",
	faults: [{ operation: "*", kind: "status", status: 418, force: true }],
};
const PRESETS: Presets = {
	datasets: { ...datasets, mine: loadEmpty },
	scenarios: { ...scenarios, teapot },
};
/** Returns the presets without the given datasets and scenarios. */
const omitPresets = (...names: readonly string[]): Presets => ({
	datasets: Object.fromEntries(
		Object.entries(PRESETS.datasets).filter(([n]) => !names.includes(n)),
	),
	scenarios: Object.fromEntries(
		Object.entries(PRESETS.scenarios).filter(([n]) => !names.includes(n)),
	),
});

test("replaces scenarios and datasets while the mock runs", async () => {
	await using mock = createTestMock();
	await mock.core.reloadPresets({
		datasets: { default: loadEmpty },
		scenarios: { normal: { description: "All works." }, teapot },
	});
	expect(await mock.control.scenarios()).toEqual({
		active: "normal",
		available: [
			{ name: "normal", description: "All works." },
			{ name: "teapot", description: "It is one." },
		],
	});
	await mock.control.setScenario("teapot");
	expect((await mock.get("/v1/health")).status).toBe(418);
	await expect(mock.control.setScenario("unhealthy")).rejects.toThrow(
		"Available: normal, teapot.",
	);
	await expect(mock.control.reset({ dataset: "large" })).rejects.toThrow(
		"Available: default.",
	);
});

test("replaces nothing if one preset is invalid", async () => {
	await using mock = createTestMock();
	const bad = { description: "One.", dataset: "huge" };
	await expect(
		mock.core.reloadPresets({ datasets, scenarios: { ...scenarios, bad } }),
	).rejects.toThrow("Invalid scenarios:\n  /bad/");
	const { available } = await mock.control.scenarios();
	expect(available).toHaveLength(Object.keys(scenarios).length);
});

test("requires the presets that new sessions start with", async () => {
	await using mock = createTestMock({
		dataset: "mine",
		scenario: "teapot",
		presets: PRESETS,
	});
	await expect(
		mock.core.reloadPresets(omitPresets("mine", "teapot")),
	).rejects.toThrow(
		'It lacks presets that are in use: dataset "mine" (new sessions start with it), scenario "teapot" (new sessions start with it). Add them, or restart the mock.',
	);
	expect((await mock.get("/v1/health", {})).status).toBe(418);
	await mock.control.session("later").setScenario("normal");
	expect(await mock.names("later")).toEqual([]);
});

test("requires the active scenarios of sessions, and the datasets that a reset restores", async () => {
	await using mock = createTestMock({ presets: PRESETS });
	const { core, control } = mock;
	for (const name of ["a", "b", "c", "d", "e"])
		await control.session(name).setScenario("teapot");
	await control.session("b").reset({ dataset: "mine" });
	await expect(
		core.reloadPresets(omitPresets("mine", "teapot")),
	).rejects.toThrow(
		'dataset "mine" (the origin of session b), scenario "teapot" (active in sessions a, b, c and 2 more)',
	);
	await control.session("b").reset();
	expect(await control.session("b").state()).toMatchObject({ zaps: [] });
	for (const { id } of await control.sessions())
		if (id !== "default") await control.deleteSession(id);
	await core.reloadPresets(omitPresets("mine", "teapot"));
	expect(await mock.names("b")).toHaveLength(20);
});

test("requires the datasets of an active scenario and of the state below it", async () => {
	const layer: Scenario = { description: "One.", dataset: "mine" };
	const presets = { ...PRESETS, scenarios: { ...scenarios, layer } };
	await using mock = createTestMock({ presets });
	const { core, control } = mock;
	await control.setScenario("layer");
	expect(await mock.names()).toEqual([]);
	const changed = { ...layer, dataset: "default" };
	const others = { ...scenarios, layer: changed };
	await expect(
		core.reloadPresets({ datasets, scenarios: others }),
	).rejects.toThrow('dataset "mine" (the origin of session default)');
	await control.setScenario("normal");
	await control.reset({ dataset: "mine" });
	await control.setScenario("empty");
	await expect(core.reloadPresets({ datasets, scenarios })).rejects.toThrow(
		'dataset "mine" (the origin',
	);
});

test("applies changes of active scenarios, and keeps the state", async () => {
	const layer = { ...teapot, dataset: "empty" };
	const presets = { datasets, scenarios: { ...scenarios, layer } };
	await using mock = createTestMock({ presets });
	const { core, control } = mock;
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
	expect((await mock.get("/v1/zaps")).status).toBe(418);
	const changed = { description: "Changed.", dataset: "default" };
	await core.reloadPresets({
		datasets,
		scenarios: { ...scenarios, layer: changed },
	});
	expect(await mock.names()).toEqual(["Kept"]);
	expect(await control.scenarios()).toMatchObject({ active: "layer" });
	await control.setScenario("layer");
	expect(await mock.names()).toHaveLength(20);
	expect(
		(await mock.get("/v1/health", { "mock-session": "other" })).status,
	).toBe(503);
});

test("keeps counting the faults of an unchanged scenario", async () => {
	const once: Scenario = {
		description: "One.",
		faults: [{ operation: "listZaps", kind: "status", status: 429, times: 1 }],
	};
	const presets = { datasets, scenarios: { ...scenarios, once } };
	await using mock = createTestMock({ scenario: "once", presets });
	expect((await mock.get("/v1/zaps")).status).toBe(429);
	await mock.core.reloadPresets({
		datasets,
		scenarios: structuredClone(presets.scenarios),
	});
	expect((await mock.get("/v1/zaps")).status).toBe(200);
});
