import { describe, expect, test } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import {
	answerOf,
	bodyOf,
	created,
	find,
	listed,
	mutated,
	refused,
	searched,
	TIME,
	ULID,
	zap,
} from "./mutation-examples.ts";

const { createZap, listZaps } = operations;

describe("of a body's structure", () => {
	test.each([
		["drop a member", "$.colour", zap("A")],
		["null it", "$.id", { ...zap("A"), id: null, colour: "red" }],
		["null it", "$", null],
		[
			"change its type: string to number",
			"$.name",
			{ ...zap("A"), name: 5, colour: "red" },
		],
		["change its type: object to array", "$", [{ ...zap("A"), colour: "red" }]],
		[
			"rename its case: with underscores",
			"$.createdAt",
			{ id: `zap_${ULID}`, name: "A", colour: "red", created_at: TIME },
		],
		[
			"put the body in an envelope",
			"$",
			{ data: { ...zap("A"), colour: "red" } },
		],
		["change its value", "$.colour", { ...zap("A"), colour: "redx" }],
		[
			"break its format: an id without its prefix",
			"$.id",
			{ ...zap("A"), id: ULID, colour: "red" },
		],
		[
			"break its format: a time without a zone",
			"$.createdAt",
			{ ...zap("A"), createdAt: TIME.slice(0, -1), colour: "red" },
		],
		[
			"break its format: seconds since the epoch",
			"$.createdAt",
			{ ...zap("A"), createdAt: Date.parse(TIME) / 1000, colour: "red" },
		],
	])("%s at %s", async (name, where, expected) => {
		expect(bodyOf(await mutated(created, name, where))).toEqual(expected);
	});

	test("changes a number to a numeric string", async () => {
		const answer = await mutated(
			refused,
			"change its type: number to numeric string",
			"$.status",
		);
		expect(bodyOf(answer)).toMatchObject({ status: "400" });
	});

	test("changes the last item only, which a contract may not look at", async () => {
		const answer = await mutated(listed, "drop a member", "$.items[*].name");
		expect(bodyOf(answer)).toMatchObject({ items: [{ name: "B" }, {}] });
		expect(bodyOf(answer)).not.toHaveProperty("items[1].name");
	});

	test("changes no value that is fixed neither by the document nor by the request", () => {
		expect(() => find(refused, "change its value", "$.title")).toThrow();
	});

	test("leaves out members that are neither described nor as sent", () => {
		const answer = answerOf(createZap.success, { ...zap("A"), trace: "x1y2" });
		expect(() =>
			find({ ...created, answer }, "drop a member", "$.trace"),
		).toThrow();
	});
});

describe("of an array and a page", () => {
	test.each([
		[
			"add one bad item at the end",
			"$.items",
			{ items: [zap("B"), zap("A"), {}], nextCursor: "c2" },
		],
		["empty an array", "$.items", { items: [], nextCursor: "c2" }],
		[
			"reverse a page",
			"$.items",
			{ items: [zap("A"), zap("B")], nextCursor: "c2" },
		],
		[
			"repeat an item of a page",
			"$.items",
			{ items: [zap("B"), zap("B")], nextCursor: "c2" },
		],
		[
			"lose the last item of a page",
			"$.items",
			{ items: [zap("B")], nextCursor: "c2" },
		],
		[
			"return the same cursor for ever",
			"$.nextCursor",
			{ items: [zap("B"), zap("A")], nextCursor: "c1" },
		],
		[
			"end after the first page",
			"$.nextCursor",
			{ items: [zap("B"), zap("A")], nextCursor: null },
		],
	])("%s", async (name, where, expected) => {
		expect(bodyOf(await mutated(listed, name, where))).toEqual(expected);
	});

	test.each([
		["ignore the limit: limit", "request.limit", listed, "?cursor=c1"],
		["repeat the first page: cursor", "request.cursor", listed, "?limit=2"],
	])("%s", async (name, where, exchange, query) => {
		const paths: string[] = [];
		await mutated(exchange, name, where, async ({ path }) => {
			paths.push(path);
			return exchange.answer;
		});
		expect(paths).toEqual([`${listZaps.path}${query}`]);
	});

	test("ignores a filter before the provider sees it, with a length that fits", async () => {
		const requests: unknown[] = [];
		await mutated(
			searched,
			"ignore a filter: text",
			"request.text",
			async ({ body, headers }) => {
				requests.push([body, headers]);
				return searched.answer;
			},
		);
		expect(requests).toEqual([
			['{"limit":2}', { "content-type": "application/json" }],
		]);
	});
});
