import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDuration } from "../../../src/cli/options/serve-flags.ts";
import type { Control } from "../../../src/control/control.ts";
import { createControl } from "../../../src/control/create-control.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { listZaps, look, openRestartable } from "./stored-mock.ts";

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listNames = async (control: Control): Promise<string[]> =>
	(await control.sessions()).map(({ id }) => id);

test.each([
	["2h", "default"],
	["never", "default,b"],
])(
	"after 3 hours without a request, --session-idle %s leaves %s, in memory and in a file",
	async (text, left) => {
		const options = { sessionIdleMs: readDuration(text) };
		await using stored = await openRestartable(options);
		const engine = createServiceEngine(options);
		const memory = createControl(engine.context);
		await listZaps(stored.mock, "b");
		await memory.session("b").setFaults([]);
		const namesAfter = async (hours: number) => {
			await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
			const controls = [memory, stored.mock.control];
			return (await Promise.all(controls.map(listNames))).map(String);
		};
		expect(await namesAfter(1)).toEqual(["default,b", "default,b"]);
		expect(await namesAfter(2)).toEqual([left, left]);
		expect(`${await listNames((await stored.reopen()).control)}`).toBe(left);
		await engine.close();
	},
);

test("reading the state of a session by its control keeps it, also in a file", async () => {
	await using stored = await openRestartable({ sessionIdleMs: HOUR_MS });
	await listZaps(stored.mock, "b");
	for (let minutes = 0; minutes < 120; minutes += 20) {
		await vi.advanceTimersByTimeAsync(HOUR_MS / 3);
		await stored.mock.control.session("b").state();
	}
	expect(await listNames(stored.mock.control)).toEqual(["default", "b"]);
});

test("a session that left memory comes back whole, without its journal", async () => {
	const sessionIdleMs = Number.POSITIVE_INFINITY;
	await using stored = await openRestartable({ sessionIdleMs, loadForwarder });
	const { mock } = stored;
	const b = mock.control.session("b");
	await mock.send("POST", "/v1/zaps", { name: "kept" }, "b");
	const snapshot = await b.snapshot();
	await b.setScenario("unhealthy");
	const url = "http://127.0.0.1:9";
	await b.setForward({ url, only: ["createZap"], headers: { "x-key": "1" } });
	await b.setFaults([
		{ operation: "listZaps", kind: "delay", ms: 0, times: 2 },
	]);
	await mock.send("GET", "/v1/health", undefined, "b");
	const before = await look(b);
	expect((await b.requests()).total).toBe(2);
	await vi.advanceTimersByTimeAsync(HOUR_MS);
	expect((await b.requests()).total).toBe(0);
	expect(await look(b)).toEqual(before);
	await b.restore(snapshot);
	expect((await listZaps(mock, "b")).body.items).toHaveLength(21);
	const health = await mock.send("GET", "/v1/health", undefined, "b");
	expect(health.status).toBe(503);
});

test("at most `sessions` sessions of a file are in memory, however many are read or listed", async () => {
	await using stored = await openRestartable({ sessions: 2, loadForwarder });
	const ids = ["a", "b", "c", "d"];
	for (const id of ids) {
		await stored.mock.create(id, id);
		await stored.mock.control.session(id).setScenario("slow");
	}
	const url = "http://127.0.0.1:9";
	const headers = { "x-key": "1" };
	await stored.mock.control.session("a").setForward({ url, headers });
	const { control, sessionsInMemory } = await stored.reopen();
	expect(sessionsInMemory()).toEqual(["default"]);
	for (const id of ids) {
		vi.advanceTimersByTime(1);
		const { zaps = [] } = await control.session(id).state();
		expect(zaps[0]).toMatchObject({ name: id });
	}
	expect(sessionsInMemory()).toEqual(["default", "c", "d"]);
	const listed = await control.sessions();
	expect(listed.map(({ id, scenario }) => `${id} ${scenario}`)).toEqual([
		"default normal",
		...ids.map((id) => `${id} slow`),
	]);
	await control.usedAssumptions();
	expect(sessionsInMemory()).toEqual(["default", "c", "d"]);
	const { lostHeaders } = await control.session("a").forward();
	expect(lostHeaders).toEqual(["x-key"]);
});
