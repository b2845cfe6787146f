import { dirname, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { array, respond, TEXT, withOperation } from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";
import { judgeBooks } from "./judge-books.ts";
import { loadContent, write } from "./write-document.ts";

const BOOKS = respond(array({ $ref: "parts/book.yaml#/Book" }));

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
	const document = await loadContent(withOperation(BOOKS), {
		"parts/book.yaml": BOOK,
	});
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

test.each(["3.0.3", "3.1.0"])(
	"a document of OpenAPI %s may have the keywords of 3.0",
	async (openapi) => {
		const person = { $ref: "#/components/schemas/Person" };
		const schema = {
			type: "object",
			required: ["note", "size"],
			properties: {
				note: { type: "string", nullable: true },
				...(openapi === "3.1.0" && {
					more: { type: ["string", "null"], nullable: true },
				}),
				size: {
					type: "integer",
					minimum: 3,
					exclusiveMinimum: true,
					example: 4,
				},
				author: { allOf: [person], nullable: true },
				owner: { type: "object", allOf: [person], nullable: true },
				editor: { ...person, nullable: true },
			},
		};
		const components = {
			schemas: { Person: { type: "object", required: ["name"] } },
		};
		const operation = withOperation(respond(schema), { components });
		const document = await loadContent({ ...operation, openapi });
		expect(await document.service.readExample("listBooks", 200)).toMatchObject({
			...{ note: expect.any(String), size: 4 },
		});
		const { find: findIn } = judgeBooks(document);
		const find = (properties: object) =>
			findIn(receivedJson({ note: null, size: 4, ...properties }));
		expect(find({})).toBeUndefined();
		expect(find({ more: null })).toBeUndefined();
		expect(find({ size: 3 })).toMatch("/size must be above 3");
		const none = { author: null, editor: null, owner: null };
		expect(find(none)).toBeUndefined();
		expect(find({ author: {} })).toMatch("/author/name is required");
		expect(find({ editor: {} })).toMatch("/editor/name is required");
		expect(find({ owner: {} })).toMatch("/owner/name is required");
	},
);

test("YAML without quotes gives values and types their type", async () => {
	const document = await loadContent(`openapi: 3.1.0
paths:
  /notes:
    get:
      operationId: listBooks
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                properties:
                  a: { type: [string, null] }
                  b: { oneOf: [{ type: integer }, { type: null }] }
                  version: { type: string, enum: [1.0, 2.5, null], nullable: true }
                  flag: { type: boolean, const: "true" }
`);
	const find = (body: object) => judgeBooks(document).find(receivedJson(body));
	expect(find({ a: null, b: null })).toBeUndefined();
	expect(find({ a: "a", b: 1 })).toBeUndefined();
	for (const version of ["1", "2.5", null])
		expect(find({ version, flag: true })).toBeUndefined();
	expect(find({ version: 2.5 })).toMatch("/version must be");
	expect(find({ flag: "true" })).toMatch("/flag must be");
	expect(find({ a: 1 })).toMatch("/a must be");
	expect(find({ b: "b" })).toMatch("/b must");
});

test("a reference below a keyword of another tool may have no target", async () => {
	expect(
		(
			await loadContent(
				withOperation(BOOKS, {
					"x-policy": { $ref: "../none.yaml" },
					"x-parts": { Book: { $ref: "parts/book.yaml#/Book" } },
				}),
				{ "parts/book.yaml": BOOK },
			)
		).service.operations,
	).toHaveLength(1);
});

const LIBRARY = `openapi: 3.1.0
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          content:
            application/json:
              schema: { type: array, items: { $ref: parts/book.yaml#/Book } }
    post:
      operationId: createBook
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/New" } } }
      responses:
        "201":
          headers: { Location: { x-template: "/books/{id}" } }
          content: { application/json: { schema: { $ref: parts/book.yaml#/Book } } }
  /shelves: { $ref: parts/shelves.yaml }
components:
  schemas:
    New:
      properties:
        isbn: { type: string, pattern: "^[0-9]+$" }
`;
const PART = `Book:
  type: object
  properties:
    id:
      pattern: "^[a-z]{8}$"
      x-role: book.id
    author: { $ref: "#/Author" }
Author: { type: string }
`;
const SHELVES = `get:
  operationId: listShelves
  responses:
    "200":
      description: All shelves.
`;
const API = "/paths/~1books";

describe("an error names the file, the line and the JSON pointer of the element", () => {
	test.each([
		[
			"operationId: createBook",
			"operationId: 1",
			`api.yaml:11 (${API}/post): operationId must be a string`,
		],
		[
			"operationId: createBook",
			"operationId: createBook\n      x-order: none",
			`api.yaml:13 (${API}/post/x-order): x-order is an unknown value.`,
		],
		[
			"/books/{id}",
			"/books/{nr}",
			`api.yaml:17 (${API}/post/responses/201/headers/Location/x-template): x-template of the header Location`,
		],
		[
			"^[a-z]{8}$",
			"^(a|b)$",
			"parts/book.yaml:5 (/Book/properties/id/pattern): ids that match ^(a|b)$ cannot be made",
		],
		[
			"#/Author",
			"#/Writer",
			"parts/book.yaml:7 (/Book/properties/author/$ref): the target of parts/book.yaml#/Writer does not exist",
		],
		[
			"Author: { type: string }",
			`Author: { $ref: "#/Author" }`,
			"parts/book.yaml:7 (/Book/properties/author/$ref): the target of parts/book.yaml#/Author leads back to it",
		],
		[
			"#/Author",
			"none.yaml",
			"parts/book.yaml:7 (/Book/properties/author/$ref): no file found at parts/none.yaml. Fix the $ref.",
		],
		[
			"Author: { type: string }",
			"Author: [",
			"parts/book.yaml:9: Flow sequence",
		],
		[
			"listShelves",
			"listShelves\n  x-behavior: lst",
			"parts/shelves.yaml:3 (/get/x-behavior): x-behavior is an unknown value.",
		],
		[
			"openapi: 3.1.0",
			"openapi: 2.0",
			"api.yaml:1 (/openapi): openapi: 2 is not supported",
		],
	])("without %s", async (from, to, message) => {
		const change = (text: string) => text.replace(from, to);
		const file = await write({
			"api.yaml": change(LIBRARY),
			"parts/book.yaml": change(PART),
			"parts/shelves.yaml": change(SHELVES),
		});
		const error = await loadDocument(file).catch((thrown) => thrown);
		const folder = `${relative("", dirname(file))}/`;
		const { name, message: told } = error;
		expect([name, told.replaceAll(folder, "")]).toEqual([
			"InvalidDocumentError",
			expect.stringContaining(`Invalid document ${message}`),
		]);
	});
});

describe("a document that cannot be used is refused in one sentence that names the file", () => {
	test.each([
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
			"a reference to a device or a pipe, which may never end",
			withOperation(respond({ $ref: "/dev/null" })),
			/api\.yaml:1 \(.*\$ref\): .*dev\/null is not a regular file\. Fix the \$ref/,
		],
		[
			"a list without ids",
			withOperation({ ...respond({ type: "array" }), "x-behavior": "list" }),
			/its response has no role id\. Add x-role/,
		],
	])("%s", async (_, content, message) => {
		await expect(loadContent(content)).rejects.toThrow(message);
	});
});

