import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { createPageJournal } from "../../../src/inspector/model/journal.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";
import { createEntry } from "./create-entry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than the interval in which new exchanges are shown. */
const FLUSH_MS = 200;

/** Entries from the highest id down, as the mock returns them. */
const createEntries = (
	from: number,
	to: number,
	values: Partial<JournalEntry> = {},
): JournalEntry[] =>
	Array.from({ length: from - to + 1 }, (_, index) =>
		createEntry({
			id: `${from - index}`,
			// 5,000 a second.
			at: new Date((from - index) / 5).toISOString(),
			...values,
		}),
	);

/** A control whose journal has the pages, each returned when the test says so. */
function createPagedControl(...pages: (readonly JournalEntry[])[]) {
	const control = createControlClient({ url: "http://127.0.0.1:1" });
	const waiting: (() => void)[] = [];
	const requests = vi.fn(
		(_filter?: unknown) =>
			new Promise<Awaited<ReturnType<typeof control.requests>>>((resolve) => {
				const found = pages.shift() ?? [];
				waiting.push(() => resolve({ requests: found, total: 0, dropped: 0 }));
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
			for (const entry of createEntries(to, from, values).reverse())
				journal.add(entry);
		},
		flush: (times = 1) => vi.advanceTimersByTime(times * FLUSH_MS),
	};
}

test("shows loaded and new exchanges in order, each once, with a text to search", async () => {
	const { journal, ids, add, flush } = createJournal();
	const { control, requests, respond } = createPagedControl(
		createEntries(700, 201),
		createEntries(200, 199),
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
	expect(ids()).toEqual(Array.from({ length: 503 }, (_, index) => 199 + index));
	expect(journal.items.value.at(-1)?.text).toBe(
		'post /v1/health\nx-mark: yes\n{"name":"zoë"}\n\nnull',
	);
	expect(vi.getTimerCount()).toBe(1);
	flush(2);
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
	expect(ids()).toEqual(Array.from({ length: 63 }, (_, i) => 20_238 + i));
});

test("samples exchanges that arrive too quickly, and loads the rest when it is calm", () => {
	const { journal, reload, ids, add, flush } = createJournal();
	add(1, 1_000);
	flush();
	expect(journal.sampledRate.value).toBeCloseTo(5_000, -2);
	expect(ids()).toEqual(Array.from({ length: 200 }, (_, i) => 801 + i));
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
	// However long ago the exchange before them was.
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
	"adds nothing of a page that was on its way when %s was cleared, and loads again %i times",
	async (session, times) => {
		const { journal, reload, ids } = createJournal();
		const { control, requests, respond } = createPagedControl(
			createEntries(600, 101),
		);
		const loading = journal.load(control);
		journal.clear(session);
		await respond();
		await loading;
		expect(ids()).toEqual([]);
		expect(requests).toHaveBeenCalledOnce();
		expect(reload).toHaveBeenCalledTimes(times);
	},
);
