import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import {
	array,
	may,
	object,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";
import { judgeBooks } from "./judge-books.ts";
import { openContent } from "./open-document.ts";
import { loadContent } from "./write-document.ts";

const respond = (schema: object) => ({
	description: "",
	content: { "application/json": { schema } },
});
const OK = respond(object({ ok: { type: "boolean" } }));
const MESSAGE = object({ message: TEXT });
const ERROR = respond(MESSAGE);
const parameters = [
	{ name: "limit", in: "query", schema: { type: "integer", maximum: 9 } },
];

async function load(responses: object) {
	const operation = withOperation({ parameters, responses });
	const document = await loadContent(operation);
	const { documented, judge } = judgeBooks(document);
	return {
		fetch: async (query = "", headers = {}) => {
			const url = `http://books.test/books${query}`;
			const response = await createMock({ document }).fetch(
				new Request(url, { headers }),
			);
			const type = response.headers.get("content-type");
			return [response.status, type, await response.text()];
		},
		find: (status: number, body: unknown, query = "") => {
			const request = { method: "GET", path: `/books${query}` };
			return documented.findViolation(
				"listBooks",
				request,
				receivedJson(body, status),
			);
		},
		judge: (expected: number, status: number, body: unknown) =>
			judge(receivedJson(body, status), expected).map(({ where }) => where),
	};
}

const JSON_TYPE = "application/json";

describe.each(["4XX", "default"])("responses listed as %s", (status) => {
	const responses = { "200": OK, [status]: ERROR };

	test("have the form of the mock's own rejections", async () => {
		const { fetch } = await load(responses);
		const [code, type, text] = await fetch("?limit=10");
		expect([code, type]).toEqual([400, JSON_TYPE]);
		expect(JSON.parse(`${text}`)).toEqual({
			message: expect.stringContaining("limit must be at most 9"),
		});
		expect(await fetch("", { prefer: "code=409" })).toEqual([
			409,
			JSON_TYPE,
			expect.stringMatching(/^\{"message":".+"\}$/),
		]);
	});

	test("are compared with their schema", async () => {
		const { find, judge } = await load(responses);
		expect(find(404, { message: "none" })).toBeUndefined();
		expect(find(404, {})).toContain("/message is required");
		expect(find(422, {}, "?limit=10")).toContain("/message is required");
		expect(find(422, { message: "9" }, "?limit=10")).toBeUndefined();
		expect(find(200, { ok: true }, "?limit=10")).toContain("limit");
		expect(judge(400, 422, { message: "9" })).toEqual([]);
		expect(judge(400, 422, {})).toEqual(["$.message"]);
	});
});

describe.each(["2XX", "2xx", "default"])("a success listed as %s", (status) => {
	test("is 200 in the mock, and any in a service", async () => {
		const { fetch, find, judge } = await load({ [status]: OK });
		expect(await fetch()).toEqual([200, JSON_TYPE, '{"ok":false}']);
		expect(find(202, { ok: true })).toBeUndefined();
		expect(find(202, {})).toContain("/ok is required");
		expect(judge(200, 202, { ok: true })).toEqual([]);
	});
});

test("each of several statuses of success conforms", async () => {
	const { judge, find } = await load({ "200": OK, "201": OK, "400": ERROR });
	expect(judge(200, 201, { ok: true })).toEqual([]);
	expect(judge(200, 201, {})).toEqual(["$.ok"]);
	expect(judge(200, 202, { ok: true })).toEqual(["status"]);
	expect(find(201, { ok: true }, "?limit=10")).toContain("limit");
});

test.each([
	[{ type: "object" }, {}],
	[
		may({ error: { properties: { text: TEXT } } }),
		{ error: { text: expect.stringContaining("limit must be") } },
	],
	[array(TEXT), []],
	[TEXT, expect.stringContaining("limit must be")],
])("a rejection has the form %j", async (schema, body) => {
	const { fetch } = await load({ "200": OK, "400": respond(schema) });
	const [status, , text] = await fetch("?limit=10");
	expect([status, JSON.parse(`${text}`)]).toEqual([400, body]);
});

test("a rejection that is listed without content has none", async () => {
	const responses = { "200": OK, "400": { description: "" } };
	const { fetch, judge } = await load(responses);
	expect(await fetch("?limit=10")).toEqual([400, null, ""]);
	expect(judge(400, 400, "")).toEqual([]);
});

test("the default response may be in another file", async () => {
	const schema = { $ref: "parts.yaml#/Error" };
	const responses = { "200": OK, default: respond(schema) };
	const content = { ...withOperation({ responses }), openapi: "3.0.3" };
	const parts = { "parts.yaml": { Error: { ...MESSAGE, nullable: true } } };
	const documented = (await loadContent(content, parts)).describe();
	expect(documented.findResponse("listBooks", 503)?.schema).toMatchObject({
		type: ["object", "null"],
		required: ["message"],
	});
});

test.each([
	["constants", undefined, { status: "ok" }],
	["constants, beside an invalid example", { status: "no" }, { status: "ok" }],
	[
		"constants, beside a valid example",
		{ status: "ok", note: "x" },
		{ status: "ok", note: "x" },
	],
])("a body is made of %s", async (_, example, body) => {
	const schema = object({ status: { const: "ok" } });
	const content = { "application/json": { schema, example } };
	const responses = { 200: { description: "", content } };
	const { service } = await loadContent(withOperation({ responses }));
	expect(await service.readExample("listBooks", 200)).toEqual(body);
});

const list = (items: object) => respond(may({ errors: array(items) }));

test.each([
	[
		"names the place in the text of an error without another part for it",
		list(MESSAGE),
		{ errors: [{ message: "limit must be at most 9" }] },
	],
	[
		"names the place in the part of an error that is for it",
		list(may({ field: TEXT, message: TEXT })),
		{ errors: [{ field: "limit", message: "must be at most 9" }] },
	],
	[
		"has the first code of a list",
		respond(object({ code: { enum: ["E1", "E2"] } })),
		{ code: "E1" },
	],
])("a rejection %s", async (_, form, expected) => {
	const { fetch } = await load({ "200": OK, "400": form });
	const [, , text] = await fetch("?limit=10");
	expect(JSON.parse(`${text}`)).toEqual(expected);
});

test.each([
	["without content", { description: "" }],
	["in another form than RFC 9457", list(MESSAGE)],
])("the journal has the reason of a rejection %s", async (_, form) => {
	const responses = { "200": OK, "400": form };
	const operation = withOperation({ parameters, responses });
	await using mock = await openContent(operation);
	await mock.send("GET", "/books?limit=10");
	const { requests } = await mock.control.requests({});
	expect(requests[0]?.reason).toBe("limit must be at most 9");
});

test.each(["302", "303"])(
	"an operation that always redirects responds with %s and a Location",
	async (status) => {
		const redirect = {
			description: "To the provider",
			headers: { Location: { schema: { type: "string", format: "uri" } } },
		};
		for (const others of [{}, { default: ERROR }, { 400: ERROR }]) {
			const responses = { [status]: redirect, ...others };
			await using mock = await openContent(withOperation({ responses }));
			const response = await mock.fetch("/books");
			expect(response.status).toBe(Number(status));
			expect(response.headers.get("location")).toMatch(/^[a-z]+:/);
			expect(await response.text()).toBe("");
		}
	},
);
