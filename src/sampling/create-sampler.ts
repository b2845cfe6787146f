import type { Faker } from "@faker-js/faker";
import { createChecker } from "../document/interpret-schemas.ts";
import { createResolver, isNode, type Node } from "../document/node.ts";
import { relaxSchema } from "../document/relax-schema.ts";
import { createSeededFaker } from "./create-seeded-faker.ts";
import {
	chooseAlternatives,
	type FlatSchema,
	flattenSchema,
} from "./flatten-schema.ts";
import { sampleArray } from "./sample-array.ts";
import { sampleNumber } from "./sample-number.ts";
import { sampleObject } from "./sample-object.ts";
import { sampleText } from "./sample-text.ts";
import {
	type Around,
	isRecursive,
	MAX_OPTIONAL_DEPTH,
	MAX_VALUES,
	type Sampling,
} from "./sampling.ts";

/** Makes values that schemas of a document describe. */
export interface Sampler {
	/**
	 * Returns a plausible value: the example of the schema, if it is valid, or one that is made.
	 * @param source of what is random, or a text for which the value is the same
	 * @returns undefined if no valid value is found
	 */
	readonly sample: (schema: unknown, source: Faker | string) => unknown;
	readonly isValid: (schema: unknown, value: unknown) => boolean;
}

/** A schema that requires itself has no valid value. */
const MAX_DEPTH = 24;
/** How many alternatives of a choice are tried. */
const MAX_ALTERNATIVES = 12;
/** The last one makes only what is required. */
const ATTEMPTS = 4;
const START = { name: "", depth: 0, references: new Set<string>() };

const KINDS: readonly (readonly [type: string, keyword: RegExp])[] = [
	["object", /^(properties|additionalProperties|required|minProperties)$/],
	["array", /^(items|prefixItems|minItems|maxItems)$/],
	["string", /^(pattern|format|minLength|maxLength)$/],
	["number", /^(minimum|maximum|exclusiveM.*|multipleOf)$/],
];

/** Returns the type of a value, by the keywords if the schema names none. */
function typeOf(schema: Node): string | undefined {
	const types = [schema.type ?? []].flat().map(String);
	const [first] = [...types.filter((each) => each !== "null"), ...types];
	if (first !== undefined) return first;
	const keywords = Object.keys(schema);
	return KINDS.find(([, keyword]) =>
		keywords.some((each) => keyword.test(each)),
	)?.[0];
}

/** Lists the values that a schema names, the most certain first. */
const listExamples = (schema: Node): readonly unknown[] => [
	schema.example,
	...[schema.examples ?? []].flat().slice(0, 1),
	schema.default,
];

/** Makes a value of a schema without choices. */
function sampleFlat(sampling: Sampling, schema: Node, around: Around): unknown {
	const { faker } = sampling;
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum) && schema.enum.length > 0) {
		const known = schema.enum.filter((each) => each !== null);
		return known.length > 0 ? faker.helpers.arrayElement(known) : null;
	}
	const type = typeOf(schema);
	if (type === "object") return sampleObject(sampling, schema, around);
	if (type === "array") return sampleArray(sampling, schema, around);
	if (type === "string") return sampleText(schema, around.name, faker);
	if (type === "boolean") return faker.datatype.boolean();
	if (type === "null") return null;
	if (type !== undefined) return sampleNumber(schema, around.name, faker);
	return around.depth <= 1 ? {} : sampleText({}, around.name, faker);
}

/** Returns a function that merges the parts of schemas of a document. */
function createFlatten(root: Node): Sampling["flatten"] {
	const resolve = createResolver(root);
	const known = new WeakMap<Node, FlatSchema | undefined>();
	return (schema) => {
		if (isNode(schema) && known.has(schema)) return known.get(schema);
		const flat = flattenSchema(resolve, schema);
		if (isNode(schema)) known.set(schema, flat);
		return flat;
	};
}

/**
 * @param document to which each `$ref` points, as `document#…` or `#…`
 * @param omitted the keyword of properties that values do not have
 */
export function createSampler(
	document: Node,
	omitted: "readOnly" | "writeOnly",
): Sampler {
	const root = relaxSchema(document, omitted);
	const flatten = createFlatten(root);
	const isValid = createChecker(root);
	const relax = (schema: unknown): unknown =>
		isNode(schema) ? relaxSchema(schema, omitted) : schema;

	/** Makes a value that fits an alternative of each choice; undefined if none is valid, so that it is left out. */
	function choose(
		sampling: Sampling,
		given: unknown,
		flat: FlatSchema,
		around: Around,
	): unknown {
		const count = Math.max(...flat.choices.map(({ length }) => length));
		for (let turn = 0; turn < Math.min(count, MAX_ALTERNATIVES); turn++) {
			const chosen = chooseAlternatives(flatten, flat, turn);
			if (!chosen) continue;
			const isDeep = around.depth > MAX_OPTIONAL_DEPTH;
			if (isDeep && isRecursive(chosen, around)) continue;
			const value = fill(sampling, given, chosen, around);
			if (sampling.made > MAX_VALUES || isValid(given, value)) return value;
		}
		return undefined;
	}

	function fill(
		sampling: Sampling,
		given: unknown,
		flat: FlatSchema,
		around: Around,
	): unknown {
		if (flat.choices.length > 0) return choose(sampling, given, flat, around);
		return sampleFlat(sampling, flat.schema, {
			...around,
			depth: around.depth + 1,
			references: new Set([...around.references, ...flat.references]),
		});
	}

	function createSampling(faker: Faker): Sampling {
		const sampling: Sampling = {
			...{ faker, omitted, flatten, made: 0 },
			make(given, around) {
				sampling.made += 1;
				const flat = flatten(given);
				if (!flat || around.depth > MAX_DEPTH) return undefined;
				const example = listExamples(flat.schema).find((each) =>
					isValid(given, each),
				);
				if (example !== undefined) return example;
				return fill(sampling, given, flat, around);
			},
		};
		return sampling;
	}

	return {
		isValid: (schema, value) => isValid(relax(schema), value),
		sample(given, source) {
			const schema = relax(given);
			const faker =
				typeof source === "string" ? createSeededFaker(source) : source;
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				const isMinimal = attempt > ATTEMPTS / 2;
				const value = createSampling(faker).make(schema, {
					...START,
					isMinimal,
				});
				if (isValid(schema, value)) return value;
			}
			return undefined;
		},
	};
}
