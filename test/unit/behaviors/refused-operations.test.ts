import { expect, test } from "vitest";
import {
	array,
	may,
	respond,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const get = respond(may({ ok: { const: true } }));
const KEY = { type: "apiKey", in: "header", name: "X-Key" };

/** Opens a mock of a document with these operations and security schemes. */
const open = async (paths: object, schemes: object = {}, others = {}) =>
	openContent({
		...withOperation({}, { components: { securitySchemes: schemes } }),
		...{ paths, ...others },
	});

/** Expects that of an operation and others, only the others are served, and why. */
async function expectRefused(
	paths: object,
	reasons: readonly string[],
	...others: [schemes?: object, others?: object]
) {
	await using mock = await open({ ...paths, "/b": { get } }, ...others);
	expect(mock.document.refused).toEqual(reasons);
	expect(await mock.send("GET", "/b")).toMatchObject({ body: { ok: true } });
}

test.each<[string, object, string]>([
	[
		"requirement that only names a scheme",
		{ get: { ...get, security: ["key"] } },
		'GET /a (/paths/~1a/get/security): the requirement "key" must be an object. Write { key: [] }',
	],
	[
		"key in a header that cannot exist",
		{ get: { ...get, security: [{ spaced: [] }] } },
		'GET /a (/paths/~1a/get/security): the security scheme spaced is in the header "My Key", a name that no header can have. Use a name such as X-Key',
	],
	[
		"type of security that does not exist",
		{ get: { ...get, security: [{ odd: [] }] } },
		"GET /a (/paths/~1a/get/security): type of the security scheme odd is an unknown value. Available: http, apiKey, oauth2, openIdConnect, mutualTLS",
	],
	[
		"place of a key that does not exist",
		{ get: { ...get, security: [{ cookies: [] }] } },
		'GET /a (/paths/~1a/get/security): in of the security scheme cookies is an unknown value. Did you mean "cookie"? Available: header, query, cookie',
	],
])("an operation is refused alone for a %s", async (_, item, reason) => {
	const schemes = {
		...{ key: KEY, odd: { type: "magic" } },
		cookies: { ...KEY, in: "cookies" },
		spaced: { ...KEY, name: "My Key" },
	};
	await expectRefused({ "/a": item }, [reason], schemes);
	await using mock = await open({ "/a": item, "/b": { get } }, schemes);
	expect(await mock.send("GET", "/a")).toMatchObject({ status: 404 });
});

test.each([
	[
		{ headers: { "My Trace": { schema: TEXT } } },
		'headers): the header "My Trace" has a name that no header can have. Use a name such as X-Trace.',
	],
	[
		{ headers: { "X-A": { schema: { const: "a\nb" } } } },
		'headers): the header X-A has the value "a\\nb", which no header can have. Use characters of Latin-1, without line breaks.',
	],
	[
		{ headers: { "X-A": { schema: TEXT, example: "\u20ac" } } },
		'headers): the header X-A has the value "\u20ac", which no header can have. Use characters of Latin-1, without line breaks.',
	],
	[
		{ content: { "text/pl\nain": {} } },
		'content): "text/pl\\nain" is no media type. Use one such as application/json.',
	],
	[
		{
			content: { "application/json": { examples: { full: { $ref: "#/a" } } } },
		},
		"content): the example full has a $ref without a target. Fix the $ref, or add its target.",
	],
])(
	"an operation is refused alone for a header, media type or example of its response: %j",
	async (response, reason) => {
		const item = { responses: { 200: { description: "", ...response } } };
		await expectRefused({ "/a": { get: item } }, [
			`GET /a (/paths/~1a/get/responses/200/${reason}`,
		]);
	},
);

const GONE = { $ref: "#/components/schemas/Gone" };

test.each<[string, object]>([
	["response", { responses: { 200: GONE } }],
	["response of an error", { responses: { ...get.responses, 404: GONE } }],
	["header", { responses: { 200: { headers: { "X-A": GONE } } } }],
	["schema of a response", respond({ allOf: [GONE] })],
	["parameter", { ...get, parameters: [GONE] }],
	["body", { ...get, requestBody: GONE }],
	[
		"schema of a body",
		{ ...get, requestBody: { content: { "text/plain": { schema: GONE } } } },
	],
])(
	"an operation is refused alone for a $ref without a target: of a %s",
	async (_, item) => {
		await expectRefused({ "/a": { post: item } }, [
			"POST /a (/paths/~1a/post): the target of #/components/schemas/Gone does not exist. Fix the $ref, or add its target.",
		]);
	},
);

test("a $ref without a target does no harm where the mock does not read it", async () => {
	const [ok] = Object.values(get.responses);
	const item = {
		description: { $ref: "missing.md" },
		callbacks: { done: GONE },
		responses: { 200: { ...ok, links: { next: GONE } } },
	};
	await using mock = await open({ "/b": { get: item } });
	expect(await mock.send("GET", "/b")).toMatchObject({ body: { ok: true } });
});

const XML = "application/xml";
const PATCH = "application/json-patch+json";

test.each([
	["responses/200", XML, { responses: { 200: { content: { [XML]: {} } } } }],
	[
		...(["requestBody", `${PATCH}, ${XML}`] as const),
		{ ...get, requestBody: { content: { [XML]: {}, [PATCH]: {} } } },
	],
])(
	"an operation is refused alone whose content is foreign",
	async (part, types, item) => {
		await expectRefused({ "/a": { post: item } }, [
			`POST /a (/paths/~1a/post/${part}/content): ${types} is not supported. Add application/json, or a handler for the operation.`,
		]);
	},
);

test("of XML and JSON, the response is JSON", async () => {
	const schema = may({ ok: { const: true } });
	const content = { [XML]: { schema }, "application/json": { schema } };
	const item = { responses: { 200: { description: "", content } } };
	await using mock = await open({ "/a": { get: item } });
	const response = await mock.fetch("/a");
	expect(response.headers.get("content-type")).toBe("application/json");
});

test.each(["?", "#"])(
	"an operation is refused alone for a path with %s",
	async (mark) => {
		const path = `/a${mark}b`;
		await expectRefused({ [path]: { get } }, [
			`GET ${path} (/paths/~1a${mark}b/get): its path has a ${mark}, which the path of a request never has. Use a path without it.`,
		]);
	},
);

test.each(["/__mock", "/__mock/state", "/__session/a/b"])(
	"an operation is refused alone for the path %s, which the mock itself has",
	async (path) => {
		const pointer = `/paths/${path.replaceAll("/", "~1")}/get`;
		await expectRefused({ [path]: { get } }, [
			`GET ${path} (${pointer}): no request reaches it, since the paths below /__mock and /__session are those of the mock itself. Use another path.`,
		]);
	},
);

test("a document of which nothing can be served is refused with the first reason", async () => {
	const file = open(
		{ "/a": { get }, "/b": { get } },
		{ key: { ...KEY, in: "body" } },
		{ security: [{ key: [] }] },
	);
	await expect(file).rejects.toThrow(
		/^Invalid document .*\/paths\): the document has no operation that can be served\. GET \/a \(.*in of the security scheme key is an unknown value/,
	);
});

const NO_SCHEMA = "must be a schema. Write one, such as {}, or remove it";
const INVALID =
	"is no regular expression of JavaScript with the flag u: Unterminated";

test.each<[object, string, string]>([
	[
		{ properties: null },
		"properties",
		"must be a map of schemas by name. Add one, or remove it",
	],
	[{ properties: { a: null } }, "properties/a", NO_SCHEMA],
	[{ items: null }, "items", NO_SCHEMA],
	[{ contains: "a" }, "contains", NO_SCHEMA],
	[
		{ type: "strin" },
		"type",
		'is an unknown type. Did you mean "string"? Available: string, number, integer, boolean, object, array, null',
	],
	[{ required: "name" }, "required", "must be a list of names, such as [id]"],
	[{ enum: true }, "enum", "must be a list of values"],
	[{ $ref: 5 }, "$ref", "must be a text"],
	[{ maxLength: "eighty" }, "maxLength", "must be a number"],
	[
		{ pattern: "[" },
		"pattern",
		`${INVALID} character class. Fix the pattern [`,
	],
	[
		{ patternProperties: { "(": {} } },
		"patternProperties",
		`${INVALID} group. Fix the pattern (`,
	],
])(
	"an operation is refused alone whose request or response has the schema %j",
	async (malformed, at, detail) => {
		const schema = { properties: { d: { allOf: [malformed] } } };
		const requestBody = { content: { "application/json": { schema } } };
		const parameters = [
			{ name: "q", in: "query", schema: { $ref: "#/components/schemas/Q" } },
		];
		const paths = {
			"/a": { post: { ...get, requestBody } },
			"/c": { get: { ...get, parameters } },
			"/d": { get: respond({ oneOf: [malformed] }) },
		};
		const last = at.split("/").at(-1);
		const reasons = [
			`POST /a (/paths/~1a/post/requestBody/content/application~1json/schema/properties/d/allOf/0/${at}): ${last} ${detail}.`,
			`GET /c (#/components/schemas/Q/${at}): ${last} ${detail}.`,
			`GET /d (/paths/~1d/get/responses/200/content/application~1json/schema/oneOf/0/${at}): ${last} ${detail}.`,
		];
		const components = { schemas: { Q: malformed } };
		await expectRefused(paths, reasons, {}, { components });
	},
);

test.each([[[]], ["string"], [null]])(
	"an operation is refused alone whose response has %j as its schema",
	async (schema) => {
		const content = { "application/json": { schema } };
		const item = { responses: { 200: { description: "", content } } };
		await expectRefused({ "/a": { get: item } }, [
			"GET /a (/paths/~1a/get/responses/200/content/application~1json/schema): schema must be a schema. Write one, such as {}, or remove it.",
		]);
	},
);

test("what other tools write into schemas is no reason to refuse an operation", async () => {
	const schema = {
		...{ type: ["string", "null"], required: true, maxLength: "9" },
		...{ example: null, properties: { type: { const: 1 } }, "x-a": null },
	};
	const parameters = [{ name: "q", in: "query", schema }];
	await using mock = await open({ "/b": { get: { ...get, parameters } } });
	expect(mock.document.refused).toEqual([]);
});

test.each(["$ref", "$dynamicRef"])(
	"an operation is refused alone for a schema whose %s is an anchor",
	async (keyword) => {
		const schema = array({ [keyword]: "#item" });
		await expectRefused({ "/a": { get: respond(schema) } }, [
			`GET /a (/paths/~1a/get/responses/200/content/application~1json/schema/items/${keyword}): ${keyword} refers to an anchor, which is not supported. Use a $ref such as #/components/schemas/Book.`,
		]);
	},
);

test("the second operation with the same id is refused, and an empty id counts as missing", async () => {
	const same = { ...get, operationId: "read" };
	await using mock = await open({
		"/a": { get: same, put: { ...get, operationId: "" } },
		"/b": { get: same, put: { ...get, operationId: null } },
	});
	expect(mock.document.refused).toEqual([
		"read (/paths/~1b/get/operationId): the operationId read appears twice. Give each operation its own.",
	]);
	const statuses: number[] = [];
	for (const path of ["/a", "/b"])
		for (const method of ["GET", "PUT"])
			statuses.push((await mock.send(method, path)).status);
	expect(statuses).toEqual([200, 200, 405, 200]);
});
