import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import {
	bodyOf,
	created,
	find,
	listed,
	mutated,
	page,
	rejected,
	responseOf,
	searched,
	TIME,
	ULID,
	zap,
} from "./mutation-examples.ts";

const { createZap, listZaps } = operations;

describe("mutations of a JSON body", () => {
	const body = { ...zap("A"), colour: "red" };
	const { createdAt, ...timeless } = body;
	const type = "change the type of a value:";
	const format = "break the format of a value:";

	test.each([
		["remove a property", "$.colour", zap("A")],
		["replace a value with null", "$.id", { ...body, id: null }],
		["replace a value with null", "$", null],
		[`${type} string to number`, "$.name", { ...body, name: 5 }],
		[`${type} object to array`, "$", [body]],
		[
			"change the case of a name: with underscores",
			"$.createdAt",
			{ ...timeless, created_at: createdAt },
		],
		["wrap the body in an envelope", "$", { data: body }],
		["change a value", "$.colour", { ...body, colour: "redx" }],
		[`${format} an id without its prefix`, "$.id", { ...body, id: ULID }],
		[
			`${format} a time without a zone`,
			"$.createdAt",
			{ ...body, createdAt: TIME.slice(0, -1) },
		],
		[
			`${format} seconds since the epoch`,
			"$.createdAt",
			{ ...body, createdAt: Date.parse(TIME) / 1000 },
		],
	])("%s at %s", async (name, where, expected) => {
		expect(bodyOf(await mutated(created, name, where))).toEqual(expected);
	});

	test("change a number to a numeric string", async () => {
		const name = `${type} number to numeric string`;
		const response = await mutated(rejected, name, "$.status");
		expect(bodyOf(response)).toMatchObject({ status: "400" });
	});

	test("leave values that neither the OpenAPI document nor the request fixes, and properties that neither has", () => {
		const unknown = { ...zap("A"), trace: "x1y2" };
		const response = responseOf(createZap.success, unknown);
		expect(() => find(rejected, "change a value", "$.title")).toThrow();
		expect(() =>
			find({ ...created, response }, "remove a property", "$.trace"),
		).toThrow();
	});
});

describe("mutations of an array and a page", () => {
	const { name, ...nameless } = zap("A");

	test.each([
		// Only the last item, which a contract may not check.
		[
			"remove a property",
			"$.items[*].name",
			{ items: [zap("B"), nameless], nextCursor: "c2" },
		],
		[
			"add an invalid item at the end",
			"$.items",
			{ items: [zap("B"), zap("A"), {}], nextCursor: "c2" },
		],
		["empty an array", "$.items", page("c2")],
		["reverse a page", "$.items", page("c2", "A", "B")],
		["repeat an item of a page", "$.items", page("c2", "B", "B")],
		["remove the last item of a page", "$.items", page("c2", "B")],
		["return the same cursor again", "$.nextCursor", page("c1", "B", "A")],
		["end after the first page", "$.nextCursor", page(null, "B", "A")],
	])("%s", async (name, where, expected) => {
		expect(bodyOf(await mutated(listed, name, where))).toEqual(expected);
	});

	test.each([
		["ignore the limit: limit", "request.limit", "?cursor=c1"],
		["repeat the first page: cursor", "request.cursor", "?limit=2"],
	])("%s", async (name, where, query) => {
		const paths: string[] = [];
		await mutated(listed, name, where, async ({ path }) => {
			paths.push(path);
			return listed.response;
		});
		expect(paths).toEqual([`${listZaps.path}${query}`]);
	});

	test("ignore a filter before the provider sees it, with a matching content length", async () => {
		const requests: unknown[] = [];
		const name = "ignore a filter: text";
		await mutated(searched, name, "request.text", async (request) => {
			requests.push([request.body, request.headers]);
			return searched.response;
		});
		expect(requests).toEqual([
			['{"limit":2}', { "content-type": "application/json" }],
		]);
	});
});
