import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import {
	fromKeptSession,
	toKeptSession,
} from "../../../src/engine/sessions/kept-session.ts";
import type { Fault } from "../../../src/faults/fault.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { createTestMock } from "./test-mock.ts";

test("keeps one count for equal assumptions, however often a session was kept before", async () => {
	await using mock = createTestMock();
	const { context } = mock.core;
	const [session] = context.sessions.list();
	if (!session) throw new Error("There is no session.");
	session.usedAssumptions.set(["a", "b"], 2);
	const again = fromKeptSession(toKeptSession(session, undefined), {
		...context,
		initialForward: undefined,
	});
	again.usedAssumptions.set(["a", "b"], 3);
	expect(toKeptSession(again, undefined).kept).toMatchObject({
		usedAssumptions: [[["a", "b"], 5]],
	});
});

test("keeps what is left of the times of a scenario's faults, unless the faults are others now", async () => {
	const once = zapsFault({
		kind: "status",
		status: 418,
		force: true,
		times: 1,
	});
	const define = (...faults: Fault[]) => ({
		datasets: service.datasets,
		scenarios: { out: { description: "Out.", faults } },
	});
	const presets = define(once, { ...once, times: 3 });
	await using mock = createTestMock({ presets, scenario: "out" });
	for (let request = 0; request < 2; request += 1) await mock.get("/v1/zaps");
	const { context } = mock.core;
	const [session] = context.sessions.list();
	if (!session) throw new Error("There is no session.");
	const kept = structuredClone(toKeptSession(session, undefined));
	const leftWith = (...faults: Fault[]) =>
		fromKeptSession(kept, {
			...context,
			presets: define(...faults),
			initialForward: undefined,
		}).active.faults.map(({ left }) => left);
	expect(leftWith(once, { ...once, times: 3 })).toEqual([0, 2]);
	expect(leftWith(once, { ...once, times: 4 })).toEqual([1, 4]);
	expect(leftWith({ ...once, operation: "getHealth" })).toEqual([1]);
	expect(leftWith(once, { kind: "delay", ms: 1, operation: "*" })).toEqual([
		1,
		Number.POSITIVE_INFINITY,
	]);
});
