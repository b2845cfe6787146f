import { expect, test } from "vitest";
import {
	createJournal,
	type Journal,
	type NumberedRecord,
} from "../../../../src/journal/journal.ts";
import { viewResponseBody } from "../../../../src/journal/to-journal-entry.ts";
import { createTestMock } from "../test-mock.ts";
import { createRecord } from "./create-record.ts";

const targets = (found: readonly NumberedRecord[]): string[] =>
	found.map(({ record }) => record.target);

/** Writes `count` records to each session in turn. */
function fill(
	journal: Journal,
	count: number,
	sessions: Readonly<Record<string, string>>,
): void {
	for (let index = 0; index < count; index++)
		for (const [session, body] of Object.entries(sessions))
			journal.write(createRecord(session, `/${index}`, body));
}

const KIB_64 = "x".repeat(65_536);

test("keeps at most `entries` records per session, whatever other sessions do, and drops the oldest first", () => {
	const journal = createJournal({ entries: 2 });
	journal.write(createRecord("quiet", "/q"));
	fill(journal, 100, { busy: "" });
	expect(targets(journal.read("busy"))).toEqual(["/99", "/98"]);
	expect(targets(journal.read("quiet"))).toEqual(["/q"]);
	expect(targets(journal.read())).toEqual(["/99", "/98", "/q"]);
	const dropped = ["busy", "quiet", undefined].map(journal.dropped);
	expect(dropped).toEqual([98, 0, 98]);
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

test("the headers of responses count for the limit of all exchanges", () => {
	const journal = createJournal({ entries: 2_000 });
	const responseHeaders = { "x-long": KIB_64 };
	for (let index = 0; index < 1_500; index++)
		journal.write({ ...createRecord("a", `/${index}`), responseHeaders });
	expect(journal.dropped()).toBeGreaterThan(400);
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
	const medium = KIB_64.slice(0, 8_192);
	fill(journal, 10, { small: "", large: KIB_64, medium });
	const bodies = journal.read().map(({ record }) => record.responseBody);
	expect(bodies.join("").length).toBeLessThanOrEqual(500_000);
	expect(bodies.join("").length).toBeGreaterThan(300_000);
	for (const session of ["small", "medium"]) {
		expect(journal.dropped(session)).toBe(0);
		expect(journal.read(session)).toHaveLength(10);
	}
	expect(journal.dropped("large")).toBe(10 - journal.read("large").length);
	expect(targets(journal.read("large"))[0]).toBe("/9");
});

test.each([
	["a long header", { requestHeaders: ["x-long", KIB_64] }],
	["many headers", { requestHeaders: Array(2_500).fill("x") }],
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
	fill(journal, 6, { b: "" });
	for (let round = 0; round < 5; round++) {
		fill(journal, 2, { a: KIB_64 });
		expect(targets(journal.read("a"))).toEqual(["/1", "/0"]);
		journal.clear("a");
		expect(journal.read("a")).toEqual([]);
		expect(targets(journal.read("b"))).toEqual(["/5", "/4", "/3", "/2"]);
	}
	journal.clear();
	expect([journal.read(), journal.dropped()]).toEqual([[], 0]);
});

test("keeps 1000 records per session by default", async () => {
	await using mock = createTestMock();
	fill(mock.core.context.journal, 1_001, { a: "" });
	const { requests, total, dropped } = await mock.requests();
	expect([requests.length, total, dropped]).toEqual([1_000, 1_000, 1]);
	expect(requests[0]?.id).toBe("1001");
});
