import { expect, test } from "vitest";
import {
	also,
	array,
	inQuery,
	may,
	NUMBER,
	object,
	respond,
	response,
	TEXT,
	takes,
	withOperation,
} from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";
import { judgeBooks } from "./judge-books.ts";
import { openContent } from "./open-document.ts";
import { openPaths } from "./open-paths.ts";

const LIMIT = { type: "integer", maximum: 9 };
const TEXTS = array(TEXT);
const mapOf = (additionalProperties: unknown) => ({
	...{ type: "object", additionalProperties },
});
const listOf = (items: object) => array(items);
const STANDARD = { type: TEXT, title: TEXT, status: NUMBER, detail: TEXT };
const A_B = { const: "a:b" };
const MAP = mapOf(TEXT);
const MESSAGE = object({ message: TEXT });
const TEXT_OR_NUMBER = { anyOf: [TEXT, NUMBER] };
const TIME = { ...TEXT, format: "date-time" };
/** The schema of an object that may have the properties. */
const any = (properties: object) => may(properties);
const says = expect.stringContaining("limit must be at most 9");

/** Creates a mock of an operation whose invalid requests get an error of the form. */
const open = (schema: object) =>
	openContent(
		withOperation({
			parameters: [inQuery("limit", LIMIT)],
			...also(respond(object({ title: TEXT })), { 400: response(schema) }),
		}),
	);

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
		listOf(object({ loc: listOf(TEXT_OR_NUMBER), msg: TEXT, type: TEXT })),
		[{ loc: ["limit"], msg: "must be at most 9", type: "invalid" }],
	],
	[
		"errors",
		listOf(object({ message: TEXT, code: { ...TEXT, format: "uuid" } })),
		[{ message: says, code: expect.stringMatching(/^[0-9a-f]{8}(-|$)/) }],
	],
	[
		"errors",
		listOf(
			any({
				...{ status: TEXT, code: TEXT, title: TEXT, detail: TEXT },
				source: any({ parameter: TEXT }),
			}),
		),
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
		await using mock = await open(schema);
		const { status, body } = await mock.send("GET", "/books?limit=10");
		expect([status, body]).toEqual([400, { [name]: found }]);
		const { find } = judgeBooks(mock.document);
		expect(find(receivedJson(body, status))).toBeUndefined();
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
		any({ timestamp: TIME, status: NUMBER, error: TEXT, path: TEXT }),
		{ status: 400, error: says },
	],
	[
		object({ code: { const: "invalid_request" }, type: A_B, message: TEXT }),
		{ code: "invalid_request", type: "a:b", message: says },
	],
	[
		object({ message: TEXT, details: listOf(object({ field: TEXT })) }),
		{
			message: "The request is invalid in one place; see errors.",
			details: [{ field: "limit" }],
		},
	],
	[
		any({ title: { const: "Wrong" }, message: TEXT }),
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
		object({ ...STANDARD, type: A_B }),
		{ type: "a:b", title: "Bad Request", status: 400, detail: says },
	],
	[object({ message: TEXT, details: MAP }), { message: says, details: {} }],
	[
		object({ message: TEXT, context: { ...mapOf(true), example: { a: 1 } } }),
		{ message: says, context: { a: 1 } },
	],
	[any({ message: TEXT, context: mapOf(true) }), { message: says }],
	[{ ...MESSAGE, additionalProperties: true }, { message: says }],
	[any({ error: MESSAGE }), { error: { message: says } }],
])("an error of the form %j says what is wrong", async (schema, body) => {
	await using mock = await open(schema);
	expect(await mock.read("/books?limit=10")).toEqual(body);
});

test("an error has the word for its kind from the example of its response", async () => {
	const schema = object({ code: TEXT, message: TEXT });
	const example = {
		code: "invalid_request",
		message: "The title is too long.",
	};
	const rejected = {
		description: "",
		content: { "application/json": { schema, example } },
	};
	await using mock = await openContent(
		withOperation({
			parameters: [inQuery("limit", LIMIT)],
			...also(respond(object({ title: TEXT })), { 400: rejected }),
		}),
	);
	expect(await mock.read("/books?limit=10")).toEqual({
		...{ code: "invalid_request", message: says },
	});
});

test("a body that violates a keyword is rejected with the status of the keyword", async () => {
	const { responses } = respond(object({ id: TEXT }));
	const [invalid, malformed] = [{ description: "" }, { description: "" }];
	const post = {
		...takes(object({ title: { ...TEXT, minLength: 1 } })),
		responses: { ...responses, "400": malformed, "422": invalid },
		"x-violation-status": { type: 400 },
	};
	await using mock = await openPaths({ "/books": { post } });
	const send = async (body: object) =>
		(await mock.send("POST", "/books", body)).status;
	expect(await send({ title: 5 })).toBe(400);
	expect(await send({ title: "" })).toBe(422);
	expect(await send({})).toBe(422);
});

test("a forced error repeats its status, and has the constants of the document", async () => {
	const schema = {
		...object({
			...{ type: A_B, title: TEXT, status: NUMBER },
			errors: { ...mapOf(TEXTS), minProperties: 1 },
		}),
	};
	await using mock = await open(schema);
	const prefer = { prefer: "code=400" };
	expect((await mock.send("GET", "/books", undefined, prefer)).body).toEqual({
		...{ type: "a:b", title: "Bad Request", status: 400 },
		errors: expect.anything(),
	});
});

test("a body of another media type or with an encoding is invalid in one place if the document has no status for it", async () => {
	const places = {
		...listOf(any({ pointer: TEXT, detail: TEXT })),
		...{ "x-role": "errors", minItems: 1 },
	};
	const problem = object({ title: TEXT, errors: places });
	const rejected = {
		...{ description: "", headers: { Accept: { schema: TEXT } } },
		content: { "application/problem+json": { schema: problem } },
	};
	const { responses } = respond(object({ id: TEXT }));
	const post = {
		...takes(object({ title: TEXT })),
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
	const { headers } = await mock.fetch("/books", {
		...{ method: "POST", body: "{}" },
		headers: { "content-type": "application/json", "content-encoding": "gzip" },
	});
	expect(headers.get("accept-encoding")).toBe("identity");
});
