import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";

let folder: ScratchFolder;

beforeEach(async () => {
	folder = await scratchFolder();
	return () => folder[Symbol.asyncDispose]();
});

/** Writes files, and returns the path of the first. */
async function write(
	files: Readonly<Record<string, unknown>>,
): Promise<string> {
	const paths: string[] = [];
	for (const [name, content] of Object.entries(files)) {
		await mkdir(join(folder.path, dirname(name)), { recursive: true });
		const isText = typeof content === "string";
		const text = isText ? content : JSON.stringify(content);
		paths.push(await folder.file(name, text));
	}
	return paths[0] ?? "";
}

const withOperation = (operation: object, others = {}) => ({
	openapi: "3.1.0",
	info: { title: "Books", version: "1" },
	paths: { "/books": { get: { operationId: "listBooks", ...operation } } },
	...others,
});

const respond = (schema: object) => ({
	responses: {
		"200": { description: "", content: { "application/json": { schema } } },
	},
});

const BOOKS = respond({
	type: "array",
	items: { $ref: "parts/book.yaml#/Book" },
});

const BOOK = `Book:
  type: object
  required: [id, author]
  properties:
    id: { type: integer, x-role: book.id }
    author: { $ref: "#/Author" }
Author:
  type: object
  required: [name]
  properties:
    name: { type: string, const: Ann }
    books: { type: array, items: { $ref: "#/Book" } }
`;

test("references lead to other files, which may refer to themselves", async () => {
	const file = await write({
		"api.json": withOperation(BOOKS),
		"parts/book.yaml": BOOK,
	});
	const document = await loadDocument(file);
	expect(document.files.size).toBe(2);
	const mock = createMock({ document });
	await mock.control.setState({
		books: [{ id: 7, author: { name: "Ann" } }],
	} as never);
	const response = await mock.fetch(new Request("http://books.test/books"));
	expect(await response.json()).toEqual([{ id: 7, author: { name: "Ann" } }]);
	await expect(
		mock.control.setState({ books: [{ id: 7, author: {} }] } as never),
	).rejects.toThrow("/books/0/author/name is required");
});

test("a document of OpenAPI 3.0 is read as one of 3.1", async () => {
	const schema = {
		type: "object",
		required: ["note", "size"],
		properties: {
			note: { type: "string", nullable: true },
			size: { type: "integer", minimum: 3, exclusiveMinimum: true, example: 4 },
		},
	};
	const file = await write({
		"api.yaml": { ...withOperation(respond(schema)), openapi: "3.0.3" },
	});
	const { service, describe } = await loadDocument(file);
	expect(await service.examples()).toEqual({
		listBooks: { 200: { note: null, size: 4 } },
	});
	const response = (size: number) => ({
		status: 200,
		headers: { "content-type": "application/json" },
		body: Buffer.from(JSON.stringify({ note: null, size })),
	});
	const find = (size: number) =>
		describe().findResponseViolation("listBooks", "GET", response(size));
	expect(find(4)).toBeUndefined();
	expect(find(3)).toMatch("/size must be above 3");
});

describe("a document that cannot be used is refused in one sentence that names the file", () => {
	test.each([
		[
			"YAML that ends too early",
			"openapi: [",
			/Invalid document .*api\.yaml: .* line 1/,
		],
		[
			"another version",
			{ swagger: "2.0" },
			/swagger: 2\.0 is not supported\. Use OpenAPI 3\.0 or 3\.1/,
		],
		[
			"no operation",
			{ openapi: "3.1.0" },
			/no operation that can be served\. Add one/,
		],
		[
			"a reference to another machine",
			withOperation(respond({ $ref: "https://x.test/a.yaml" })),
			/https:\/\/x\.test\/a\.yaml is not in a file\. Copy/,
		],
		[
			"a reference to a missing file",
			withOperation(respond({ $ref: "missing.yaml" })),
			/missing\.yaml: no file found/,
		],
		[
			"a reference to a missing part",
			withOperation(respond({ $ref: "#/nothing" })),
			/the target of #\/nothing does not exist/,
		],
		[
			"an unknown behavior",
			withOperation({ ...respond({}), "x-behavior": "lst" }),
			/x-behavior of listBooks is an unknown behavior\. Did you mean "list"\?/,
		],
		[
			"a list without ids",
			withOperation({ ...respond({ type: "array" }), "x-behavior": "list" }),
			/nothing in its response has the role id\. Add x-role/,
		],
	])("%s", async (_, content, message) => {
		const file = await write({ "api.yaml": content });
		await expect(loadDocument(file)).rejects.toThrow(message);
	});
});

