import { expect, test } from "vitest";
import { viewResponseBody } from "../../../../src/journal/body-view.ts";
import type { JournalRecord } from "../../../../src/journal/entry.ts";
import {
	createJournal,
	type NumberedRecord,
} from "../../../../src/journal/journal.ts";
import { createTestMock } from "../test-mock.ts";

/** Creates a record in which only the session, the target and the response body matter. */
const createRecord = (
	session: string,
	target: string,
	responseBody = "",
): JournalRecord =>
	({
		at: 0,
		session,
		operation: "listZaps",
		matched: true,
		method: "GET",
		target,
		status: 200,
		durationMs: 0,
		fault: null,
		requestHeaders: [],
		requestBody: undefined,
		responseHeaders: {},
		responseBody,
		nearest: undefined,
	}) as JournalRecord;

const targets = (found: readonly NumberedRecord[]): string[] =>
	found.map(({ record }) => record.target);

const KIB_64 = "x".repeat(65_536);

test("keeps at most `entries` records per session, and drops the oldest first", () => {
	const journal = createJournal({ entries: 3 });
	for (let index = 0; index < 8; index++)
		journal.write(createRecord("a", `/${index}`));
	expect(targets(journal.read("a"))).toEqual(["/7", "/6", "/5"]);
	expect(journal.dropped("a")).toBe(5);
});

test("never drops records of a quiet session because of a busy one", () => {
	const journal = createJournal({ entries: 2 });
	journal.write(createRecord("quiet", "/q"));
	for (let index = 0; index < 100; index++)
		journal.write(createRecord("busy", `/${index}`));
	expect(targets(journal.read("quiet"))).toEqual(["/q"]);
	expect(journal.dropped("quiet")).toBe(0);
	expect(targets(journal.read())).toEqual(["/99", "/98", "/q"]);
	expect(journal.dropped()).toBe(98);
});

test("copies a part of a received buffer, and no whole buffer", () => {
	const journal = createJournal({ entries: 10 });
	const received = Buffer.alloc(1_000_000, 0xff);
	for (const requestBody of [received, received.subarray(10, 20)])
		journal.write({ ...createRecord("a", "/"), requestBody });
	const [part, whole] = journal.read().map(({ record }) => record.requestBody);
	expect((part as Uint8Array).buffer.byteLength).toBe(10);
	expect(whole).toBe(received);
});

test("retains only the part of a response body that it shows, and that it is longer", () => {
	const journal = createJournal({ entries: 10 });
	journal.write(createRecord("a", "/", KIB_64.repeat(2)));
	const [{ record } = {}] = journal.read();
	expect(record?.responseBody).toHaveLength(65_537);
	expect(viewResponseBody(record?.responseBody)).toEqual({
		body: KIB_64,
		truncated: true,
	});
	expect(viewResponseBody(KIB_64)).toEqual({ body: KIB_64 });
});

test("lists the records of all sessions newest first", () => {
	const journal = createJournal({ entries: 10 });
	for (const [index, session] of ["a", "b", "a", "c", "b"].entries())
		journal.write(createRecord(session, `/${index}`));
	expect(targets(journal.read())).toEqual(["/4", "/3", "/2", "/1", "/0"]);
	const numbers = journal.read().map(({ number }) => number);
	expect([...numbers].sort((a, b) => b - a)).toEqual(numbers);
});

test("with `entries: 0`, keeps nothing, counts dropped records and still notifies listeners", () => {
	const journal = createJournal({ entries: 0 });
	const received: NumberedRecord[] = [];
	journal.subscribe((written) => received.push(written));
	for (const target of ["/1", "/2"]) journal.write(createRecord("a", target));
	expect(journal.read()).toEqual([]);
	expect(journal.dropped()).toBe(2);
	expect(targets(received)).toEqual(["/1", "/2"]);
});

