import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Presets, Scenario } from "../../../src/engine/model/service.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { createTestMock, inSession, NO_RECORDS } from "./test-mock.ts";

const { datasets, scenarios } = service;
const loadEmpty = async () => NO_RECORDS;
const teapot: Scenario = {
	description: "It is one.",
	faults: [{ operation: "*", kind: "status", status: 418, force: true }],
};
const PRESETS: Presets = {
	datasets: { ...datasets, mine: loadEmpty },
	scenarios: { ...scenarios, teapot },
};
const OWN: Presets = { datasets, scenarios };

/** Returns the presets of the service with another scenario. */
const withScenario = (name: string, scenario: Scenario): Presets => ({
	datasets,
	scenarios: { ...scenarios, [name]: scenario },
});

test("replaces scenarios and datasets while the mock runs", async () => {
	await using mock = createTestMock();
	await mock.core.reloadPresets({
		datasets: { default: loadEmpty },
		scenarios: { normal: { description: "All works." }, teapot },
	});
	await mock.setScenario("teapot");
	expect(await mock.status("/v1/health")).toBe(418);
	await expect(mock.setScenario("unhealthy")).rejects.toThrow(
		"Available: normal, teapot.",
	);
	await expect(mock.reset({ dataset: "large" })).rejects.toThrow(
		"Available: default.",
	);
});

test("replaces nothing if one preset is invalid", async () => {
	await using mock = createTestMock();
	const bad = { description: "One.", dataset: "huge" };
	const reloading = mock.core.reloadPresets(withScenario("bad", bad));
	await expect(reloading).rejects.toThrow(
		"Invalid scenarios:\n  /bad/dataset is an unknown dataset.",
	);
	expect((await mock.scenarios()).available).toHaveLength(8);
});

test("requires the presets that new sessions start with", async () => {
	const start = { dataset: "mine", scenario: "teapot" };
	await using mock = createTestMock({ ...start, presets: PRESETS });
	await expect(mock.core.reloadPresets(OWN)).rejects.toThrow(
		'It lacks presets that are in use: dataset "mine" (new sessions start with it), scenario "teapot" (new sessions start with it). Add them, or restart the mock.',
	);
	expect(await mock.status("/v1/health")).toBe(418);
	await mock.session("later").setScenario("normal");
	expect(await mock.names("later")).toEqual([]);
});

test("requires the active scenarios of sessions, and the datasets that a reset restores", async () => {
	await using mock = createTestMock({ presets: PRESETS });
	const { core } = mock;
	for (const name of ["a", "b", "c", "d", "e"])
		await mock.session(name).setScenario("teapot");
	await mock.session("b").reset({ dataset: "mine" });
	await expect(core.reloadPresets(OWN)).rejects.toThrow(
		'dataset "mine" (the origin of session b), scenario "teapot" (active in sessions a, b, c and 2 more)',
	);
	await mock.session("b").reset();
	expect(await mock.session("b").state()).toMatchObject({ zaps: [] });
	for (const { id } of await mock.sessions())
		if (id !== "default") await mock.deleteSession(id);
	await core.reloadPresets(OWN);
	expect(await mock.names("b")).toHaveLength(20);
});

test("requires the datasets of an active scenario and of the state below it", async () => {
	const layer: Scenario = { description: "One.", dataset: "mine" };
	const presets = { ...PRESETS, scenarios: { ...scenarios, layer } };
	await using mock = createTestMock({ presets });
	const { core } = mock;
	await mock.setScenario("layer");
	expect(await mock.names()).toEqual([]);
	const origin = 'dataset "mine" (the origin of session default)';
	const changed = withScenario("layer", { ...layer, dataset: "default" });
	await expect(core.reloadPresets(changed)).rejects.toThrow(origin);
	await mock.setScenario("normal");
	await mock.reset({ dataset: "mine" });
	await mock.setScenario("empty");
	await expect(core.reloadPresets(OWN)).rejects.toThrow('dataset "mine" (the');
});

test("applies changes of active scenarios, and keeps the state", async () => {
	const presets = withScenario("layer", { ...teapot, dataset: "empty" });
	await using mock = createTestMock({ presets });
	const { core } = mock;
	await mock.session("other").setScenario("unhealthy");
	await mock.setScenario("layer");
	await mock.addRecord("zaps", { name: "Kept" });
	expect(await mock.status("/v1/zaps")).toBe(418);
	const changed = { description: "Changed.", dataset: "default" };
	await core.reloadPresets(withScenario("layer", changed));
	expect(await mock.names()).toEqual(["Kept"]);
	expect(await mock.scenarios()).toMatchObject({ active: "layer" });
	await mock.setScenario("layer");
	expect(await mock.names()).toHaveLength(20);
	expect(await mock.status("/v1/health", inSession("other"))).toBe(503);
});

test("keeps counting the faults of an unchanged scenario", async () => {
	const fault = zapsFault({ kind: "status", status: 429, times: 1 });
	const once: Scenario = { description: "One.", faults: [fault] };
	const presets = withScenario("once", once);
	await using mock = createTestMock({ scenario: "once", presets });
	expect(await mock.status("/v1/zaps")).toBe(429);
	await mock.core.reloadPresets(withScenario("once", structuredClone(once)));
	expect(await mock.status("/v1/zaps")).toBe(200);
});
