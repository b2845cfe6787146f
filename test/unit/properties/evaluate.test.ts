import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundle } from "../../../src/document/bundle.ts";
import { createEvaluator } from "../../../src/document/evaluate.ts";
import { createResolver, type Node } from "../../../src/document/node.ts";
import { attempt } from "../../../src/values/errors.ts";
import { countRuns } from "../../support/exhaustive.ts";

const NAMES = ["a", "b", "c"] as const;
const name = fc.constantFrom(...NAMES);

const { value } = fc.letrec((tie) => ({
	scalar: fc.oneof(
		fc.constantFrom(null, true, false, 0, 1, 2, 1.5, "", "a", "ab", "🙂"),
	),
	value: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		tie("scalar"),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
	),
}));

/** Objects that differ in the value of a property. */
const kinds = fc.array(
	fc.record<Node>({
		type: fc.constantFrom("object", ["object", "null"]),
		properties: fc.record({
			a: fc.constantFrom<Node>({ const: "a" }, { enum: ["ab"] }),
		}),
	}),
	{ minLength: 2, maxLength: 3 },
);

/** Schemas with all keywords, some of which refer to others. */
const { schema } = fc.letrec<{ schema: Node | boolean; keywords: Node }>(
	(tie) => {
		const one = tie("schema");
		const some = fc.array(one, { minLength: 1, maxLength: 3 });
		const byName = fc.dictionary(name, one, { minKeys: 1, maxKeys: 3 });
		const count = fc.nat(3);
		const names = fc.uniqueArray(name, { minLength: 1 });
		const type = fc.constantFrom(
			...["array", "boolean", "integer", "null", "number", "object", "string"],
		);
		// ajv finds items in an empty array by schemas that allow everything.
		const found = type.map((each) => ({ type: each }));
		const keywords: Record<string, fc.Arbitrary<unknown>> = {
			$ref: name.map((each) => `#/schemas/${each}`),
			type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 })),
			...{
				const: value,
				enum: fc.array(value, { minLength: 1, maxLength: 4 }),
			},
			...{ not: one, allOf: some },
			...{ anyOf: fc.oneof(some, kinds), oneOf: fc.oneof(some, kinds) },
			...{ required: names, minProperties: count, maxProperties: count },
			propertyNames: fc.constantFrom<Node>({ pattern: "^a" }, { maxLength: 0 }),
			dependentRequired: fc.dictionary(name, names),
			...{ dependentSchemas: byName, properties: byName },
			patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]"), one),
			...{ additionalProperties: one, unevaluatedProperties: one },
			...{ minItems: count, maxItems: count, uniqueItems: fc.boolean() },
			...{
				prefixItems: some,
				items: one,
				contains: one,
				unevaluatedItems: one,
			},
			...{ minimum: count, maximum: count },
			...{ exclusiveMinimum: count, exclusiveMaximum: count },
			multipleOf: fc.constantFrom(0.5, 1, 2),
			...{ minLength: count, maxLength: count },
			pattern: fc.constantFrom("^a", "b$", "^.$"),
		};
		const conditional = fc
			.tuple(one, fc.subarray(["then", "else"]), one, one)
			.map(([condition, branches, ...schemas]) =>
				Object.fromEntries([
					["if", condition],
					...branches.map((branch, index) => [branch, schemas[index]]),
				]),
			);
		const counted = fc.record(
			{ contains: found, minContains: count, maxContains: count },
			{ requiredKeys: ["contains"] },
		);
		const single = Object.entries(keywords).map(([keyword, limit]) =>
			limit.map((each) => ({ [keyword]: each })),
		);
		return {
			schema: fc.oneof(
				{ maxDepth: 5, withCrossShrink: true },
				fc.boolean(),
				tie("keywords"),
			),
			keywords: fc
				.array(fc.oneof(...single, conditional, counted), {
					minLength: 1,
					maxLength: 4,
				})
				.map((all): Node => Object.assign({}, ...all)),
		};
	},
);

test("schemas allow the same values as in ajv", async () => {
	const schemas = fc.record({ a: schema, b: schema, c: schema });
	const property = fc.asyncProperty(
		...([schema, schemas, fc.array(value, { minLength: 5 })] as const),
		async (root, schemas, values) => {
			const whole = typeof root === "boolean" ? { allOf: [root] } : root;
			const document = await bundle({ ...whole, schemas }, "", () =>
				Promise.reject(new Error("There is one file.")),
			);
			// A target may not lead back to itself.
			fc.pre(!Object.values(schemas).some((each) => "$ref" in Object(each)));
			const text = JSON.stringify([root, schemas]);
			// ajv checks these in its own way if both are in a schema.
			const own: readonly string[] =
				text.match(/"(unevaluated|contains|prefix|if)/g) ?? [];
			fc.pre(!own.includes('"unevaluated') || own.length === 1);
			fc.pre(!own.includes('"contains') || !own.includes('"prefix'));
			const evaluate = createEvaluator(createResolver(document));
			const ajv = new Ajv2020({ strict: false });
			const validate = ajv.compile({ ...whole, schemas });
			for (const each of values) {
				// A schema that leads back to itself overflows the stack in ajv.
				const expected = attempt(() => ({ isValid: validate(each) }));
				if (!expected) continue;
				const isValid = evaluate(document, each).length === 0;
				expect([each, isValid]).toEqual([each, expected.isValid]);
			}
		},
	);
	await fc.assert(property, { numRuns: countRuns(500) });
});
