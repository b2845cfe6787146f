import { expect, test } from "vitest";
import type { Difference } from "../../../src/verification/report.ts";
import {
	describeDifference,
	keyOfDifference,
} from "../../../src/verification/reports/describe-difference.ts";
import { DIFFERENCE } from "../../contracts/verification/create-verification.ts";

interface Given extends Partial<Omit<Difference, "example">> {
	readonly method?: string;
	readonly path?: string;
	readonly sent?: unknown;
	readonly status?: number;
	readonly received?: unknown;
}

/** Describes a difference in the response to a request. */
function describe({ method, path, sent, status, received, ...given }: Given) {
	const { request, response } = DIFFERENCE.example;
	return describeDifference({
		...{ ...DIFFERENCE, where: "status", expected: "200", ...given },
		example: {
			request: {
				...{ ...request, method: method ?? "POST" },
				...{ path: path ?? "/v1/books", body: sent ?? null },
			},
			response: {
				...{ ...response, status: status ?? 200, body: received ?? null },
			},
		},
	});
}

const errors = (...issues: object[]) => ({ code: "E1", issues });
const REQUIRED = { at: ["body", "title"], text: "is not there" };
const LONG = "x".repeat(200);
const TIME = "2026-01-01T01:00:00+01:00";
const PATTERN = `^${"[0-9]{4}-".repeat(5)}$`;

