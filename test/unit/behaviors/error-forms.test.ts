import { expect, test } from "vitest";
import { loadDocument } from "../../../src/service/load-document.ts";
import { openDocument } from "./open-document.ts";
import { object, openPaths, TEXT, takes } from "./open-paths.ts";
import { respond, withOperation, write } from "./write-document.ts";

const LIMIT = { type: "integer", maximum: 9 };
const TEXTS = { type: "array", items: TEXT };
const NUMBER = { type: "integer" };
const mapOf = (additionalProperties: unknown) => ({
	...{ type: "object", additionalProperties },
});
const listOf = (items: object) => ({ type: "array", items });
const STANDARD = { type: TEXT, title: TEXT, status: NUMBER, detail: TEXT };
const says = expect.stringContaining("limit must be at most 9");

/** A document with an operation whose invalid requests get an error of the form. */
const describe = (schema: object) =>
	write({
		"api.json": withOperation({
			parameters: [{ name: "limit", in: "query", schema: LIMIT }],
			responses: {
				...respond(object({ title: TEXT })).responses,
				"400": {
					description: "",
					content: { "application/json": { schema } },
				},
			},
		}),
	});

test.each([
	["errors", mapOf(TEXTS), { limit: ["must be at most 9"] }],
	["errors", mapOf(TEXT), { limit: "must be at most 9" }],
	["errors", mapOf(true), { limit: ["must be at most 9"] }],
	["errors", TEXTS, ["limit must be at most 9"]],
	["errors", TEXT, "limit must be at most 9"],
	[
		"errors",
		{ ...mapOf(TEXTS), "x-role": "problem.errors" },
		{ limit: ["must be at most 9"] },
	],
	[
		"detail",
		listOf(
			object({
				loc: listOf({ anyOf: [TEXT, NUMBER] }),
				...{ msg: TEXT, type: TEXT },
			}),
		),
		[{ loc: ["limit"], msg: "must be at most 9", type: "invalid" }],
	],
	[
		"errors",
		listOf({
			type: "object",
			properties: {
				...{ status: TEXT, code: TEXT, title: TEXT, detail: TEXT },
				source: { type: "object", properties: { parameter: TEXT } },
			},
		}),
		[
			{
				...{ status: "400", code: "invalid", title: "Bad Request" },
				...{ detail: "must be at most 9", source: { parameter: "limit" } },
			},
		],
	],
])("the property %s of an error has the form %j", async (name, form, found) => {
	for (const required of [[name], []]) {
		const schema = { type: "object", required, properties: { [name]: form } };
		await using mock = await openDocument(await describe(schema));
		const { status, body } = await mock.send("GET", "/books?limit=10");
		expect([status, body]).toEqual([400, { [name]: found }]);
		const documented = (await loadDocument(mock.document.file)).describe();
		const response = await mock.fetch("/books?limit=10");
		const violation = documented.findResponseViolation("listBooks", "GET", {
			...{ status, headers: { "content-type": "application/json" } },
			body: new Uint8Array(await response.arrayBuffer()),
		});
		expect(violation).toBeUndefined();
	}
});

test.each([
	[
		object({ statusCode: NUMBER, message: TEXT }),
		{ statusCode: 400, message: says },
	],
	[object({ error: TEXT }), { error: says }],
	[object({ reply: TEXT }), { reply: says }],
	[object({ msg: TEXT, at: NUMBER }), { msg: says, at: 0 }],
	[
		{
			type: "object",
			properties: {
				timestamp: { type: "string", format: "date-time" },
				...{ status: NUMBER, error: TEXT, path: TEXT },
			},
		},
		{ status: 400, error: says },
	],
	[
		object({
			code: { const: "invalid_request" },
			type: { const: "a:b" },
			message: TEXT,
		}),
		{ code: "invalid_request", type: "a:b", message: says },
	],
	[
		{
			type: "object",
			properties: { title: { const: "Wrong" }, message: TEXT },
		},
		{ title: "Wrong", message: says },
	],
	[
		object({ ...STANDARD, errors: mapOf(TEXTS) }),
		{
			...{ type: "about:blank", title: "Bad Request", status: 400 },
			detail: "The request is invalid in one place; see errors.",
			errors: { limit: ["must be at most 9"] },
		},
	],
	[
		object({ ...STANDARD, type: { const: "a:b" } }),
		{ type: "a:b", title: "Bad Request", status: 400, detail: says },
	],
	[
		object({ message: TEXT, details: mapOf(TEXT) }),
		{ message: says, details: {} },
	],
	[
		object({ message: TEXT, context: { ...mapOf(true), example: { a: 1 } } }),
		{ message: says, context: { a: 1 } },
	],
	[
		{ type: "object", properties: { message: TEXT, context: mapOf(true) } },
		{ message: says },
	],
	[
		{ ...object({ message: TEXT }), additionalProperties: true },
		{ message: says },
	],
	[
		{ type: "object", properties: { error: object({ message: TEXT }) } },
		{ error: { message: says } },
	],
])("an error of the form %j says what is wrong", async (schema, body) => {
	await using mock = await openDocument(await describe(schema));
	expect((await mock.send("GET", "/books?limit=10")).body).toEqual(body);
});

test("a forced error repeats its status, and has the constants of the document", async () => {
	const schema = {
		...object({
			...{ type: { const: "a:b" }, title: TEXT, status: NUMBER },
			errors: { ...mapOf(TEXTS), minProperties: 1 },
		}),
	};
	await using mock = await openDocument(await describe(schema));
	const prefer = { prefer: "code=400" };
	expect((await mock.send("GET", "/books", undefined, prefer)).body).toEqual({
		...{ type: "a:b", title: "Bad Request", status: 400 },
		errors: expect.anything(),
	});
});

test("a body of another media type or with an encoding is invalid in one place if the document has no status for it", async () => {
	const title = { type: "string" };
	const places = {
		...{ type: "array", "x-role": "errors", minItems: 1 },
		items: { type: "object", properties: { pointer: title, detail: title } },
	};
	const problem = object({ title, errors: places });
	const rejected = {
		...{ description: "", headers: { Accept: { schema: title } } },
		content: { "application/problem+json": { schema: problem } },
	};
	const { responses } = respond(object({ id: title }));
	const post = {
		...takes(object({ title })),
		responses: { ...responses, "400": rejected },
	};
	await using mock = await openPaths({ "/books": { post } });
	for (const header of [
		{ "content-type": "text/plain" },
		{ "content-encoding": "gzip" },
	]) {
		const { status, body } = await mock.send("POST", "/books", {}, header);
		expect(status).toBe(400);
		expect(body.errors).toEqual([{ pointer: "", detail: expect.any(String) }]);
	}
});
