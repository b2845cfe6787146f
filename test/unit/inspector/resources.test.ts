import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
	createPacedLoader,
	createResources,
	subjectsOfExchange,
} from "../../../src/inspector/model/resources.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";
import { createEntry } from "./create-entry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("loads at once, then at most every 500 ms, and never misses the last change", async () => {
	const { add, announce } = createResources();
	const load = vi.fn(async () => true);
	const stop = add("records", "mine", load);
	const change = () => announce(["state"], "mine");
	for (let count = 0; count < 11; count++) {
		change();
		await vi.advanceTimersByTimeAsync(0);
		expect(load).toHaveBeenCalledTimes(1);
	}
	for (const [ms, times] of [
		[499, 1],
		[1, 2],
		[10_000, 2],
	] as const) {
		await vi.advanceTimersByTimeAsync(ms);
		expect(load).toHaveBeenCalledTimes(times);
	}
	change();
	expect(load).toHaveBeenCalledTimes(3);
	change();
	stop();
	change();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(load).toHaveBeenCalledTimes(3);
});

test.each([
	["records", "mine", "state", "mine", 1],
	["records", "mine", "state", "other", 0],
	["records", "mine", "scenario", "mine", 0],
	["records", "mine", "session", "mine", 1],
	["records", "mine", "state", null, 1],
	// The state of all sessions is that of the default one.
	["collections", undefined, "state", "default", 1],
	["collections", undefined, "state", "other", 0],
	["sessions", undefined, "faults", "other", 1],
] as const)(
	"loads the %s of session %s after a change of the %s of %s %i times",
	async (name, session, subject, of, times) => {
		const { add, announce } = createResources();
		const load = vi.fn(async () => true);
		add(name, session, load);
		await vi.advanceTimersByTimeAsync(10_000);
		announce([subject], of);
		expect(load).toHaveBeenCalledTimes(1 + times);
	},
);

test("loads one at a time, and a load on demand comes after the current one", async () => {
	const ends: (() => void)[] = [];
	const loader = createPacedLoader(
		() => new Promise((resolve) => ends.push(() => resolve(true))),
	);
	loader.request();
	loader.request();
	const demanded = loader.now();
	expect(ends).toHaveLength(1);
	ends[0]?.();
	await vi.advanceTimersByTimeAsync(0);
	expect(ends).toHaveLength(2);
	ends[1]?.();
	await demanded;
	expect(ends).toHaveLength(2);
	loader.stop();
});

test("loads again after 5 s what could not be loaded", async () => {
	const load = vi.fn(async () => load.mock.calls.length > 1);
	createPacedLoader(load).request();
	await vi.advanceTimersByTimeAsync(4_999);
	expect(load).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(load).toHaveBeenCalledTimes(2);
});

test.each<[Partial<JournalEntry>, ...string[]]>([
	[{ method: "GET", status: 200 }],
	[{ method: "POST", status: 201 }, "state"],
	[{ method: "POST", status: 0, fault: "reset" }, "faults", "state"],
	[{ method: "POST", status: 400, fault: "status" }, "faults"],
])("knows what the exchange %j may have changed", (entry, ...subjects) => {
	expect(subjectsOfExchange(createEntry(entry))).toEqual([
		"used-assumptions",
		...subjects,
	]);
});
