import { join } from "node:path";
import { transform } from "esbuild";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileValidators } from "../../../contracts/generate/compile-validators.ts";
import { readDocument } from "../../../contracts/generate/read-sources.ts";
import * as details from "../../../contracts/generated/details.ts";
import * as operationsModule from "../../../contracts/generated/operations.ts";
import { validators as compiled } from "../../../contracts/generated/request-validators.ts";
import { validators as compiledResponses } from "../../../contracts/generated/response-validators.ts";
import { interpretSchemas } from "../../../src/document/interpret-schemas.ts";
import { isNode, type Node } from "../../../src/document/node.ts";
import { prepare } from "../../../src/document/prepare.ts";
import {
	findInvalidPlaces,
	type Validator,
} from "../../../src/values/validation.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { operationsWithBody } from "../properties/requests/operation-requests.ts";

const root = await readDocument(join(import.meta.dirname, "../../.."));
const { schemas, ...prepared } = prepare(root);
const document = isNode(root) ? root : {};
const interpreted = interpretSchemas(() => document, schemas.requests);
const interpretedResponses = interpretSchemas(
	() => document,
	schemas.responses,
);

test("a document prepared at run time is the same as the one prepared by the build", () => {
	expect(prepared.model).toEqual({ ...operationsModule });
	expect(prepared.details).toEqual({ ...details });
});

/** Returns the validator of a schema as the build compiles it. */
async function compile(schema: Node): Promise<Validator> {
	const options = { document: {}, type: "any", declarations: "" };
	const code = await compileValidators([["schema", schema]], options);
	const { code: module } = await transform(code, { loader: "ts" });
	const url = `data:text/javascript,${encodeURIComponent(module)}`;
	const { validators } = await import(/* @vite-ignore */ url);
	return validators.schema;
}

const REMEDY = { "x-remedy": "must be a color, like #ff8800" };

test.each<[string, Node, unknown]>([
	["a pattern", { type: "string", pattern: "^#", ...REMEDY }, "red"],
	[
		"a choice, whatever its alternatives are",
		{ oneOf: [{ required: ["red"] }, { maxProperties: 0 }], ...REMEDY },
		{ blue: 255 },
	],
])(
	"x-remedy replaces the sentence about %s, and no other",
	async (_, part, wrong) => {
		const schema = {
			type: "object",
			properties: { color: part, size: { type: "string", ...REMEDY } },
		};
		const { schema: loaded } = interpretSchemas(
			() => ({}),
			[["schema", schema]],
		);
		for (const validate of [loaded, await compile(schema)])
			expect(
				validate && findInvalidPlaces({ color: wrong, size: 5 }, validate),
			).toEqual([
				{ pointer: "/color", detail: REMEDY["x-remedy"] },
				{ pointer: "/size", detail: "must be a string" },
			]);
	},
);

/** Returns the value with its defaults, and each invalid place. The sentences differ where a format and a pattern overlap. */
function judge(validate: Validator | undefined, text: string) {
	if (!validate) throw new Error("There is no validator.");
	const value: unknown = JSON.parse(text);
	const places = findInvalidPlaces(value, validate, Infinity);
	return { value, pointers: places.map(({ pointer }) => pointer).toSorted() };
}

test.each(operationsWithBody)(
	"interpreted and compiled validators agree about each body of $id, its defaults and its errors",
	({ id, valid, violations }) => {
		const invalid = violations.map(({ requests }) =>
			requests.map(({ parts }) => parts),
		);
		const property = fc.property(fc.oneof(valid, ...invalid), ({ body }) => {
			const name = `${id} body`;
			expect(judge(interpreted[name], body ?? "")).toEqual(
				judge(compiled[name], body ?? ""),
			);
		});
		fc.assert(property, { numRuns: countRuns(200) });
	},
);

const examples = Object.entries(details.responses).flatMap(([id, byStatus]) =>
	Object.entries(byStatus)
		.filter(([, { shape }]) => shape)
		.map(([status, { example }]) => ({ name: `${id} ${status}`, example })),
);

test.each(examples.filter(({ name }) => name in compiledResponses))(
	"interpreted and compiled validators agree about each change of the example response $name",
	({ name, example }) => {
		const changes = fc.letrec((tie) => ({
			value: fc.oneof(fc.jsonValue({ maxDepth: 1 }), tie("leaf")),
			leaf: fc.constantFrom<unknown>(null, "", 0, 600, "x".repeat(201), []),
		}));
		const places = isNode(example) ? Object.keys(example) : [];
		const property = fc.property(
			fc.constantFrom(...places),
			changes.value,
			(place, value) => {
				const text = JSON.stringify({ ...Object(example), [place]: value });
				expect(
					judge(interpretedResponses[name], text).pointers.length > 0,
				).toBe(judge(compiledResponses[name], text).pointers.length > 0);
			},
		);
		fc.assert(property, { numRuns: countRuns(30) });
	},
);