test("allOf merges the properties of the same name, however deep", async () => {
	const part = (properties: object, required: string[] = []) => ({
		type: "object",
		properties: { error: { type: "object", required, properties } },
		required: ["error"],
	});
	const schema = {
		allOf: [
			part({ code: { type: "string" }, note: { const: "n" } }, ["note"]),
			part({ code: { const: "not_found" } }, ["code"]),
		],
	};
	const file = await write({ "api.json": withOperation(respond(schema)) });
	const { service } = await loadDocument(file);
	expect(await service.examples()).toEqual({
		listBooks: { 200: { error: { code: "not_found", note: "n" } } },
	});
});

test("a total counts the records that match", async () => {
	const item = {
		type: "object",
		properties: {
			id: { type: "integer", "x-role": "book.id" },
			kind: { type: "string", "x-role": "book.kind" },
		},
	};
	const schema = {
		type: "object",
		properties: {
			data: { type: "array", "x-role": "page.items", items: item },
			total: { type: "integer", "x-role": "page.total" },
		},
	};
	const kind = {
		...{ name: "kind", in: "query", "x-role": "query.kind" },
		schema: { type: "string" },
	};
	const operation = { parameters: [kind], ...respond(schema) };
	const file = await write({ "api.json": withOperation(operation) });
	const mock = createMock({ document: await loadDocument(file) });
	const books = ["a", "b", "a"].map((kind, id) => ({ id, kind }));
	await mock.control.setState({ books } as never);
	const read = async (query: string) =>
		(await mock.fetch(new Request(`http://books.test/books${query}`))).json();
	expect(await read("?kind=a")).toMatchObject({ total: 2 });
	expect(await read("?kind=c")).toEqual({ data: [], total: 0 });
	expect(await read("")).toMatchObject({ total: 3 });
});

describe("a create operation is refused with a remedy", () => {
	const create = (properties: object, others: object) => ({
		openapi: "3.1.0",
		paths: {
			"/books": {
				post: {
					operationId: "createBook",
					"x-audit": { action: "created" },
					...respond({ type: "object", properties }),
					...others,
				},
			},
		},
	});
	const id = { id: { type: "integer", "x-role": "book.id" } };
	const location = (template: string) => ({
		responses: {
			"201": {
				...respond({ type: "object", properties: id }).responses["200"],
				headers: { Location: { "x-template": template } },
			},
		},
	});
	test.each([
		[
			"without an id",
			create({}, {}),
			/createBook has x-audit, but nothing in its response has the role id/,
		],
		[
			"with an unknown key",
			create(id, { "x-audit": { event: "x" } }),
			/event in x-audit of createBook is an unknown key/,
		],
		[
			"with an unknown placeholder",
			create(id, location("/books/{book_id}")),
			/x-template of the header Location of createBook has \{book_id\}, .* Use one of id/,
		],
	])("%s", async (_, content, message) => {
		const file = await write({ "api.json": content });
		await expect(loadDocument(file)).rejects.toThrow(message);
	});
});

test("operations with parameters in their path are named, and the others are served", async () => {
	const content = withOperation(respond({ type: "object" }));
	const item = {
		get: { operationId: "getBook", ...respond({ type: "object" }) },
	};
	const file = await write({
		"api.yaml": {
			...content,
			paths: { ...content.paths, "/books/{id}": item },
		},
	});
	const { refused, plans } = await loadDocument(file);
	expect(plans.map(({ operation }) => operation.id)).toEqual(["listBooks"]);
	expect(refused).toEqual([expect.stringContaining("getBook: ")]);
});
