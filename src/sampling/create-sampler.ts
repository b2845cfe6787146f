import type { Faker } from "@faker-js/faker";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import {
	createChecker,
	createEvaluator,
	TOO_MUCH,
} from "../document/evaluate.ts";
import { type Field, readField } from "../document/field.ts";
import { inline, relaxSchema } from "../document/inline.ts";
import { createResolver, isNode, type Node } from "../document/node.ts";
import { createFaker } from "../values/create-faker.ts";
import { computeByObject } from "../values/load-once.ts";
import { createMaker } from "./create-maker.ts";
import { createFlatten } from "./flatten-schema.ts";

/** FNV-1a. */
function hash(text: string): number {
	let found = 2_166_136_261;
	for (let index = 0; index < text.length; index++)
		found = Math.imul(found ^ text.charCodeAt(index), 16_777_619);
	return found;
}

/** Returns a source of plausible values that are the same for the same text. */
function createSeededFaker(text: string): Faker {
	const generator = xoroshiro128plus(hash(text));
	return createFaker(() => (generator.next() >>> 0) / 2 ** 32);
}

/** Makes values from the schemas of a document. */
export interface Sampler {
	/**
	 * Returns a plausible value: the example of the schema if it is valid, or a generated value.
	 * @param source the source of randomness, or a text. The same text leads to the same value.
	 * @returns undefined if no valid value is found
	 */
	readonly sample: (schema: unknown, source: Faker | string) => unknown;
	/** Whether a value is valid, or too expensive to check. */
	readonly isValid: (schema: unknown, value: unknown) => boolean;
	/** Returns the field of the target, for a field that is a recursive reference; other fields unchanged. */
	readonly follow: (field: Field) => Field;
}

/**
 * The number of attempts. The third one ignores the examples in the schema, of which each may be valid, but not all
 * together. The last one makes only required values.
 */
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

/**
 * @param document the target of each `$ref`, as `document#…` or `#…`
 * @param omitted the keyword of properties to omit
 */
export function createSampler(
	document: Node,
	omitted: "readOnly" | "writeOnly",
): Sampler {
	const root = relaxSchema(document, omitted);
	const resolve = createResolver(root);
	const flatten = createFlatten(resolve);
	const evaluate = createEvaluator(resolve);
	/** Schemas whose samples cost too much. They are remembered because a dataset asks for several samples. */
	const costly = new WeakSet<object>();
	let left = 0;
	const spend = (): void => {
		left -= 1;
		if (left < 0) throw new CostError("The sample costs too much.");
	};
	const isValid = createChecker(resolve, spend);
	const make = createMaker({ flatten, isValid, omitted, spend });
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
	const relax = computeByObject((schema: Node) => relaxSchema(schema, omitted));

	return {
		follow(field) {
			const { $ref } = field.schema;
			return typeof $ref === "string"
				? readField(inline(resolve, { $ref: $ref.replace(/^document/, "") }))
				: field;
		},
		isValid(schema, value) {
			if (value === undefined || !isNode(schema))
				return value !== undefined && schema !== false;
			const [error = TOO_MUCH] = evaluate(relax(schema), value);
			return error === TOO_MUCH;
		},
		sample(given, source) {
			if (isNode(given) && costly.has(given)) return undefined;
			const schema = isNode(given) ? relax(given) : given;
			const faker =
				typeof source === "string" ? createSeededFaker(source) : source;
			const sampleOnce = (attempt: number) => {
				const value = make(schema, {
					...{ faker, isStrict: attempt > 0 },
					ignoresExamples: attempt === ATTEMPTS - 2,
					isMinimal: attempt === ATTEMPTS - 1,
				});
				return isValid(schema, value) ? { value } : {};
			};
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				const found = limit(() => sampleOnce(attempt));
				if (found?.value !== undefined) return found.value;
				// Another attempt with optional values would cost as much.
				if (!found) attempt = Math.max(attempt, ATTEMPTS - 2);
				if (!found && attempt === ATTEMPTS - 1 && isNode(given))
					costly.add(given);
			}
			return undefined;
		},
	};
}
