import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyEdit, type DocumentEdit } from "../../../src/alignment/edit.ts";
import { editText } from "../../../src/alignment/edit-text.ts";
import { allNodes } from "../../../src/document/extensions.ts";
import { escapeSegment } from "../../../src/values/json.ts";

const shipped = await readFile("contracts/openapi.yaml", "utf8");

const SMALL = `# The service.
paths:
  /books: # all of them
    get:
      tags: [books, "all"]
      responses:
        '200':
          description: "A page." # of books
          content:
            # Only JSON.
            application/json:
              schema: { type: object, required: [id] }

components:
  schemas:
    - one: 1
      two: 2
    -  three
`;

const edit = (...edits: DocumentEdit[]): string[] => {
	const [before, after] = [SMALL, editText(SMALL, edits)].map((text) =>
		text.split("\n"),
	);
	return (after ?? []).filter((line) => !before?.includes(line));
};

const RESPONSE = "/paths/~1books/get/responses/200";
const SCHEMA = `${RESPONSE}/content/application~1json/schema`;

describe("an edit of YAML", () => {
	test("keeps the quotes and the comment of a value", () => {
		expect(
			edit({ pointer: `${RESPONSE}/description`, value: "One page." }),
		).toEqual(['          description: "One page." # of books']);
	});

	test("keeps the quotes of a renamed key", () => {
		expect(edit({ pointer: RESPONSE, rename: "201" })).toEqual([
			"        '201':",
		]);
	});

	test("quotes the texts that another version of YAML does not read as texts", () => {
		const value = { at: "2026-01-01T00:00:00.000Z", is: "no", of: "books" };
		expect(edit({ pointer: `${SCHEMA}/example`, value }).join()).toContain(
			'{ at: "2026-01-01T00:00:00.000Z", is: "no", of: books }',
		);
	});

	test("adds to lists and objects on one line", () => {
		expect(
			edit(
				{ pointer: "/paths/~1books/get/tags/-", value: "x" },
				{ pointer: `${SCHEMA}/nullable`, value: true },
			),
		).toEqual([
			'      tags: [books, "all", x]',
			"              schema: { type: object, required: [id], nullable: true }",
		]);
	});

	test("keeps the style if another edit is below an element that does not exist", () => {
		expect(
			edit(
				{ pointer: `${RESPONSE}/description`, value: "One page." },
				{ pointer: `${SCHEMA}/properties/id/minLength`, value: 1 },
			),
		).toEqual(['          description: "One page." # of books']);
	});

	test("adds a key behind the last one", () => {
		expect(
			edit({
				pointer: "/paths/~1books/get/x-order",
				value: "oldest first",
			}),
		).toEqual(["      x-order: oldest first"]);
	});

	test("removes the first key of an object in a list, and the last one", () => {
		expect(
			edit({ pointer: "/components/schemas/0/one", remove: true }),
		).toEqual(["    - two: 2"]);
		expect(
			editText(SMALL, [{ pointer: "/components/schemas/0/two", remove: true }]),
		).toContain("    - one: 1\n    -  three\n");
	});

	test("keeps the comments in a value that it moves", () => {
		const { content } = parse(SMALL).paths["/books"].get.responses["200"];
		const text = editText(SMALL, [
			{
				pointer: `${RESPONSE}/content`,
				value: { more: content },
				keep: ["more"],
			},
		]);
		expect(text).toContain("          content:\n            more:\n");
		expect(text).toContain(
			"              application/json:\n                schema: {",
		);
	});

	test("has the same effect on the text of the shipped document as on its value", () => {
		const value = parse(shipped);
		const nodes = allNodes(value).filter(
			({ pointer, node }) => pointer !== "" && Object.keys(node).length > 0,
		);
		const edits = nodes.flatMap(({ pointer, node }, index): DocumentEdit[] => {
			const [name = ""] = Object.keys(node);
			const first = `${pointer}/${escapeSegment(name)}`;
			return (
				[
					[{ pointer: first, remove: true as const }],
					[{ pointer: first, rename: "renamed" }],
					[
						{
							pointer: `${pointer}/added`,
							value: { type: ["a", "b"], not: {} },
						},
					],
					[
						{
							pointer: first,
							value: { wrapped: node[name] },
							keep: ["wrapped"],
						},
					],
				][index % 4] ?? []
			);
		});
		// Not all, since the whole document is parsed for each.
		for (const each of edits.filter((_, index) => index % 45 === 0)) {
			const text = editText(shipped, [each]);
			expect(parse(text), JSON.stringify(each)).toEqual(applyEdit(value, each));
		}
	});
});

test.each([
	[
		"{",
		'"a": [1, 2],',
		'"b": 9223372036854775807, "c": 1.0,',
		'"d": "\\u00e9" ',
		"}",
	],
	['{ "a": [1, 2], "b": 9223372036854775807, "c": 1.0, "d": "x" }'],
])("an edit of JSON keeps all other lines: %j", (...lines) => {
	const text = lines.join("\r\n  ");
	const after = editText(text, [{ pointer: "/e", value: { f: 2 } }]);
	expect(JSON.parse(after)).toEqual({ ...JSON.parse(text), e: { f: 2 } });
	expect(after).toMatch(/\b9223372036854775807\b.*\b1\.0\b/s);
	expect(after).not.toMatch(/(?<!\r)\n/);
	for (const line of lines.slice(0, -2)) expect(after).toContain(line);
});

test.each(["/a", "/b"])(
	"an edit of an anchored node or of its alias changes no other place: %s",
	(pointer) => {
		const text = "a: &x [one, two]\nb: *x\nc: >-\n  folded\n  text\n";
		const edits = [{ pointer: `${pointer}/0`, value: "changed" }];
		const after = editText(text, edits);
		expect(parse(after)).toEqual(edits.reduce(applyEdit, parse(text)));
		expect(after).toContain("c: >-\n  folded\n  text\n");
	},
);

test("an edit of YAML keeps the line breaks", () => {
	const edits = [{ pointer: "/components", remove: true as const }];
	const text = SMALL.replaceAll("\n", "\r\n");
	expect(editText(text, edits)).toBe(
		editText(SMALL, edits).replaceAll("\n", "\r\n"),
	);
});

test("an edit of JSON keeps the order of names and the indentation", () => {
	const text = '{\n   "openapi": "3.0.0",\n   "paths": {},\n   "info": []\n}\n';
	expect(
		editText(text, [
			{ pointer: "/paths", rename: "x" },
			{ pointer: "/info/-", value: 1 },
		]),
	).toBe(
		'{\n   "openapi": "3.0.0",\n   "x": {},\n   "info": [\n      1\n   ]\n}\n',
	);
});
