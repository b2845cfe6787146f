import { join } from "node:path";
import { expect, test } from "vitest";
import { createControl } from "../../../src/control/create-control.ts";
import { createPathFinder } from "../../../src/document/path-template.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import type { OperationInput } from "../../../src/engine/model/service.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { respond, withOperation, write } from "./write-document.ts";

const BOOK = "/books/00000000-0000-4000-8000-000000000001";

const LIST = { type: "array", items: { type: "integer" } };
const POINT = {
	type: "object",
	properties: { x: { type: "integer" }, y: { type: "integer" } },
};

async function openLending() {
	const file = join(import.meta.dirname, "lending.yaml");
	const document = await loadDocument(file);
	const mock = createServiceEngine({ document, basePath: "/api" });
	return {
		mock,
		send: async (method: string, path: string, headers = {}) =>
			mock.fetch(
				new Request(`http://lending.test/api${path}`, { method, headers }),
			),
		control: createControl(mock.context),
		[Symbol.asyncDispose]: mock.close,
	};
}

test.each([
	["/books/latest", "/books/latest", {}],
	["/books/7", "/books/{id}", { id: "7" }],
	["/books/7:reserve", "/books/{id}:reserve", { id: "7" }],
	[
		"/books/7/cover.png",
		"/books/{id}/cover.{format}",
		{ id: "7", format: "png" },
	],
	["/books/a%2Fb%20c", "/books/{id}", { id: "a/b c" }],
	["/books/%zz", "/books/{id}", { id: "%zz" }],
	["/a/x/c", "/{b}/x/c", { b: "a" }],
])("%s leads to %s", (path, template, parameters) => {
	const find = createPathFinder(
		[
			...["/books/{id}", "/books/latest", "/books/{id}:reserve"],
			...["/books/{id}/cover.{format}", "/a/{b}/d", "/{b}/x/c"],
		].map((each) => [each, each]),
	);
	const [first] = find(path);
	expect(first).toEqual({ value: template, parameters });
});

test.each([
	"/books",
	"/books/",
	"/books/7/",
	"/books/7/cover.",
	"/books//cover.png",
])("%s leads to no path with parameters", (path) => {
	const find = createPathFinder(
		["/books/{id}", "/books/{id}/cover.{format}"].map((each) => [each, each]),
	);
	expect([...find(path)]).toEqual([]);
});

test("an operation with parameters in its path has an entry in the journal, faults and preferences", async () => {
	await using lending = await openLending();
	await lending.control.addFaults([
		{
			...{ operation: "getCover", kind: "status", status: 503, times: 1 },
			force: true,
		},
	]);
	const path = `${BOOK}/cover.png`;
	expect((await lending.send("GET", path)).status).toBe(503);
	expect(await (await lending.send("GET", path)).json()).toEqual({
		url: "/cover",
	});
	const prefer = { prefer: "code=404" };
	expect((await lending.send("GET", path, prefer)).status).toBe(404);
	const head = await lending.send("HEAD", path);
	expect([head.status, await head.text()]).toEqual([200, ""]);
	const { requests } = await lending.control.requests({});
	expect(requests.map(({ operation }) => operation)).toEqual(
		Array(4).fill("getCover"),
	);
});

test("a path with parameters has its methods, also those of a path that is more general", async () => {
	await using lending = await openLending();
	const wrong = await lending.send("PROPFIND", BOOK);
	expect(wrong.status).toBe(405);
	expect(wrong.headers.get("allow")).toBe("GET, HEAD, PUT, PATCH, DELETE");
	expect(await wrong.json()).toMatchObject({
		detail: expect.stringContaining("not defined for /api/books/{bookId}."),
	});
	const latest = await lending.send("GET", "/books/latest");
	expect(await latest.json()).toEqual({ isLatest: true });
	const { requests } = await lending.control.requests({ limit: 1 });
	expect(requests[0]?.operation).toBe("GET /books/latest");
	const other = await lending.send("PROPFIND", "/books/latest");
	expect(other.headers.get("allow")).toBe("GET, HEAD, PUT, PATCH, DELETE");
});

test.each([
	[
		`${BOOK}/`,
		"getBook",
		"extra slash; the operation is at /api/books/{bookId}",
	],
	[
		"/boks/7/cover.png",
		"getCover",
		"the path is /api/books/{bookId}/cover.{format}",
	],
	["/members/1/loan", "listLoans", "the path is /api/members/{memberId}/loans"],
])("an unknown path %s is near %s", async (path, operation, why) => {
	await using lending = await openLending();
	const response = await lending.send("GET", path);
	expect(response.status).toBe(404);
	const { nearest } = await response.json();
	expect(nearest[0]).toEqual({ operation, why: expect.stringContaining(why) });
});

