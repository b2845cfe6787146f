import { describe, expect, test } from "vitest";
import { digestAssumptions } from "../../../src/verification/ledger/digest-assumptions.ts";
import { array } from "../../support/openapi.ts";

/** Two assumptions: of a page, which a response refers to, and of the books in it. */
const TEXT = JSON.stringify({
	paths: {
		"/books": {
			get: {
				parameters: [{ name: "size", "x-assumption": "page.size" }],
				responses: { "200": { $ref: "#/components/responses/Page" } },
			},
		},
	},
	"x-beyond-operations": {
		unknownPath: { status: "404", response: { "x-assumption": "unknown" } },
	},
	components: {
		responses: {
			Page: {
				description: "a page",
				"x-assumption": "page",
				schema: {
					type: "object",
					required: ["items", "next"],
					properties: {
						items: array({ $ref: "#/components/Book" }),
						shelf: { $ref: "#/components/Shelf" },
						next: { type: "string", "x-assumption": ["page", "page.next"] },
					},
				},
			},
		},
		Shelf: {
			minProperties: 2,
			allOf: [{ maxProperties: 3, "x-assumption": "book" }],
		},
		Book: {
			"x-assumption": "book",
			type: "object",
			properties: {
				title: { type: "string", minLength: 1 },
				parts: array({ $ref: "#/components/Book" }),
			},
		},
	},
});

/** Returns the ids whose digests differ after an edit of the text. */
function listChanged(from: string, to: string): string[] {
	const edited = TEXT.replace(from, to);
	expect(edited, from).not.toBe(TEXT);
	const before = digestAssumptions(JSON.parse(TEXT));
	const after = digestAssumptions(JSON.parse(edited));
	return [...before.keys()].filter((id) => before.get(id) !== after.get(id));
}

test("each assumption of the document has a digest", () => {
	const digests = [...digestAssumptions(JSON.parse(TEXT))];
	const ids = ["page.size", "page", "book", "page.next", "unknown"];
	expect(digests.map(([id]) => id).toSorted()).toEqual(ids.toSorted());
	for (const [, digest] of digests) expect(digest).toMatch(/^[0-9a-f]{8}$/);
});

describe("what promises nothing does not change a digest", () => {
	test.each([
		["a description", '"a page"', '"one page"'],
		[
			"the sentence of an error",
			'"minLength":1',
			'"minLength":1,"x-remedy":"needs a title"',
		],
		["an example", '{"name":"size",', '{"name":"size","example":5,'],
		[
			"the order of keys",
			'"type":"string","minLength":1',
			'"minLength":1,"type":"string"',
		],
		["the order of names", '["items","next"]', '["next","items"]'],
		["an element without an assumption", '"get":{', '"get":{"tags":["a"],'],
	])("%s", (_, from, to) => {
		expect(listChanged(from, to)).toEqual([]);
	});
});

describe("an edit changes the digests of the assumptions whose elements it changes, and no other", () => {
	test.each([
		["a constraint", '"minLength":1', '"minLength":2', ["book"]],
		[
			"the name of a property that has the name of a keyword",
			'"title":',
			'"summary":',
			["book"],
		],
		[
			"the name under which an element stands",
			'"next":{',
			'"after":{',
			["page", "page.next"],
		],
		[
			"what surrounds others",
			'"type":"array"',
			'"type":"array","maxItems":9',
			["page"],
		],
		["the status that refers to an element", '"200":', '"203":', ["page"]],
		[
			"a part that has no assumption",
			'"minProperties":2',
			'"minProperties":1',
			["page"],
		],
		[
			"a part of others in a list",
			'"maxProperties":3',
			'"maxProperties":4',
			["book"],
		],
		["a parameter", '"size"', '"limit"', ["page.size"]],
		[
			"a response beside the operations",
			'{"x-assumption":"unknown"}',
			'{"x-assumption":"unknown","content":{}}',
			["unknown"],
		],
	])("%s", (_, from, to, ids) => {
		expect(listChanged(from, to)).toEqual(ids);
	});
});
