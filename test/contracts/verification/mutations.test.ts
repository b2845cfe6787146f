import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import * as given from "./mutation-examples.ts";

const { bodyOf, created, exposed, listed, mutated, page, rejected } = given;
const { createZap, listZaps } = operations;
const TYPE = "header content-type";

describe("mutations of a JSON body", () => {
	const body = { ...given.zap("A"), colour: "red" };
	const { createdAt, ...timeless } = body;
	const time = createdAt.slice(0, -1);
	const seconds = Date.parse(createdAt) / 1000;
	const type = "change the type of a value:";
	const format = "break the format of a value:";
	const zoneless = `${format} a time without a zone`;
	const epoch = `${format} seconds since the epoch`;
	const underscores = "change the case of a name: with underscores";

	test.each([
		["remove a property", "$.colour", given.zap("A")],
		["replace a value with null", "$.id", { ...body, id: null }],
		["replace a value with null", "$", null],
		[`${type} string to number`, "$.name", { ...body, name: 5 }],
		[`${type} object to array`, "$", [body]],
		[underscores, "$.createdAt", { ...timeless, created_at: createdAt }],
		["wrap the body in an envelope", "$", { data: body }],
		["change a value", "$.colour", { ...body, colour: "redx" }],
		[`${format} an id without its prefix`, "$.id", { ...body, id: given.ULID }],
		[zoneless, "$.createdAt", { ...body, createdAt: time }],
		[epoch, "$.createdAt", { ...body, createdAt: seconds }],
	])("%s at %s", async (name, where, expected) => {
		expect(bodyOf(await mutated(created, name, where))).toEqual(expected);
	});

	test("change a number to a numeric string", async () => {
		const name = `${type} number to numeric string`;
		const response = await mutated(rejected, name, "$.status");
		expect(bodyOf(response)).toMatchObject({ status: "400" });
	});

	test("leave values that neither the OpenAPI document nor the request fixes, and properties that neither has", () => {
		const unknown = { ...given.zap("A"), trace: "x1y2" };
		const response = given.responseOf(createZap.success, unknown);
		const traced = { ...created, response };
		expect(() => given.find(rejected, "change a value", "$.title")).toThrow();
		expect(() => given.find(traced, "remove a property", "$.trace")).toThrow();
	});
});

describe("mutations of an array and a page", () => {
	const { name, ...nameless } = given.zap("A");
	const two = [given.zap("B"), given.zap("A")];
	const add = "add an invalid item at the end";

	test.each([
		// Only the last item, which a contract may not check.
		["remove a property", "$.items[*].name", { items: [two[0], nameless] }],
		[add, "$.items", { items: [...two, {}] }],
		["empty an array", "$.items", page("c2")],
		["reverse a page", "$.items", page("c2", "A", "B")],
		["repeat an item of a page", "$.items", page("c2", "B", "B")],
		["remove the last item of a page", "$.items", page("c2", "B")],
		["return the same cursor again", "$.nextCursor", page("c1", "B", "A")],
		["end after the first page", "$.nextCursor", page(null, "B", "A")],
	])("%s", async (name, where, expected) => {
		expect(bodyOf(await mutated(listed, name, where))).toEqual({
			nextCursor: "c2",
			...expected,
		});
	});

	const path = (query: string) => ({ path: `${listZaps.path}${query}` });
	const headers = { "content-type": "application/json" };
	const filterless = { headers, body: '{"limit":2}' };

	test.each([
		["ignore the limit: limit", listed, path("?cursor=c1")],
		["repeat the first page: cursor", listed, path("?limit=2")],
		["ignore a filter: text", given.searched, filterless],
	])("%s, before the provider sees it", async (name, exchange, changed) => {
		const requests: unknown[] = [];
		const where = name.replace(/.*: /, "request.");
		await mutated(exchange, name, where, async (request) => {
			requests.push(request);
			return exchange.response;
		});
		expect(requests).toEqual([{ ...exchange.request, ...changed }]);
	});
});

describe("mutations of the status and the content type", () => {
	test("swap the status within and across its class", () => {
		const names = given
			.mutationsOf(created)
			.filter(({ where }) => where === "status")
			.map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining([
				"swap the status within its class: 201 to 200",
				"swap the status across classes: 201 to 400",
				"swap the status across classes: 201 to 500",
			]),
		);
		expect(names.join()).not.toMatch(/to (401|403|429)/);
	});

	test.each([
		["remove the content type", undefined],
		["change the content type: text/plain", "text/plain"],
	])("%s", async (name, expected) => {
		const response = await mutated(created, name, TYPE);
		expect(response.headers["content-type"]).toBe(expected);
		expect(response.body).toEqual(created.response.body);
	});

	test("turn a problem into HTML or plain JSON", async () => {
		const html = await mutated(rejected, "turn a problem into HTML", TYPE);
		expect(html.headers["content-type"]).toBe("text/html");
		expect(html.body.toString()).toMatch(/^<!doctype html>/);
		const name = "turn a problem into plain JSON: by its";
		const named = await mutated(rejected, `${name} content type`, TYPE);
		expect(named.headers["content-type"]).toBe("application/json");
		const other = await mutated(rejected, `${name} body`, TYPE);
		expect(bodyOf(other)).not.toHaveProperty("title");
	});

	test("accept an invalid request by sending a valid one", async () => {
		const requests: unknown[] = [];
		const name = "accept an invalid request and store it";
		const response = await mutated(rejected, name, "status", async (sent) => {
			requests.push(JSON.parse(String(sent.body)));
			return created.response;
		});
		// With another name, because a service may require that names are unique.
		const body = { ...createZap.example.body, name: expect.any(String) };
		expect(requests).toEqual([body]);
		expect(response).toBe(created.response);
	});
});

describe("mutations of a text body", () => {
	const words = "break one line of the metrics: a value in words";
	const again = "break one line of the metrics: the same series again";
	const many = '\ncommands_total{a="{"} many 1700000000000\n';

	test("truncate the body", async () => {
		const response = await mutated(created, "truncate the body", "$");
		expect(() => bodyOf(response)).toThrow();
	});

	test.each([
		[words, "zaps", "\nzaps many\n"],
		[words, "commands_total", many],
		[again, "zaps", "\nzaps 20\nzaps 20\n"],
		["change the type of a metric family", "zaps", "# TYPE zaps counter\n"],
		["set a metric family to 0", "commands_total", '{"} 0 1700000000000\n'],
		["remove a metric family", "zaps", /^(?!.*zaps)/s],
	])("%s: %s", async (name, family, expected) => {
		const { body } = await mutated(exposed, name, family);
		expect(body.toString()).toMatch(expected);
		expect(body).not.toEqual(exposed.response.body);
	});
});
