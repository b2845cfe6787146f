import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { createPageJournal } from "../../../src/inspector/model/journal.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";
import { createEntry } from "./create-entry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const range = (from: number, to: number): number[] =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Longer than the interval in which new exchanges are shown. */
const FLUSH_MS = 200;

/** Entries by ascending id. */
const createEntries = (from: number, to: number, values = {}): JournalEntry[] =>
	range(from, to).map((id) => {
		// 5,000 a second.
		const at = new Date(id / 5).toISOString();
		return createEntry({ id: `${id}`, at, ...values });
	});

/** A control whose journal has pages with these ids, each returned when the test says so. */
function createPagedControl(...pages: (readonly [number, number])[]) {
	const control = createControlClient({ url: "http://127.0.0.1:1" });
	const waiting: (() => void)[] = [];
	const requests = vi.fn(
		(_filter?: unknown) =>
			new Promise<Awaited<ReturnType<typeof control.requests>>>((resolve) => {
				const [from, to] = pages.shift() ?? [1, 0];
				const requests = createEntries(from, to).reverse();
				waiting.push(() => resolve({ requests, total: 0, dropped: 0 }));
			}),
	);
	return {
		control: { ...control, requests },
		requests,
		async respond() {
			waiting.shift()?.();
			await vi.advanceTimersByTimeAsync(0);
		},
	};
}

function createJournal() {
	const reload = vi.fn();
	const journal = createPageJournal(reload);
	return {
		journal,
		reload,
		ids: () => journal.items.value.map(({ number }) => number),
		add(from: number, to: number, values?: Partial<JournalEntry>) {
			for (const entry of createEntries(from, to, values)) journal.add(entry);
		},
		flush: (times = 1) => vi.advanceTimersByTime(times * FLUSH_MS),
	};
}

test("shows loaded and new exchanges in order, each once, with a text to search", async () => {
	const { journal, ids, add, flush } = createJournal();
	const { control, requests, respond } = createPagedControl(
		[201, 700],
		[199, 200],
	);
	const loading = journal.load(control);
	add(700, 701, {
		method: "POST",
		request: { headers: { "x-mark": "YES" }, body: { Name: "Zoë" } },
	});
	flush();
	expect(ids()).toEqual([700, 701]);
	await respond();
	expect(journal.isComplete.value).toBe(false);
	await respond();
	await loading;
	expect(requests.mock.calls).toEqual([
		[{ limit: 500 }],
		[{ limit: 500, before: "201" }],
	]);
	expect(journal.isComplete.value).toBe(true);
	expect(ids()).toEqual(range(199, 701));
	expect(journal.items.value.at(-1)?.text).toBe(
		'post /v1/health\nx-mark: yes\n{"name":"zoë"}\n\nnull',
	);
	expect(vi.getTimerCount()).toBe(0);
});

test("keeps at most 20,000 exchanges, and 64 Mi characters", () => {
	const { ids, add, flush } = createJournal();
	for (let start = 1; start <= 20_200; start += 200) {
		add(start, start + 199);
		flush();
	}
	expect([ids().length, ids()[0]]).toEqual([20_000, 201]);
	const body = "x".repeat(1024 * 1024);
	add(20_201, 20_300, { request: { headers: {}, body } });
	flush();
	expect(ids()).toEqual(range(20_238, 20_300));
});

test("samples exchanges that arrive too quickly, and loads the rest when it is calm", () => {
	const { journal, reload, ids, add, flush } = createJournal();
	add(1, 1_000);
	flush();
	expect(journal.sampledRate.value).toBeCloseTo(5_000, -2);
	expect(ids()).toEqual(range(801, 1_000));
	flush(4);
	add(1_001, 1_300);
	flush();
	expect(journal.sampledRate.value).toBeCloseTo(5_000, -2);
	flush(4);
	expect(reload).not.toHaveBeenCalled();
	flush();
	expect(reload).toHaveBeenCalledOnce();
	expect(journal.sampledRate.value).toBe(0);
	flush(20);
	expect(reload).toHaveBeenCalledOnce();
});

test("loads exchanges that the mock left out, but not again after a new connection", () => {
	const { journal, reload, add, flush } = createJournal();
	add(10, 11);
	add(15, 15);
	flush(5);
	expect(reload).not.toHaveBeenCalled();
	flush();
	expect(reload).toHaveBeenCalledOnce();
	journal.clear(null);
	add(1_001, 1_001);
	flush(10);
	expect(reload).toHaveBeenCalledOnce();
	// Regardless of the time since the previous exchange.
	add(1_003, 1_003, { at: "2026-01-02T00:00:00.000Z" });
	flush(10);
	expect(reload).toHaveBeenCalledTimes(2);
});

test("clears the exchanges of a session, or all", () => {
	const { journal, ids, add, flush } = createJournal();
	add(1, 1);
	add(2, 2, { session: "mine" });
	flush();
	add(3, 3);
	add(4, 4, { session: "mine" });
	journal.clear("mine");
	flush();
	expect(ids()).toEqual([1, 3]);
	add(5, 5);
	journal.clear(null);
	flush();
	expect(ids()).toEqual([]);
});

test.each([
	["mine", 1],
	[null, 0],
] as const)(
	"adds no page that was loading when %s was cleared, and reloads %i times",
	async (session, times) => {
		const { journal, reload, ids } = createJournal();
		const { control, requests, respond } = createPagedControl([101, 600]);
		const loading = journal.load(control);
		journal.clear(session);
		await respond();
		await loading;
		expect(ids()).toEqual([]);
		expect(requests).toHaveBeenCalledOnce();
		expect(reload).toHaveBeenCalledTimes(times);
	},
);
