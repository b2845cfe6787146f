import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import {
	bodyOf,
	created,
	find,
	listed,
	mutated,
	rejected,
	responseOf,
	searched,
	TIME,
	ULID,
	zap,
} from "./mutation-examples.ts";

const { createZap, listZaps } = operations;

describe("mutations of a JSON body", () => {
	test.each([
		["remove a property", "$.colour", zap("A")],
		[
			"replace a value with null",
			"$.id",
			{ ...zap("A"), id: null, colour: "red" },
		],
		["replace a value with null", "$", null],
		[
			"change the type of a value: string to number",
			"$.name",
			{ ...zap("A"), name: 5, colour: "red" },
		],
		[
			"change the type of a value: object to array",
			"$",
			[{ ...zap("A"), colour: "red" }],
		],
		[
			"change the case of a name: with underscores",
			"$.createdAt",
			{ id: `zap_${ULID}`, name: "A", colour: "red", created_at: TIME },
		],
		[
			"wrap the body in an envelope",
			"$",
			{ data: { ...zap("A"), colour: "red" } },
		],
		["change a value", "$.colour", { ...zap("A"), colour: "redx" }],
		[
			"break the format of a value: an id without its prefix",
			"$.id",
			{ ...zap("A"), id: ULID, colour: "red" },
		],
		[
			"break the format of a value: a time without a zone",
			"$.createdAt",
			{ ...zap("A"), createdAt: TIME.slice(0, -1), colour: "red" },
		],
		[
			"break the format of a value: seconds since the epoch",
			"$.createdAt",
			{ ...zap("A"), createdAt: Date.parse(TIME) / 1000, colour: "red" },
		],
	])("%s at %s", async (name, where, expected) => {
		expect(bodyOf(await mutated(created, name, where))).toEqual(expected);
	});

	test("change a number to a numeric string", async () => {
		const response = await mutated(
			rejected,
			"change the type of a value: number to numeric string",
			"$.status",
		);
		expect(bodyOf(response)).toMatchObject({ status: "400" });
	});

	test("change only the last item, which a contract may not check", async () => {
		const response = await mutated(
			listed,
			"remove a property",
			"$.items[*].name",
		);
		expect(bodyOf(response)).toMatchObject({ items: [{ name: "B" }, {}] });
		expect(bodyOf(response)).not.toHaveProperty("items[1].name");
	});

	test("leave values that neither the OpenAPI document nor the request fixes", () => {
		expect(() => find(rejected, "change a value", "$.title")).toThrow();
	});

	test("leave properties that are neither documented nor repeated from the request", () => {
		const response = responseOf(createZap.success, {
			...zap("A"),
			trace: "x1y2",
		});
		expect(() =>
			find({ ...created, response }, "remove a property", "$.trace"),
		).toThrow();
	});
});

describe("mutations of an array and a page", () => {
	test.each([
		[
			"add an invalid item at the end",
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
			"remove the last item of a page",
			"$.items",
			{ items: [zap("B")], nextCursor: "c2" },
		],
		[
			"return the same cursor again",
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
			return exchange.response;
		});
		expect(paths).toEqual([`${listZaps.path}${query}`]);
	});

	test("ignore a filter before the provider sees it, with a matching content length", async () => {
		const requests: unknown[] = [];
		await mutated(
			searched,
			"ignore a filter: text",
			"request.text",
			async ({ body, headers }) => {
				requests.push([body, headers]);
				return searched.response;
			},
		);
		expect(requests).toEqual([
			['{"limit":2}', { "content-type": "application/json" }],
		]);
	});
});