test.each<[string, Given]>([
	[
		"errors is missing with 400, 415",
		{ where: "$.errors", expected: "errors", actual: "missing with 400, 415" },
	],
	[
		"items is missing on a page without records",
		{
			...{ where: "$.items", expected: "items" },
			actual: "missing on a page without records",
		},
	],
	[
		"about.title is at name, outside of about",
		{
			where: "$.items[*].about.title",
			expected: "about.title",
			actual: "name",
		},
	],
	[
		"rejects a valid request with 400 instead of 200; the error says: No such book.",
		{ actual: "400 (No such book.)", status: 400 },
	],
	[
		"rejects a valid request with 422 instead of 200; the error says: is not there (at: body.title)",
		{ actual: "422", received: errors(REQUIRED, { text: "is odd" }) },
	],
	[
		"rejects limit 5 with 422 instead of 200; the error says: too many (at: limit)",
		{
			actual: "422 (is not there), which rejects limit, such as 5",
			received: errors(REQUIRED, { at: "limit", text: "too many" }),
			sent: { limit: 5 },
		},
	],
	[
		'rejects title "a b" with 400 instead of 200',
		{
			actual: '400, which rejects title, such as "a b"',
			received: { input: "a b" },
			sent: { title: "a b" },
		},
	],
	[
		`rejects title "${LONG.slice(0, 15)}…" (200 characters) with 400 instead of 200`,
		{ actual: '400, which rejects title, such as "x', sent: { title: LONG } },
	],
	[
		`rejects a time with an offset in from, such as "${TIME}", with 400 instead of 200`,
		{
			actual: '400, which rejects from, such as "2026',
			path: `/v1/books?from=${encodeURIComponent(TIME)}`,
		},
	],
	[
		"rejects a valid request with 400 instead of 200; the error says: bad title",
		{ actual: "400", received: "bad \n title\n" },
	],
	[
		"rejects a valid request with 400 instead of 200",
		{ actual: "400", received: "<h1>Bad Request, really</h1>" },
	],
	["responds with 500 instead of 200", { actual: "500" }],
	[
		"responds to HEAD with 405 instead of 200",
		{ actual: "405", method: "HEAD" },
	],
	[
		"accepts a request with 200 instead of 400, although author.name in the body must match the documented pattern",
		{
			expected: `400, since the request body /author/name must match ${PATTERN}`,
			actual: "200",
		},
	],
	[
		"accepts a request with 200 instead of 400, although the body is empty",
		{
			expected: "400, since the request body is empty; send JSON",
			actual: "200",
		},
	],
	[
		"responds with 404 instead of 405, for example to PUT /v1/books",
		{ expected: "405", actual: "404", method: "PUT" },
	],
	[
		"sends errors as text/html instead of application/json",
		{
			...{ where: "header content-type", status: 404 },
			...{ expected: "application/json", actual: "text/html" },
		},
	],
	["sends no header etag", { where: "header etag", actual: "missing" }],
	[
		'in errors, code is "A1" instead of a value like 7',
		{
			...{ where: "$.code", status: 400, expected: "a value like 7" },
			actual: 'another string, such as "A1"',
		},
	],
	[
		"the body has a, b and c instead of items and next",
		{
			...{ where: "$", expected: "an object with items, next" },
			actual: "an object with a, b, c",
		},
	],
	[
		"author is flattened into authorId and authorName",
		{ where: "$.author", actual: "flattened into authorId, authorName" },
	],
	[
		"the body is a bare array instead of an object with items and next",
		{
			...{ where: "$", expected: "an object with items, next" },
			actual: "an array, without an object around it",
		},
	],
	[
		"returns 25 records instead of 1",
		{ where: "$.items", expected: "1 record", actual: "25 records" },
	],
	[
		'returns the records in another order: b, a instead of a, b in the check "by name" and 1 more',
		{
			...{ where: "$.items", expected: "[a, b]", actual: "[b, a]" },
			checks: ["listBooks: by name", "listBooks: all"],
		},
	],
	[
		"returns 2 records (b, a) instead of 1 (a)",
		{ where: "$.items[*].id", expected: "[a]", actual: "[b, a]" },
	],
	[
		"returns 20 records (a, a, … (20 in all)) instead of 3 (a, b, c)",
		{
			where: "$.items",
			expected: "[a, b, c]",
			actual: "[a, a, … (20 in all)]",
		},
	],
	[
		"returns 1 record (b) instead of none",
		{ where: "$.items[*].id", expected: "[]", actual: "[b]" },
	],
	[
		"returns 58 items instead of 20",
		{ where: "$.items", expected: "20 items", actual: "58 items" },
	],
	[
		"returns other records: b instead of a",
		{ where: "$.items[*].id", expected: "[a]", actual: "[b]" },
	],
	[
		"returns no records instead of 1",
		{ where: "$.items", expected: '["{\\"a\\":1,\\"b\\":2}"]', actual: "[]" },
	],
	[
		"requires kind in the request, such as 3",
		{ where: "request $.kind", actual: "required, such as 3" },
	],
	[
		"takes title in the request as name",
		{ where: "request $.title", expected: "title", actual: "name" },
	],
	[
		"also takes kind in the request, which selects records",
		{
			...{ where: "request query kind", expected: "not documented" },
			actual: "selects records",
		},
	],
	[
		"as to kind in the request, it opens the book, instead of: changes no record",
		{
			...{ where: "request $.kind", expected: "changes no record" },
			actual: "it opens the book",
		},
	],
	[
		'"lend" as kind in the request changes pages, such as 3 to 4',
		{
			...{ where: "request $.kind", expected: '"lend" changes no record' },
			actual: "changes pages, such as 3 to 4",
		},
	],
	[
		'rejects "lend" as kind in the request with 409 after "lend"',
		{
			...{ where: "request $.kind", expected: 'takes "lend" for each record' },
			actual: 'rejects it with 409 after "lend"',
		},
	],
	[
		"takes all items of loans in the request with 200, although one names no record",
		{
			...{ where: "request $.loans", expected: "rejects all if one fails" },
			actual: "takes them with 200, although one names no record",
		},
	],
	[
		"rejects all items of loans in the request with 404 if one names no record",
		{
			...{ where: "request $.loans", expected: "rejects all if one fails" },
			actual: "rejects all with 404 if one names no record",
		},
	],
	[
		'requires until in the request at least with kind "lend", such as 3',
		{
			...{ where: "request $.until", expected: "not required" },
			actual: 'required at least with kind "lend", such as 3',
		},
	],
	[
		"the metric hits counts addJar, too",
		{
			...{ where: "$", expected: "hits counts addLid" },
			actual: "hits counts addJar, too",
		},
	],
	[
		"responds with 400 instead of 200 with a body that is no JSON",
		{ expected: "200 with a body that is no JSON", actual: "400" },
	],
	[
		"for a request with an item that fails, leaves a record of listTrail",
		{
			...{ where: "request $.loans" },
			expected: "leaves no record of an item that fails",
			actual: "leaves a record of listTrail",
		},
	],
	[
		"if an item fails, loans[*].ok is false of one that fails",
		{
			...{ where: "$.loans[*].ok", expected: "as if all succeed" },
			actual: "false of one that fails",
		},
	],
	[
		"rejects unknown names with 400 in the query",
		{
			...{ where: "request query", expected: "takes unknown names" },
			actual: "rejects unknown names with 400",
		},
	],
	[
		"rejects kind in the request as unknown",
		{
			...{ where: "request $.kind", expected: "accepted" },
			actual: "rejected as unknown",
		},
	],
	[
		"ignores the header content-encoding gzip: 200 if the body is not compressed, instead of 415",
		{
			where: "request header content-encoding",
			expected: "415 with gzip",
			actual: "ignored: 200 if the body is not compressed",
		},
	],
	[
		"responds with 422 instead of 415 with no Content-Type; the error says: No name was sent.",
		{
			...{ expected: "415 with no Content-Type", actual: "422", status: 422 },
			received: {
				title: "Unprocessable Entity",
				detail: "No name was sent.",
			},
		},
	],
	[
		"responds with 400 instead of 415, although the request has a Content-Encoding",
		{
			expected: "415, since the request has a Content-Encoding",
			actual: "400",
		},
	],
	[
		"also returns items[*].pages, an integer",
		{
			...{ where: "$.items[*].pages", expected: "not documented" },
			actual: "an integer",
		},
	],
	[
		`result is ${'{"pages":3}'} for "lend", ${'{"isLent":false}'} for "give back" instead of the same for each word`,
		{
			...{ where: "$.result", expected: "the same for each word" },
			actual: '{"pages":3} for "lend", {"isLent":false} for "give back"',
		},
	],
	[
		"leaves a record of listTrail",
		{
			...{ where: "request $", expected: "leaves no record" },
			actual: "leaves a record of listTrail",
		},
	],
	[
		"responds with 401 instead of 200 without the header x-key",
		{ where: "request header x-key", expected: "200", actual: "401" },
	],
	[
		"responds with 406 instead of 200 if the header accept is text/html",
		{
			...{ where: "request header accept", expected: "200 with text/html" },
			actual: "406",
		},
	],
	[
		"takes also text/json instead of only application/json in the header content-type",
		{
			where: "request header content-type",
			...{ expected: "only application/json", actual: "also text/json" },
		},
	],
	[
		"takes the header x-id, which comes back in the response",
		{
			...{ where: "request header x-id", expected: "not documented" },
			actual: "comes back in the response",
		},
	],
	[
		"the metrics have no # HELP lines instead of # HELP lines",
		{ where: "$", expected: "# HELP lines", actual: "no # HELP lines" },
	],
	[
		"the body is an empty body for an unknown path (404)",
		{
			...{ where: "$", expected: "the same form for all errors" },
			actual: "an empty body for an unknown path (404)",
		},
	],
	[
		"the metric books is a counter instead of a gauge",
		{
			...{ where: "$", expected: "# TYPE books gauge" },
			actual: "# TYPE books counter",
		},
	],
	[
		"the metric books, a gauge, is missing",
		{ where: "$", expected: "# TYPE books gauge", actual: "missing" },
	],
	[
		"the metric books_total is counted by book_seconds_count",
		{
			...{ where: "$", expected: "# TYPE books_total counter" },
			actual: "counted by book_seconds_count",
		},
	],
	[
		"the metric books is book_count, a number in JSON without a type",
		{
			...{ where: "$", expected: "# TYPE books gauge" },
			actual: "book_count, a number in JSON without a type",
		},
	],
	[
		"takes at most 200 characters instead of any text as title in the request, others with 400 (has more than 200 characters)",
		{
			...{ where: "request $.title", expected: "any text", status: 400 },
			actual: "at most 200 characters",
			received: { title: ["has more than 200 characters"] },
		},
	],
	[
		"takes only values like a boolean as open in the request, some others with 400 (is no boolean)",
		{
			...{ where: "request $.open", expected: "any value", status: 400 },
			actual: "only values like a boolean",
			received: { open: ["is no boolean"] },
		},
	],
	[
		"rejects white space only as title in the request, with 422 (title has no letter)",
		{
			...{ where: "request $.title", expected: "takes white space only" },
			...{ actual: "rejects white space only", status: 422 },
			received: "title has no letter",
		},
	],
	[
		"rejects white space only as title in the request, with 422 (The title is needed.)",
		{
			...{ where: "request $.title", expected: "takes white space only" },
			...{ actual: "rejects white space only", status: 422 },
			received:
				"<!doctype html>\n<title>422 Unprocessable Entity</title>\n<p>The title is needed.</p>",
		},
	],
	[
		"takes also 20 characters instead of any text as title in the request",
		{
			...{ where: "request $.title", expected: "any text", status: 201 },
			...{ actual: "also 20 characters", received: { title: "a" } },
		},
	],
])("%s", (sentence, given) => {
	expect(describe(given)).toBe(sentence);
});

