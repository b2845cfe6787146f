import type { Faker } from "@faker-js/faker";
import { createChecker } from "../document/interpret-schemas.ts";
import { createResolver, isNode, type Node } from "../document/node.ts";
import { relaxSchema } from "../document/relax-schema.ts";
import { createFiniteTest } from "./create-finite-test.ts";
import { createSeededFaker } from "./create-seeded-faker.ts";
import { findType, isNullable } from "./find-type.ts";
import {
	chooseAlternatives,
	createFlatten,
	type FlatSchema,
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

/** Makes values from the schemas of a document. */
export interface Sampler {
	/**
	 * Returns a plausible value: the example of the schema if it is valid, or a generated value.
	 * @param source the source of randomness, or a text. The same text leads to the same value.
	 * @returns undefined if no valid value is found
	 */
	readonly sample: (schema: unknown, source: Faker | string) => unknown;
	readonly isValid: (schema: unknown, value: unknown) => boolean;
}

/** The maximum depth of values. */
const MAX_DEPTH = 24;
/** The maximum number of alternatives that are tried. */
const MAX_ALTERNATIVES = 12;
/** The number of attempts. The last one makes only required values. */
const ATTEMPTS = 4;
/**
 * The maximum cost of an attempt: each value, and each reference followed for validation, costs 1. Public documents
 * need a tenth of this.
 */
const MAX_COST = 40_000;

/** Thrown if a sample costs too much. Schemas that refer to each other can describe values that exceed any memory. */
class CostError extends Error {
	override readonly name = "CostError";
}
const START = { name: "", depth: 0, references: new Set<string>() };

/** Lists the values in a schema, the most reliable first. */
const listExamples = (schema: Node): readonly unknown[] => [
	schema.example,
	...[schema.examples ?? []].flat().slice(0, 1),
	schema.default,
];

/** Makes a value of a schema without alternatives. */
function sampleFlat(sampling: Sampling, schema: Node, around: Around): unknown {
	const { faker } = sampling;
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum) && schema.enum.length > 0) {
		const known = schema.enum.filter((each) => each !== null);
		return known.length > 0 ? faker.helpers.arrayElement(known) : null;
	}
	const type = findType(schema);
	if (type === "object") return sampleObject(sampling, schema, around);
	if (type === "array") return sampleArray(sampling, schema, around);
	if (type === "string") return sampleText(schema, around.name, faker);
	if (type === "boolean") return faker.datatype.boolean();
	if (type === "null") return null;
	if (type !== undefined) return sampleNumber(schema, around.name, faker);
	return around.depth <= 1 ? {} : sampleText({}, around.name, faker);
}

/**
 * @param document the target of each `$ref`, as `document#…` or `#…`
 * @param omitted the keyword of properties to omit
 */
export function createSampler(
	document: Node,
	omitted: "readOnly" | "writeOnly",
): Sampler {
	const root = relaxSchema(document, omitted);
	const flatten = createFlatten(createResolver(root));
	const isPossible = createFiniteTest(flatten);
	/** Schemas whose samples cost too much. They are remembered because a dataset asks for several samples. */
	const costly = new WeakSet<object>();
	let left = 0;
	const spend = (): void => {
		left -= 1;
		if (left < 0) throw new CostError("The sample costs too much.");
	};
	const isValid = createChecker(root, spend);
	/** Returns the result, or undefined if it costs too much. */
	function limit<Result>(find: () => Result): Result | undefined {
		left = MAX_COST;
		try {
			return find();
		} catch (error) {
			if (error instanceof CostError) return undefined;
			throw error;
		}
	}
	const relax = (schema: unknown): unknown =>
		isNode(schema) ? relaxSchema(schema, omitted) : schema;

	/**
	 * Makes a value that satisfies one alternative of each choice. Returns undefined if none is valid, so that the value
	 * is omitted.
	 */
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
		const isDeep = around.depth > MAX_OPTIONAL_DEPTH;
		if (isDeep && isNullable(flat.schema) && isRecursive(flat, around))
			return null;
		if (flat.choices.length > 0) return choose(sampling, given, flat, around);
		return sampleFlat(sampling, flat.schema, {
			...around,
			depth: around.depth + 1,
			references: new Set([...around.references, ...flat.references]),
		});
	}

	/** @param isStrict whether to omit invalid values, so that an impossible property affects only itself */
	function createSampling(faker: Faker, isStrict: boolean): Sampling {
		const sampling: Sampling = {
			...{ faker, omitted, flatten, made: 0 },
			make(given, around) {
				spend();
				sampling.made += 1;
				const flat = flatten(given);
				if (!flat || around.depth > MAX_DEPTH || !isPossible(given))
					return undefined;
				const example = listExamples(flat.schema).find((each) =>
					isValid(given, each),
				);
				if (example !== undefined) return example;
				const value = fill(sampling, given, flat, around);
				return isStrict && !isValid(given, value) ? undefined : value;
			},
		};
		return sampling;
	}

	return {
		isValid: (schema, value) =>
			limit(() => isValid(relax(schema), value)) === true,
		sample(given, source) {
			if (isNode(given) && costly.has(given)) return undefined;
			const schema = relax(given);
			const faker =
				typeof source === "string" ? createSeededFaker(source) : source;
			const sampleOnce = (isStrict: boolean, isMinimal: boolean) => {
				const value = createSampling(faker, isStrict).make(schema, {
					...START,
					isMinimal,
				});
				return isValid(schema, value) ? { value } : {};
			};
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				const isMinimal = attempt > ATTEMPTS / 2;
				const found = limit(() => sampleOnce(attempt > 0, isMinimal));
				if (found?.value !== undefined) return found.value;
				// Another attempt with optional values would cost as much.
				if (!found) attempt = Math.max(attempt, ATTEMPTS - 2);
				if (!found && isMinimal && isNode(given)) costly.add(given);
			}
			return undefined;
		},
	};
}
