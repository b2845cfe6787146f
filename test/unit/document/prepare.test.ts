import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../../contracts/generate/read-sources.ts";
import * as builtModel from "../../../contracts/generated/operations.ts";
import { createDocumentedBehavior } from "../../../src/document/documented-behavior.ts";
import { interpretSchemas } from "../../../src/document/interpret-schemas.ts";
import { readOperations } from "../../../src/document/node.ts";
import { createModel } from "../../../src/document/prepare.ts";
import { listRequestSchemas } from "../../../src/document/schemas.ts";
import { listViolatingRequests } from "../../../src/document/violating-requests.ts";
import {
	inPath,
	inQuery,
	may,
	NUMBER,
	response,
	TEXT,
	takes,
	withPaths,
} from "../../support/openapi.ts";

const TO_BOOK = { $ref: "#/components/schemas/Book" };
const [trace, depth] = [
	inQuery("X-Trace", TEXT, { in: "header" }),
	inQuery("depth", { ...NUMBER, maximum: 9, default: 3 }),
];
const [shelf] = inPath("shelf", NUMBER).parameters;
const [book] = inPath("book").parameters;
const sent = { schema: TO_BOOK, example: { title: "Emma" } };
const sequel = { ...TO_BOOK, "x-assumption": "book.sequel" };

/** A service with path parameters, a recursive schema and several media types. */
const library = withPaths(
	{
		"/shelves/{shelf}/books/{book}": {
			parameters: [shelf, { $ref: "#/components/parameters/Book" }],
			get: {
				...{ operationId: "getBook", parameters: [trace, depth] },
				responses: {
					"200": { ...response(TO_BOOK), "x-assumption": "book.fields" },
					"204": response(),
				},
			},
			patch: {
				operationId: "changeBook",
				requestBody: {
					content: { "application/json": sent, "text/plain": { schema: TEXT } },
				},
				responses: { "200": { $ref: "#/components/responses/Changed" } },
			},
		},
	},
	{
		components: {
			parameters: { Book: book },
			responses: { Changed: response(TO_BOOK) },
			schemas: {
				Book: {
					...may({ title: { ...TEXT, minLength: 1 }, sequel }),
					required: ["title"],
				},
			},
		},
	},
);

const document = readOperations(library);
const model = createModel(document);
const documented = createDocumentedBehavior(document, model);

test("an operation has the parameters of its path and its own, by place", () => {
	expect(model.operations.getBook?.parameters).toEqual([
		{ name: "shelf", in: "path", type: "integer" },
		{ name: "book", in: "path", type: "string" },
		{ name: "X-Trace", in: "header", type: "string" },
		{ name: "depth", in: "query", type: "integer" },
	]);
});

test("an operation has each media type of its body, and a response without content has none", () => {
	expect(model.operations.changeBook?.bodies).toEqual([
		"application/json",
		"text/plain",
	]);
	expect(model.operations.getBook?.responses).toMatchObject({
		200: { mediaType: "application/json", reason: "OK" },
		204: { mediaType: "", reason: "No Content" },
	});
});

test("the shape and the assumptions of a recursive schema end where it refers to itself", () => {
	const { schema } = documented.findResponse("getBook", 200) ?? {};
	expect(schema?.properties).toEqual({
		title: { type: "string", minLength: 1 },
		sequel: {},
	});
	expect(documented.findResponseAssumptions("getBook", 200)?.body).toEqual({
		$: ["book.fields"],
		"$.title": ["book.fields"],
		"$.sequel": ["book.sequel"],
	});
});

describe("a validator that interprets a recursive schema", () => {
	const validate = interpretSchemas(
		() => library,
		listRequestSchemas(document),
	)["changeBook body"];

	test("accepts what the schema allows at each depth, and rejects what it forbids there", () => {
		const sequel = { title: "Two", sequel: { title: "Three" } };
		expect(validate?.({ title: "One", sequel })).toBe(true);
		expect(validate?.({ title: "One", sequel: { sequel: {} } })).toBe(false);
		expect(validate?.errors).toEqual([
			{
				keyword: "required",
				instancePath: "/sequel",
				params: { missingProperty: "title" },
			},
			{
				keyword: "required",
				instancePath: "/sequel/sequel",
				params: { missingProperty: "title" },
			},
		]);
	});
});

test("each constraint of a body and of a query has a request that violates it alone", () => {
	expect(
		listViolatingRequests(readOperations(library)).map(
			({ operation, place, constraint }) =>
				[operation, place, constraint].join(" "),
		),
	).toEqual([
		"getBook depth type",
		"getBook depth maximum",
		"changeBook  type",
		"changeBook  required",
		"changeBook /title type",
		"changeBook /title minLength",
		"changeBook /sequel type",
		"changeBook /sequel required",
	]);
});

test("a forbidden value is one that the response has at the same place", () => {
	const content = {
		"application/json": { schema: may({ id: NUMBER }), example: { id: 7 } },
	};
	const forbidden = may({ id: { not: {} }, other: { not: {} } });
	const post = { ...takes(forbidden), responses: { "200": { content } } };
	const { operations } = readOperations(withPaths({ "/a": { post } }));
	expect(
		listViolatingRequests({ ...readOperations({}), operations })
			.filter(({ constraint }) => constraint === "not")
			.map(({ request }) => request),
	).toEqual([{ json: { id: 7 } }, { json: { other: "understudy" } }]);
});

test.each([
	["is no object", [], "the document must be an object"],
	[
		"has an operation whose id is no text",
		{ get: { operationId: 1 } },
		"operationId must be a string",
	],
])("rejects a document that %s", (_, item, message) => {
	const root = Array.isArray(item) ? item : { paths: { "/a": item } };
	expect(() => createModel(readOperations(root))).toThrow(message);
});

test("a document read at run time has the same model as the one that the build read", async () => {
	const root = await readDocument(join(import.meta.dirname, "../../.."));
	expect(createModel(readOperations(root))).toEqual({ ...builtModel });
});