test("keeps at most `bytes` bytes, and drops from the largest session first", () => {
	const journal = createJournal({ entries: 100, bytes: 500_000 });
	for (let index = 0; index < 10; index++) {
		journal.write(createRecord("small", `/${index}`));
		journal.write(createRecord("large", `/${index}`, KIB_64));
		journal.write(createRecord("medium", `/${index}`, KIB_64.slice(0, 8_192)));
	}
	const kept = journal.read();
	const bytes = kept.reduce(
		(sum, { record }) => sum + (record.responseBody?.length ?? 0),
		0,
	);
	expect(bytes).toBeLessThanOrEqual(500_000);
	expect(bytes).toBeGreaterThan(300_000);
	for (const session of ["small", "medium"]) {
		expect(journal.dropped(session)).toBe(0);
		expect(journal.read(session)).toHaveLength(10);
	}
	expect(journal.dropped("large")).toBe(10 - journal.read("large").length);
	expect(targets(journal.read("large"))[0]).toBe("/9");
});

test.each([
	["a long header", { requestHeaders: ["x-long", KIB_64] }],
	["a long target", { target: `/?${KIB_64}` }],
])("counts %s towards the bytes", (_, long) => {
	const journal = createJournal({ entries: 100, bytes: 500_000 });
	for (let index = 0; index < 20; index++)
		journal.write({ ...createRecord("a", "/"), ...long });
	expect(journal.read().length).toBeLessThanOrEqual(8);
});

test.each([
	["text", (length: number) => "x".repeat(length)],
	["bytes", (length: number) => new Uint8Array(length)],
])(
	"keeps a request body of %s that fills the limit of bytes, and drops a larger one",
	(_, createBody) => {
		const journal = createJournal({ entries: 10, bytes: 100_000 });
		const write = (target: string, length: number): void =>
			journal.write({
				...createRecord("a", target),
				requestBody: createBody(length),
			});
		write("/small", 1);
		const [{ bytes = 0 } = {}] = journal.read();
		const rest = bytes - 1;
		write("/large", 100_000 - rest);
		expect(targets(journal.read())).toEqual(["/large"]);
		write("/large", 100_000 - rest + 1);
		expect(journal.read()).toEqual([]);
		expect(journal.dropped()).toBe(3);
		write("/next", 1);
		expect(targets(journal.read())).toEqual(["/next"]);
	},
);

test("starts over after it is cleared", () => {
	const journal = createJournal({ entries: 4, bytes: 200_000 });
	for (let round = 0; round < 5; round++) {
		for (let index = 0; index < 6; index++) {
			journal.write(createRecord("a", `/${index}`, KIB_64));
			journal.write(createRecord("b", `/${index}`));
		}
		journal.clear("a");
		expect(journal.read("a")).toEqual([]);
		expect(journal.dropped("a")).toBe(0);
		expect(targets(journal.read("b"))).toEqual(["/5", "/4", "/3", "/2"]);
		journal.clear();
		expect(journal.read()).toEqual([]);
		expect(journal.dropped()).toBe(0);
	}
});

test("keeps 1000 records per session by default", async () => {
	await using mock = createTestMock();
	for (let index = 0; index < 1_001; index++) await mock.get("/v1/health");
	const { requests, total, dropped } = await mock.control.requests({
		limit: 5,
	});
	expect([requests.length, total, dropped]).toEqual([5, 1_000, 1]);
	expect(requests.map(({ id }) => id)).toEqual([
		"1001",
		"1000",
		"999",
		"998",
		"997",
	]);
});

test("clears the records of one session, or all records", async () => {
	await using mock = createTestMock({ journal: 1 });
	for (const session of ["a", "a", "b"]) await mock.names(session);
	const { control } = mock;
	await control.session("a").clearRequests();
	expect(await control.session("a").requests()).toEqual({
		requests: [],
		total: 0,
		dropped: 0,
	});
	expect((await control.requests()).total).toBe(1);
	await control.clearRequests();
	expect((await control.requests()).total).toBe(0);
});
