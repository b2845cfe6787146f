import { afterAll, expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import {
	also,
	array,
	content,
	creates,
	inPath,
	inQuery,
	list,
	may,
	NUMBER,
	respond,
	saves,
	TEXT,
} from "../../support/openapi.ts";
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

const object = (properties: object, ...required: string[]) => ({
	...{ ...may(properties), ...(required.length > 0 && { required }) },
});
const invalid = {
	400: { description: "", ...content(may({ message: TEXT })) },
};
const missing = { 404: { description: "" } };
const boat = object({ id: TEXT, name: TEXT, crew: NUMBER }, "id");

/** Returns a collection whose new records are sent in a media type. */
const collection = (mediaType: string, schema: object) => ({
	"/boats": {
		get: list(boat),
		post: also(creates(boat, schema, mediaType), invalid),
	},
	"/boats/{boatId}": { ...inPath("boatId"), get: also(respond(boat), missing) },
});

const newBoat = object(
	{ name: TEXT, crew: { ...NUMBER, minimum: 1 }, flags: array(TEXT) },
	...["name", "flags"],
);

test("checks demand nothing that the document does not say", async () => {
	const names = array({ ...TEXT, maxLength: 5 });
	const wind = { type: "number", example: 200 };
	const line = { ...TEXT, maxLength: 2_147_483_647 };
	const time = { ...NUMBER, nullable: true };
	const owned = object({ id: TEXT, owner: TEXT, name: TEXT }, "id", "owner");
	const stored = { 204: { description: "" } };
	const { failed, passed, unchecked } = await verifyPaths({
		// No item, so no boundary of one.
		"/names": {
			post: saves(may({ count: NUMBER }), {
				...object({ names: { ...names, maxItems: 3 } }, "names"),
				...{ example: { names: [] } },
			}),
		},
		// A body that no check can write.
		"/manifest": {
			post: {
				...creates(boat, may({ id: TEXT }), "text/csv"),
				responses: stored,
			},
			get: respond(may({ stored: { type: "boolean" } })),
		},
		// An integer is a number, and what may be null may be a number.
		"/weather": {
			get: respond(may({ wind, gust: { ...wind, nullable: true } })),
		},
		"/engine": { get: respond(object({ time }, "time")) },
		// A body with a status that has none.
		"/anchor": {
			put: { responses: { 204: { ...stored[204], ...content(boat) } } },
		},
		// A limit that no request can reach.
		"/log": {
			post: also(
				saves(may({ lines: time }), object({ line }, "line")),
				invalid,
			),
		},
		// A wrong parameter beside a required body.
		"/rafts": {
			post: {
				parameters: [inQuery("size", NUMBER)],
				...also(creates(boat, newBoat), invalid),
			},
		},
		// A list that selects by a required parameter need not show each new record.
		"/ships": {
			get: {
				parameters: [inQuery("owner", TEXT, { required: true })],
				...list(owned),
			},
			post: creates(owned, object({ owner: TEXT, name: TEXT }, "owner")),
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
	const berth = object({ id: TEXT, boatId: TEXT }, "id");
	const sent = object({ boatId: TEXT }, "boatId");
	const form = "application/x-www-form-urlencoded";
	const { failed, received } = await verifyPaths({
		...collection(form, newBoat),
		"/berths": { post: creates(berth, sent, form), get: list(berth) },
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
	const query = (name: string, schema: object, style: object = {}) =>
		inQuery(name, schema, { required: true, ...style });
	const texts = array(TEXT);
	const crew = { ...may({ crew: TEXT }), example: { crew: "2" } };
	const { failed, received } = await verifyPaths({
		"/boats": {
			get: {
				parameters: [
					query("fields", { ...texts, example: ["id", "name"] }),
					query("sort", { ...texts, example: ["a", "b"] }, { explode: false }),
					query("filter", crew, { style: "deepObject" }),
					query("size", { ...NUMBER, minimum: 1 }),
				],
				...also(list(boat), invalid),
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
		{ id: TEXT, name: TEXT, created_at: { ...TEXT, format: "date-time" } },
		...["id", "created_at"],
	);
	const { failed, passed } = await verifyPaths({
		"/boats": { get: list(dated), post: creates(dated) },
		"/boats/{boatId}": {
			...inPath("boatId"),
			get: also(respond(dated), missing),
			put: { ...creates(dated, may(dated.properties)), ...respond(dated) },
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
	const status = { ...TEXT, enum: ["new", "paid"], default: "new" };
	const number = { ...NUMBER, example: 10 };
	const order = object({ id: number, status, archived: flag }, "id");
	const change = creates(order, may({ status, archived: flag }));
	const [project] = inPath("project").parameters;
	const { failed, passed, unchecked } = await verifyPaths({
		"/orders": {
			get: { parameters: [inQuery("archived", flag)], ...list(order) },
			post: creates(order),
		},
		"/orders/{id}": {
			...inPath("id", number),
			get: also(respond(order), missing),
			put: also({ ...change, ...respond(order) }, missing),
		},
		"/projects/{project}/tickets": {
			parameters: [{ ...project, example: "WEB" }],
			get: list(order),
		},
	});
	expect(failed).toEqual([]);
	expect(unchecked).toEqual([]);
	expect(passed).toContainEqual(expect.stringContaining("changes archived"));
	expect(passed).toContainEqual(expect.stringContaining("tickets"));
});

test("rules of parameters are checked where the document has them", async () => {
	const paths = (rules: object, others: object = {}) => ({
		"/boats": {
			get: {
				parameters: [inQuery("limit", NUMBER, rules)],
				...{ ...also(list(boat), invalid), ...others },
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
