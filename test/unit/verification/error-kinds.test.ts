import { expect, test } from "vitest";
import { listErrorKinds } from "../../../src/verification/differences/error-kinds.ts";
import type { Difference } from "../../../src/verification/report.ts";
import { received } from "../../support/received.ts";

/** Returns a difference with a rejection that has these errors in a list. */
const reject = (
	where: string,
	actual: string,
	sent: unknown,
	...errors: readonly Readonly<Record<string, string>>[]
): Difference => ({
	...{ operation: "createZap", where, expected: "any value", actual },
	...{ assumptions: [], count: 1, explains: [] },
	example: {
		request: { method: "POST", path: "/v1/zaps", headers: {}, body: sent },
		response: { ...{ status: 422, headers: {} }, body: { errors } },
	},
});

const title = "aaaaa";
let id = 0;
const error = (place: string, rule: string) => ({
	...{ place, rule, id: `id${++id}` },
});

test("the codes in a list of errors are told by what the requests violate", () => {
	const found = listErrorKinds(
		[
			reject(
				...(["request $.title", "at most 4 characters"] as const),
				...([{ title }, error("title", "LONG")] as const),
			),
			reject(
				...(["request $.tag.name", "at most 4 characters"] as const),
				...([{ tag: { name: title } }, error("tag.name", "LONG")] as const),
			),
			{
				...reject(
					...(["request $.size", "at least 1", { size: 0 }] as const),
					error("size", "RANGE"),
				),
				operation: "submitCommand",
			},
			// Of two errors, one may be of another kind.
			reject(
				...(["request $.items", "at most 2 items", {}] as const),
				...([error("items", "MANY"), error("title", "LONG")] as const),
			),
		],
		[
			{
				target: "createZap",
				request: { method: "POST", path: "/v1/zaps", body: "{}" },
				response: received(422, { errors: [error("title", "NONE")] }),
			},
			// The query may be wrong instead.
			{
				target: "createZap",
				request: { method: "POST", path: "/v1/zaps?page=0", body: "{}" },
				response: received(422, { errors: [error("page", "PAGE")] }),
			},
		],
		[],
	);
	expect(found.map(({ operation }) => operation)).toEqual([
		...["createZap", "submitCommand"],
	]);
	for (const each of found)
		expect(each).toMatchObject({
			where: "$.errors[*].rule",
			expected: "not documented",
			actual:
				'"NONE" for a missing property, "LONG" for a text that is too long, "RANGE" for a number outside of its range',
		});
});

test("texts that follow from the status or the operation are no codes of kinds", () => {
	const told = ["at most 4 characters", "at least 5 characters"].map((actual) =>
		reject("request $.title", actual, { title }, error("title", "BAD")),
	);
	expect(listErrorKinds(told, [], [])).toEqual([]);
});

test("the id of no record is no value of another type", () => {
	const found = listErrorKinds(
		[
			reject(
				"request $.book",
				"only ids of records, others",
				{ book: "b1" },
				error("book", "NO_BOOK"),
			),
			reject(
				"request $.size",
				"only values like a number",
				{ size: "b1" },
				error("size", "TYPE"),
			),
			reject(
				"request $.page",
				"only values like a number",
				{ page: "b1" },
				error("page", "TYPE"),
			),
			reject(
				"request $.book",
				"only values like the id of a record",
				{ book: "b2" },
				error("book", "NO_BOOK"),
			),
			reject(
				"request $.name",
				"only values like a text",
				{ name: 1 },
				error("name", "TYPE"),
			),
		],
		...([[], []] as const),
	);
	expect(found.map(({ actual }) => actual)).toEqual([
		'"NO_BOOK" for the id of no record, "TYPE" for a value of another type',
	]);
});
