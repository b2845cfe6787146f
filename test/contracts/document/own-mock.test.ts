import { afterAll, expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { type Received, verifyOwn } from "./verify-own.ts";

const folder = await scratchFolder();
afterAll(() => folder[Symbol.asyncDispose]());

/**
 * Verifies the mock of a document with these paths.
 * @param served the paths of the document that the mock has instead
 */
async function verifyPaths(
	paths: object,
	components: object = {},
	served?: object,
) {
	const load = async (all: object) => {
		const info = { title: "Harbor", version: "1" };
		const root = { openapi: "3.0.3", info, paths: all, components };
		const name = `${crypto.randomUUID()}.json`;
		return loadDocument(await folder.file(name, JSON.stringify(root)));
	};
	return verifyOwn(await load(paths), served && (await load(served)));
}

const content = (schema: object, mediaType = "application/json") => ({
	content: { [mediaType]: { schema } },
});
const ok = (schema: object) => ({
	200: { description: "OK", ...content(schema) },
});
const object = (properties: object, ...required: string[]) => ({
	...{ type: "object", properties },
	...(required.length > 0 && { required }),
});
const text = { type: "string" };
const invalid = {
	400: { description: "Invalid", ...content(object({ message: text })) },
};
const boat = object({ id: text, name: text, crew: { type: "integer" } }, "id");

/** Returns a collection whose new records are sent in a media type. */
const collection = (mediaType: string, schema: object) => ({
	"/boats": {
		get: { responses: ok({ type: "array", items: boat }) },
		post: {
			requestBody: { required: true, ...content(schema, mediaType) },
			responses: {
				201: { description: "Created", ...content(boat) },
				...invalid,
			},
		},
	},
	"/boats/{boatId}": {
		parameters: [{ name: "boatId", in: "path", required: true, schema: text }],
		get: {
			responses: { ...ok(boat), 404: { description: "Not found" } },
		},
	},
});

const newBoat = object(
	{
		name: text,
		crew: { type: "integer", minimum: 1 },
		flags: { type: "array", items: text },
	},
	"name",
	"flags",
);

test("checks demand nothing that the document does not say", async () => {
	const names = { type: "array", items: { ...text, maxLength: 5 } };
	const wind = { type: "number", example: 200 };
	const line = { ...text, maxLength: 2_147_483_647 };
	const time = { type: "integer", nullable: true };
	const owned = object({ id: text, owner: text, name: text }, "id", "owner");
	const created = (schema: object) => ({
		201: { description: "Created", ...content(schema) },
	});
	const query = (name: string, schema: object, required: boolean) => [
		{ name, in: "query", required, schema },
	];
	const { failed, passed, unchecked } = await verifyPaths({
		// No item, so no boundary of one.
		"/names": {
			post: {
				requestBody: content({
					...object({ names: { ...names, maxItems: 3 } }, "names"),
					example: { names: [] },
				}),
				responses: ok(object({ count: { type: "integer" } })),
			},
		},
		// A body that no check can write.
		"/manifest": {
			post: {
				requestBody: {
					required: true,
					...content(object({ id: text }), "text/csv"),
				},
				responses: { 204: { description: "Stored" } },
			},
			get: { responses: ok(object({ stored: { type: "boolean" } })) },
		},
		// An integer is a number, and what may be null may be a number.
		"/weather": {
			get: {
				responses: ok(object({ wind, gust: { ...wind, nullable: true } })),
			},
		},
		"/engine": { get: { responses: ok(object({ time }, "time")) } },
		// A body with a status that has none.
		"/anchor": {
			put: { responses: { 204: { description: "Up", ...content(boat) } } },
		},
		// A limit that no request can reach.
		"/log": {
			post: {
				requestBody: content(object({ line }, "line")),
				responses: { ...ok(object({ lines: time })), ...invalid },
			},
		},
		// A wrong parameter beside a required body.
		"/rafts": {
			post: {
				parameters: query("size", { type: "integer" }, false),
				requestBody: { required: true, ...content(newBoat) },
				responses: { ...created(boat), ...invalid },
			},
		},
		// A list that selects by a required parameter need not show each new record.
		"/ships": {
			get: {
				parameters: query("owner", text, true),
				responses: ok({ type: "array", items: owned }),
			},
			post: {
				requestBody: {
					required: true,
					...content(object({ owner: text, name: text }, "owner")),
				},
				responses: created(owned),
			},
		},
	});
	expect(failed).toEqual([]);
	expect(unchecked).toEqual(["POST /manifest"]);
	expect(passed).toEqual(
		expect.arrayContaining([
			"POST /names: the example of the document",
			"POST /rafts: size violates type integer",
		]),
	);
});

test.each([
	["application/x-www-form-urlencoded", /^name=[^&]+&flags=/],
	["multipart/form-data", /name="name"\r\n\r\n[\s\S]*name="flags"\r\n/],
	["application/vnd.boats+json", /^\{"name":/],
])("bodies are sent as %s, as the document has them", async (type, form) => {
	const { failed, passed, unchecked, received } = await verifyPaths(
		collection(type, newBoat),
	);
	expect(failed).toEqual([]);
	expect(unchecked).toEqual([]);
	expect(passed).toEqual(
		expect.arrayContaining([
			"POST /boats: the example of the document",
			"GET /boats/{boatId}: shows what POST /boats has created",
		]),
	);
	const sent = received.filter(({ method }) => method === "POST");
	expect(sent.some(({ body }) => form.test(body))).toBe(true);
	const isOwn = ({ type: actual }: Received) => actual.startsWith(type);
	expect(sent.filter(isOwn).length).toBeGreaterThan(5);
});

test("what a form names is filled in, and is new in each request", async () => {
	const berth = object({ id: text, boatId: text }, "id");
	const { failed, received } = await verifyPaths({
		...collection("application/x-www-form-urlencoded", newBoat),
		"/berths": {
			post: {
				requestBody: {
					required: true,
					...content(
						object({ boatId: text }, "boatId"),
						"application/x-www-form-urlencoded",
					),
				},
				responses: { 201: { description: "Created", ...content(berth) } },
			},
			get: { responses: ok({ type: "array", items: berth }) },
		},
	});
	expect(failed).toEqual([]);
	const bodies = (path: string): string[] =>
		received.flatMap(({ target, method, body }) =>
			method === "POST" && target === path ? [body] : [],
		);
	expect(bodies("/berths").length).toBeGreaterThan(2);
	expect(bodies("/berths")).not.toContain("boatId=text");
	expect(bodies("/boats").length).toBeGreaterThan(5);
});

test("parameters are written in their styles", async () => {
	const list = { type: "array", items: text };
	const query = (name: string, schema: object, style: object = {}) => ({
		...{ name, in: "query", required: true, schema, ...style },
	});
	const { failed, received } = await verifyPaths({
		"/boats": {
			get: {
				parameters: [
					query("fields", { ...list, example: ["id", "name"] }),
					query("sort", { ...list, example: ["a", "b"] }, { explode: false }),
					query(
						"filter",
						{ ...object({ crew: text }), example: { crew: "2" } },
						{ style: "deepObject" },
					),
					query("size", { type: "integer", minimum: 1 }),
				],
				responses: { ...ok({ type: "array", items: boat }), ...invalid },
			},
		},
	});
	expect(failed).toEqual([]);
	expect(received.map(({ target }) => decodeURIComponent(target))).toContain(
		"/boats?fields=id&fields=name&sort=a,b&filter[crew]=2&size=1",
	);
});

test("values that the service gives are not those of the client", async () => {
	const dated = object(
		{ id: text, name: text, created_at: { ...text, format: "date-time" } },
		"id",
		"created_at",
	);
	const boatId = {
		parameters: [{ name: "boatId", in: "path", required: true, schema: text }],
	};
	const { failed, passed } = await verifyPaths({
		"/boats": {
			get: { responses: ok({ type: "array", items: dated }) },
			post: {
				requestBody: { required: true, ...content(dated) },
				responses: { 201: { description: "Created", ...content(dated) } },
			},
		},
		"/boats/{boatId}": {
			...boatId,
			get: { responses: { ...ok(dated), 404: { description: "No" } } },
			put: {
				requestBody: { required: true, ...content(object(dated.properties)) },
				responses: ok(dated),
			},
		},
	});
	expect(failed).toEqual([]);
	expect(passed).toContain(
		"PUT /boats/{boatId}: changes name, and nothing else",
	);
	expect(passed).not.toContain(
		"PUT /boats/{boatId}: changes id, and nothing else",
	);
});

test("checks know defaults, new ids and examples of paths", async () => {
	const flag = { type: "boolean", default: false };
	const status = { ...text, enum: ["new", "paid"], default: "new" };
	const number = { type: "integer", example: 10 };
	const order = object({ id: number, status, archived: flag }, "id");
	const missing = { 404: { description: "Not found" } };
	const { failed, passed, unchecked } = await verifyPaths({
		"/orders": {
			get: {
				parameters: [{ name: "archived", in: "query", schema: flag }],
				responses: ok({ type: "array", items: order }),
			},
			post: {
				requestBody: { required: true, ...content(order) },
				responses: { 201: { description: "Created", ...content(order) } },
			},
		},
		"/orders/{id}": {
			parameters: [{ name: "id", in: "path", required: true, schema: number }],
			get: { responses: { ...ok(order), ...missing } },
			put: {
				requestBody: {
					...{ required: true, ...content(object({ status, archived: flag })) },
				},
				responses: { ...ok(order), ...missing },
			},
		},
		"/projects/{project}/tickets": {
			parameters: [
				{
					name: "project",
					in: "path",
					required: true,
					schema: text,
					example: "WEB",
				},
			],
			get: { responses: ok({ type: "array", items: order }) },
		},
	});
	expect(failed).toEqual([]);
	expect(unchecked).toEqual([]);
	expect(passed).toContainEqual(expect.stringContaining("changes archived"));
	expect(passed).toContainEqual(expect.stringContaining("tickets"));
});

test("rules of parameters are checked where the document has them", async () => {
	const limit = { name: "limit", in: "query", schema: { type: "integer" } };
	const paths = (rules: object, others: object = {}) => ({
		"/boats": {
			get: {
				parameters: [{ ...limit, ...rules }],
				responses: { ...ok({ type: "array", items: boat }), ...invalid },
				...others,
			},
		},
	});
	const checks = [
		"GET /boats: with an unknown parameter",
		"GET /boats: with two of limit",
		"GET /boats: with an empty limit",
	];
	const ruled = paths(
		{ "x-repeated": "last", "x-empty": "ignored" },
		{ "x-unknown-parameters": "rejected" },
	);
	const own = await verifyPaths(ruled);
	expect(own.failed).toEqual([]);
	expect(own.passed).toEqual(expect.arrayContaining(checks));
	const other = await verifyPaths(ruled, {}, paths({}));
	expect(other.failed.map(([description]) => description)).toEqual(checks);
});