/** Parameters as OpenAPI writes them, what a request has, and the input or the name of the invalid one. */
const PARAMETERS: readonly (readonly [
	parameter: object,
	target: string,
	headers: Record<string, string>,
	expected: unknown,
])[] = [
	[{ in: "path", schema: { type: "integer", maximum: 9 } }, "/7", {}, { p: 7 }],
	[{ in: "path", schema: { type: "integer", maximum: 9 } }, "/10", {}, "p"],
	[{ in: "path", schema: { type: "integer" } }, "/a", {}, "p"],
	[{ in: "path", schema: LIST }, "/1,2", {}, { p: [1, 2] }],
	[{ in: "path", schema: POINT }, "/x,1,y,2", {}, { p: { x: 1, y: 2 } }],
	[
		{ in: "path", explode: true, schema: POINT },
		"/x=1,y=2",
		{},
		{ p: { x: 1, y: 2 } },
	],
	[{ in: "query", schema: LIST }, "/q?p=1&p=2", {}, { p: [1, 2] }],
	[{ in: "query", schema: LIST }, "/q?p=1&p=b", {}, "p"],
	[
		{ in: "query", explode: false, schema: LIST },
		"/q?p=1,2",
		{},
		{ p: [1, 2] },
	],
	[{ in: "query", schema: POINT }, "/q?x=1&y=2", {}, { p: { x: 1, y: 2 } }],
	[{ in: "query", required: true, schema: POINT }, "/q", {}, "p"],
	[
		{ in: "query", explode: false, schema: POINT },
		"/q?p=x,1",
		{},
		{ p: { x: 1 } },
	],
	[
		{ in: "query", style: "deepObject", schema: POINT },
		"/q?p[x]=1&p[y]=2",
		{},
		{ p: { x: 1, y: 2 } },
	],
	[
		{ in: "query", style: "deepObject", schema: POINT },
		"/q?p%5Bx%5D=b",
		{},
		"p",
	],
	[{ in: "query", schema: { type: "number" } }, "/q?p=-1.5", {}, { p: -1.5 }],
	[{ in: "query", schema: { type: "integer" } }, "/q?p=-1", {}, { p: -1 }],
	[
		{ in: "query", content: { "application/json": { schema: POINT } } },
		`/q?p=${encodeURIComponent('{"x":1}')}`,
		{},
		{ p: { x: 1 } },
	],
	[{ in: "query", schema: { enum: [1, 2] } }, "/q?p=2", {}, { p: 2 }],
	[
		{ in: "header", required: true, schema: { type: "integer" } },
		"/q",
		{},
		"p",
	],
	[{ in: "header", schema: { type: "integer" } }, "/q", { p: "x" }, "p"],
	[{ in: "header", schema: LIST }, "/q", { p: "1,x" }, "p"],
	[{ in: "header", schema: LIST }, "/q", { p: "1,2" }, {}],
	[{ in: "cookie", schema: { type: "boolean" } }, "/q", { cookie: "p=1" }, "p"],
	[
		{ in: "cookie", schema: { type: "boolean" } },
		"/q",
		{ cookie: "p=true" },
		{},
	],
];

test.each(PARAMETERS)(
	"reads %j of %s",
	async (parameter, target, headers, expected) => {
		const inPath = "in" in parameter && parameter.in === "path";
		const operation = {
			parameters: [{ name: "p", required: inPath, ...parameter }],
			...respond({ type: "object" }),
		};
		const file = await write({
			"api.json": {
				...withOperation(operation),
				paths: { [inPath ? "/{p}" : "/q"]: { get: operation } },
			},
		});
		const document = await loadDocument(file);
		const [definition] = document.service.operations;
		let input: unknown;
		const service = {
			...document.service,
			operations: definition
				? [
						{
							...definition,
							handle: async ({ path, query }: OperationInput) => {
								input = { ...path, ...query };
								return { status: 200, body: {} };
							},
						},
					]
				: [],
		};
		const mock = createEngine(service);
		const request = new Request(`http://a.test${target}`, { headers });
		const response = await mock.fetch(request);
		const { errors } = await response.json();
		if (typeof expected !== "string") expect(input).toEqual(expected);
		else
			expect(errors).toEqual([
				{ parameter: expected, detail: expect.any(String) },
			]);
		expect(response.status).toBe(typeof expected === "string" ? 400 : 200);
		await mock.close();
	},
);

test("a value in the path that violates its schema gets 404 if the operation lists no status for invalid requests", async () => {
	await using lending = await openLending();
	const response = await lending.send("GET", "/books/7");
	expect(response.status).toBe(404);
	expect(await response.json()).toEqual({
		code: expect.any(String),
		message: expect.stringContaining("The path parameter bookId "),
	});
});

test("an operation with a parameter that cannot be read is refused alone", async () => {
	const content = withOperation(respond({ type: "object" }));
	const color = { name: "color", in: "path", required: true, style: "matrix" };
	const get = { parameters: [color], ...respond({ type: "object" }) };
	const file = await write({
		"api.json": {
			...content,
			paths: { ...content.paths, "/{color}": { get } },
		},
	});
	const { refused, plans } = await loadDocument(file);
	expect(plans.map(({ operation }) => operation.id)).toEqual(["listBooks"]);
	expect(refused).toEqual([
		"GET /{color} (/paths/~1{color}/get/parameters): style: matrix of the path parameter color is not supported. Use style: simple.",
	]);
});
