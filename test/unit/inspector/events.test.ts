import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
	createEvents,
	subjectsOfExchange,
} from "../../../src/inspector/model/events.ts";
import { createEntry } from "./create-entry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("calls a listener at once, then at most every 500 ms, and never misses the last change", () => {
	const { listen, emit } = createEvents();
	const listener = vi.fn();
	const stop = listen(["state", "faults"], "mine", listener);
	const calls: number[] = [];
	const emitAndCount = (): void => {
		emit(["state"], "mine");
		calls.push(listener.mock.calls.length);
	};
	emitAndCount();
	for (let count = 0; count < 10; count++) emitAndCount();
	vi.advanceTimersByTime(499);
	calls.push(listener.mock.calls.length);
	vi.advanceTimersByTime(1);
	calls.push(listener.mock.calls.length);
	vi.advanceTimersByTime(10_000);
	emitAndCount();
	expect(calls).toEqual([...Array(12).fill(1), 2, 3]);
	emit(["state"], "mine");
	stop();
	emit(["state"], "mine");
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

test("knows what an exchange may have changed", () => {
	expect(
		[
			{ method: "GET", status: 200 },
			{ method: "POST", status: 201 },
			{ method: "POST", status: 0, fault: "reset" },
			{ method: "POST", status: 503, fault: "status" },
		].map((each) => subjectsOfExchange(createEntry(each))),
	).toEqual([
		["used-assumptions"],
		["used-assumptions", "state"],
		["used-assumptions", "faults", "state"],
		["used-assumptions", "faults"],
	]);
});