test("a $ref in an example is a value", async () => {
	const example = { $ref: "no-file.yaml" };
	const operation = respond({ type: "object", example });
	const { service } = await loadContent(withOperation(operation));
	expect(await service.readExample("listBooks", 200)).toEqual(example);
});

function nestSchema(depth: number): object {
	return depth === 0 ? TEXT : { not: nestSchema(depth - 1) };
}

const nest = (open: string, close: string): string =>
	`${open.repeat(5_000)}1${close.repeat(5_000)}`;

test.each([
	["schema in JSON", JSON.stringify(withOperation(respond(nestSchema(1_000))))],
	["list in YAML", `x-a: ${nest("[", "]")}`],
	["object in YAML", `x-a: ${nest("{ a: ", "}")}`],
	[
		"chain of aliases",
		Array.from(
			{ length: 3 },
			(_, index) =>
				`x-${index}: &a${index} ${"[".repeat(390)}${index === 0 ? 1 : `*a${index - 1}`}${"]".repeat(390)}`,
		).join("\n"),
	],
	["list behind an alias", `x-a: &a 1\nx-b: *a\nx-c: ${nest("[", "]")}`],
])("a deep %s is refused", async (_, text) => {
	await expect(loadContent(text)).rejects.toThrow(
		/api\.yaml:\d+: more than 400 objects and arrays are in each other/,
	);
});

test("a line with very many errors is refused at once", async () => {
	const text = `openapi: 3.1.0\nx-a: [${"@,".repeat(100_000)}]`;
	await expect(loadContent(text)).rejects.toThrow(/api\.yaml:2: /);
});

test("a deep list behind an error is not parsed", async () => {
	const text = `openapi: 3.1.0\nx-a: b: c\nx-c: ${nest("[", "]")}`;
	await expect(loadContent(text)).rejects.toThrow(
		/api\.yaml:2: Nested mappings are not allowed in compact mappings/,
	);
});
