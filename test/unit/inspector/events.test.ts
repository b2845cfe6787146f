import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
	createEvents,
	subjectsOfExchange,
} from "../../../src/inspector/model/events.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";
import { createEntry } from "./create-entry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("calls a listener at once, then at most every 500 ms, and never misses the last change", () => {
	const { listen, emit } = createEvents();
	const listener = vi.fn();
	const stop = listen(["state", "faults"], "mine", listener);
	const change = () => emit(["state"], "mine");
	for (let count = 0; count < 11; count++) {
		change();
		expect(listener).toHaveBeenCalledTimes(1);
	}
	for (const [ms, times] of [
		[499, 1],
		[1, 2],
		[10_000, 2],
	] as const) {
		vi.advanceTimersByTime(ms);
		expect(listener).toHaveBeenCalledTimes(times);
	}
	change();
	expect(listener).toHaveBeenCalledTimes(3);
	change();
	stop();
	change();
	vi.advanceTimersByTime(10_000);
	expect(listener).toHaveBeenCalledTimes(3);
});

test.each([
	["mine", "state", "mine", 1],
	["mine", "state", "other", 0],
	["mine", "scenario", "mine", 0],
	["mine", "state", null, 1],
	[undefined, "state", "other", 1],
] as const)(
	"a listener of the state of %s hears a change of the %s of %s %i times",
	(session, subject, of, times) => {
		const { listen, emit } = createEvents();
		const listener = vi.fn();
		listen(["state"], session, listener);
		emit([subject], of);
		expect(listener).toHaveBeenCalledTimes(times);
	},
);

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
