import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../../contracts/generate/read-sources.ts";
import { BEHAVIORS } from "../../../src/behaviors/operation-plan.ts";
import {
	checkKeywords,
	checkRoles,
} from "../../../src/document/check-keywords.ts";
import keywords from "../../../src/document/keywords.json" with {
	type: "json",
};
import { TEXT } from "../../support/openapi.ts";

const shipped = await readDocument(process.cwd());

const withOperation = (others: object) => ({
	openapi: "3.1.0",
	paths: { "/books": { get: { responses: { 200: {} }, ...others } } },
});

const PLACE = "/paths/~1books/get";

test("an editor finds the same errors by the schema", () => {
	const validate = new Ajv2020({ strict: false }).compile(keywords);
	expect(validate(shipped)).toBe(true);
	expect(validate(withOperation({ "x-order": "oldest" }))).toBe(false);
	expect(validate.errors).toMatchObject([
		{ instancePath: "/paths/~1books/get/x-order", keyword: "enum" },
	]);
});

test("the schema lists the behaviors that there are", () => {
	expect(keywords.properties["x-behavior"].enum).toEqual(BEHAVIORS);
});

describe("a wrong keyword is refused with its place and a suggestion", () => {
	test.each<[string, object, string]>([
		[
			"an unknown value",
			withOperation({ "x-order": "oldest" }),
			`${PLACE}/x-order is an unknown value. Available: newest first, oldest first`,
		],
		[
			"a misspelled value",
			withOperation({ "x-behavior": "lst" }),
			`${PLACE}/x-behavior is an unknown value. Did you mean "list"? Available: list,`,
		],
		[
			"a misspelled key, although a required one is missing, too",
			withOperation({ "x-audit": { acton: "added" } }),
			`${PLACE}/x-audit/acton is an unknown property. Did you mean "action"?`,
		],
		[
			"a value of another type",
			withOperation({ "x-resource": 5 }),
			`${PLACE}/x-resource must be a string`,
		],
		[
			"a place where it means nothing",
			withOperation({ parameters: [{ "x-audit": { action: "added" } }] }),
			`${PLACE}/parameters/0/x-audit must be on an operation, beside its responses`,
		],
		[
			"a key of a family of metrics",
			withOperation({
				responses: { 200: { "x-metrics": { hits: { typ: "counter" } } } },
			}),
			`${PLACE}/responses/200/x-metrics/hits/typ is an unknown property. Did you mean "type"?`,
		],
		[
			"a part of exchanges in a label of metrics",
			withOperation({
				responses: {
					200: {
						"x-metrics": {
							requests: { labels: { code: { state: { 200: "ok" } } } },
						},
					},
				},
			}),
			`${PLACE}/responses/200/x-metrics/requests/labels/code/state is an unknown property. Did you mean "status"?`,
		],
		[
			"a key of the responses beside the operations",
			{ "x-beyond-operations": { unknownpath: {} } },
			'/x-beyond-operations/unknownpath is an unknown property. Did you mean "unknownPath"?',
		],
		[
			"an element below them",
			{
				"x-beyond-operations": {
					unknownPath: { status: "404", response: { "x-max-bytes": "1" } },
				},
			},
			"/x-beyond-operations/unknownPath/response/x-max-bytes must be a whole number",
		],
		[
			"an assumption that a header cannot list",
			withOperation({ "x-assumption": ["a.b", "a, b"] }),
			`${PLACE}/x-assumption/1 must match`,
		],
		[
			"another spelling",
			withOperation({ "x-behaviour": "list" }),
			`${PLACE}/x-behaviour is an unknown keyword. Did you mean "x-behavior"?`,
		],
		[
			"another case and other separators",
			withOperation({ responses: { default: { "x-maxBytes": 5 } } }),
			`${PLACE}/responses/default/x-maxBytes is an unknown keyword. Did you mean "x-max-bytes"?`,
		],
		[
			"a wrong letter",
			{ components: { schemas: { Book: { "x-roll": "book.id" } } } },
			'/components/schemas/Book/x-roll is an unknown keyword. Did you mean "x-role"?',
		],
		[
			"another misspelled one",
			withOperation({ "x-resourse": "books" }),
			`${PLACE}/x-resourse is an unknown keyword. Did you mean "x-resource"?`,
		],
	])("%s", (_, document, message) => {
		expect(() => checkKeywords(document)).toThrow(message);
	});
});

describe("what is no keyword of ours is left alone", () => {
	test.each<[string, object]>([
		["a keyword of another vendor", withOperation({ "x-tenant": { typ: 1 } })],
		[
			"a name that goes on after one of ours",
			withOperation({ "x-resourceId": "a", "x-role-name": "b" }),
		],
		["the number of a property", { properties: { a: { "x-order": 1 } } }],
		["a similar one of another type", withOperation({ "x-roles": ["admin"] })],
		["a word that is part of one of ours", withOperation({ "x-source": "a" })],
		[
			"what another vendor's keyword has",
			withOperation({ "x-gateway": { "x-roll": "a", "x-order": 1 } }),
		],
		[
			"the names of properties",
			{ properties: { "x-order": {}, "x-roll": TEXT } },
		],
		[
			"the names of headers",
			withOperation({ responses: { 200: { headers: { "x-order": {} } } } }),
		],
		[
			"an example",
			{ properties: { a: { example: { "x-role": 5, "x-roll": "a" } } } },
		],
	])("%s", (_, document) => {
		checkKeywords(document);
	});
});

const withRoles = (...roles: readonly string[]) => ({
	a: roles.map((role) => ({ "x-role": role })),
});

test.each([
	["spelled differently", ["book.created_at", "page.created_at"], "createdAt"],
	["misspelled, and alone", ["book.nextCusror", "book.id"], "nextCursor"],
])("a role that is %s is refused with a suggestion", (_, roles, suggested) => {
	expect(() => checkRoles(withRoles(...roles))).toThrow(
		`/a/0/x-role is an unknown role. Did you mean "${suggested}"?`,
	);
});

test("a role that is at two places copies a value, whatever it is similar to", () => {
	checkRoles(withRoles("request.form", "book.form", "book.isbn", "id"));
});