test("what becomes of a value that is accepted is told if the response has the record", () => {
	const tell = (rule: string, sent: unknown, received: unknown) => {
		const expected = `400, since the request body /${rule}`;
		const told = describe({ expected, actual: "201", sent, received });
		return told.split("; ")[1];
	};
	const [isText, isRejected] = ["title must be a string", "id is not allowed"];
	const ofId = { id: "b_1", title: "a" };
	expect(tell(isText, { title: 5 }, { book: { title: "5" } })).toBe(
		'the value comes back as "5"',
	);
	expect(tell(isText, { label: 5 }, { label: "5" })).toBe(
		'the value comes back as "5"',
	);
	expect(tell(isRejected, ofId, { id: 7, title: "a" })).toBe(
		"the value is ignored",
	);
	expect(tell(isRejected, ofId, { key: "b_1", title: "a" })).toBe(
		"the value is used",
	);
	expect(tell(isText, { title: 5 }, { items: [] })).toBeUndefined();
});

test("values of records and of their parts are told apart, although their names are equal", () => {
	const [list, one, part] = ["$.items[*].id", "$.id", "$.steps[*].id"].map(
		(where) =>
			keyOfDifference({
				...{ ...DIFFERENCE, where, expected: 'a value like "b_1"' },
				actual: "an integer, such as 5",
			}),
	);
	expect(list).toBe(one);
	expect(part).not.toBe(one);
});

test("each place of a difference is told", () => {
	const [whole, part, again] = ["$.state", "$.steps[*].state", "$.state"].map(
		(where) => ({
			...{ ...DIFFERENCE, where, expected: '"open"', actual: '"done"' },
		}),
	);
	if (!whole || !part || !again) throw new Error("no difference");
	expect(describeDifference(whole, [part, again])).toBe(
		'state (also steps[*].state) is "done" instead of "open"',
	);
	expect(describeDifference(whole, [again])).toBe(
		'state is "done" instead of "open"',
	);
});
