import { expect, test } from "vitest";
import {
	type Bracket,
	createCounts,
	formatSeries,
	parseSeries,
	readBrackets,
} from "../../../src/checks/counted-families.ts";
import type { Tested } from "../../../src/checks/subject.ts";
import { readExposition } from "../../../src/values/read-exposition.ts";
import { received } from "../../support/received.ts";

type Values = Readonly<Record<string, number>>;

/** Reads metrics with these series. */
const expose = (values: Values) =>
	readExposition(
		`# TYPE hits counter\n# TYPE kept gauge\n# TYPE made counter\n${Object.entries(
			values,
		)
			.map(([series, value]) => `${series} ${value}\n`)
			.join("")}`,
	);

const createBracket = (
	operation: string,
	count: number,
	before: Values,
	after: Values,
): Bracket => ({
	...{ before: expose(before), after: expose(after) },
	created: new Map([[operation, count]]),
});

const BOOK = 'made{kind="book"}';
const LOAN = 'made{kind="loan"}';
/** All requests, and the readings themselves, are hits. Both books and loans are made. */
const FIRST = { hits: 9, [BOOK]: 2, [LOAN]: 2, kept: 2 };
const SECOND = { hits: 11, [BOOK]: 3, [LOAN]: 2, kept: 3 };
const THIRD = { hits: 14, [BOOK]: 3, [LOAN]: 4, kept: 3 };
const FOURTH = { hits: 17, [BOOK]: 5, [LOAN]: 4, kept: 5 };
const BRACKETS = [
	createBracket("addBook", 1, FIRST, SECOND),
	createBracket("lendBook", 2, SECOND, THIRD),
	createBracket("addBook", 2, THIRD, FOURTH),
];
const BOOKS = { name: "books", type: "gauge" };

test("a family is found by what changes when an operation is called", () => {
	const { findRecords, ofRequests } = createCounts(BRACKETS);
	const found = findRecords(BOOKS, ["addBook"]);
	expect(found && formatSeries(found)).toBe("kept");
	const counter = findRecords({ ...BOOKS, type: "counter" }, ["addBook"]);
	expect(counter && formatSeries(counter)).toBe(BOOK);
	expect([...ofRequests]).toEqual(["hits"]);
});

test("records of several operations may be more than their requests, and those with a flag are not all", () => {
	const { findRecords, follows } = createCounts(
		BRACKETS.map((each, index) => ({
			...each,
			before: expose({ kept: 3 * index, made: index }),
			after: expose({ kept: 3 * index + (index === 2 ? 5 : 2), made: index }),
		})),
	);
	expect(follows("kept", ["addBook", "lendBook"])).toBe(true);
	expect(follows("made", ["addBook", "lendBook"])).toBe(false);
	const own = createCounts(BRACKETS);
	const isKept = (name: string) => name === "kept";
	const other = own.findRecords(BOOKS, ["addBook"], isKept);
	expect(other && formatSeries(other)).toBe(BOOK);
	expect(findRecords(BOOKS, ["lendBook"])).toBeUndefined();
});

test("one number of calls shows nothing, because it may be chance", () => {
	const { findRecords, isMeasured } = createCounts(BRACKETS);
	expect(findRecords(BOOKS, ["lendBook"])).toBeUndefined();
	expect(isMeasured(["lendBook"])).toBe(false);
	expect(isMeasured(["addBook"])).toBe(true);
});

test("an equal value that changes with something else is no count", () => {
	const others = BRACKETS.map((each) => ({
		...each,
		created: new Map([["sellBook", each.created.get("addBook") ?? 3]]),
	}));
	const { findRecords } = createCounts(others);
	expect(findRecords(BOOKS, ["sellBook"])).toBeUndefined();
});

test("the values of a label are no records of several operations if only one has created some", () => {
	const [first, second] = [{ ...FIRST, [LOAN]: 0 }, FIRST];
	const third = { ...FIRST, [BOOK]: 4, [LOAN]: 3 };
	const { findRecords } = createCounts([
		createBracket("addBook", 1, { ...first, [BOOK]: 1, kept: 0 }, second),
		createBracket("addBook", 2, second, third),
	]);
	const counter = { ...BOOKS, type: "counter" };
	expect(findRecords(counter, ["addBook"])?.label).toEqual(["kind", "book"]);
	expect(findRecords(counter, ["addBook", "lendBook"])).toBeUndefined();
});

test("values of a label that differ in the word of an outcome count together, and steps of others, too", () => {
	const values = (run: number, failed: number, ran: number) => ({
		'made{kind="books.failed"}': failed,
		'made{kind="books.completed"}': run - failed,
		'made{kind="loan.ran"}': ran,
	});
	const counts = createCounts([
		createBracket("addBook", 1, values(0, 0, 0), values(1, 1, 0)),
		createBracket("addBook", 2, values(1, 1, 0), values(3, 1, 0)),
		createBracket("lendBook", 2, values(3, 1, 0), values(8, 2, 2)),
	]);
	const found = counts.findRecords({ ...BOOKS, type: "counter" }, ["addBook"]);
	expect(found && formatSeries(found)).toBe(
		'made{kind="books.completed|books.failed"}',
	);
	expect(found && counts.grows(found, ["lendBook"])).toBe(true);
	expect(found && parseSeries(formatSeries(found))).toEqual(found);
});

test.each([
	[1, 1, "counts *, too"],
	[4, 2, "counts each item of a request of *, too, but not the request"],
	[5, 3, "counts * and each item of its requests, too"],
	[4, 3, "grows with *, too"],
])(
	"what a family counts of requests with items: %i, then %i",
	(first, second, text) => {
		const values = [0, first, first + second].map((made) => expose({ made }));
		const bracket = (index: number, count: number, items: number): Bracket => ({
			...{
				before: values[index] ?? expose({}),
				after: values[index + 1] ?? expose({}),
			},
			...{ created: new Map([["lendBooks", count]]), items },
		});
		const { describeGrowth } = createCounts([
			bracket(0, 1, 4),
			bracket(1, 1, 2),
		]);
		expect(describeGrowth({ name: "made" }, "lendBooks")).toBe(text);
		const alone = createCounts([bracket(0, first, first)]);
		expect(alone.describeGrowth({ name: "made" }, "lendBooks")).toBe(
			"grows with *, too",
		);
	},
);

test("the items in the requests between two readings are counted", () => {
	const ask = (target: string, body?: unknown) => ({
		target,
		request: {
			...{ method: body ? "POST" : "GET", path: "/" },
			body: JSON.stringify(body),
		},
		response: received(200, "made 1\n"),
	});
	const [metrics, lending] = ["showMetrics", "lendBooks"].map(
		(id) => ({ operation: { id } }) as Tested,
	);
	if (!metrics || !lending) throw new Error("no operations");
	const brackets = readBrackets(
		[
			ask("showMetrics"),
			ask("lendBooks", { books: [{ id: 1 }, { id: 2 }], tags: ["a"] }),
			ask("lendBooks", { books: [{ id: 3 }] }),
			ask("showMetrics"),
			ask("lendBooks", { books: [{ id: 4 }] }),
			ask("showMetrics"),
		],
		...([metrics, [lending], readExposition] as const),
	);
	expect(brackets.map(({ items }) => items)).toEqual([3, 1]);
});
