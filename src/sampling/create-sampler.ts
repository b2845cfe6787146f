import type { Faker } from "@faker-js/faker";
import { createChecker } from "../document/interpret-schemas.ts";
import { createResolver, isNode, type Node } from "../document/node.ts";
import { relaxSchema } from "../document/relax-schema.ts";
import { createMaker } from "./create-maker.ts";
import { createSeededFaker } from "./create-seeded-faker.ts";
import { createFlatten } from "./flatten-schema.ts";

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

/** The last one makes only what is required. */
const ATTEMPTS = 4;
/** How many values an attempt may make, and references it may follow to validate them. Public documents need a tenth. */
const MAX_COST = 40_000;

/** A sample costs too much. Schemas that refer to others in turn may describe values that no memory holds. */
class CostError extends Error {
	override readonly name = "CostError";
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
	const flatten = createFlatten(createResolver(root));
	/** Schemas whose samples cost too much: a dataset asks for several. */
	const costly = new WeakSet<object>();
	let left = 0;
	const spend = (): void => {
		left -= 1;
		if (left < 0) throw new CostError("The sample costs too much.");
	};
	const isValid = createChecker(root, spend);
	const make = createMaker({ flatten, isValid, omitted, spend });
	/** Returns undefined if the result costs too much. */
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

	return {
		isValid: (schema, value) =>
			limit(() => isValid(relax(schema), value)) === true,
		sample(given, source) {
			if (isNode(given) && costly.has(given)) return undefined;
			const schema = relax(given);
			const faker =
				typeof source === "string" ? createSeededFaker(source) : source;
			const sampleOnce = (isStrict: boolean, isMinimal: boolean) => {
				const value = make(schema, { faker, isStrict, isMinimal });
				return isValid(schema, value) ? { value } : {};
			};
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				const isMinimal = attempt > ATTEMPTS / 2;
				const found = limit(() => sampleOnce(attempt > 0, isMinimal));
				if (found?.value !== undefined) return found.value;
				// Another attempt at more than what is required costs as much.
				if (!found) attempt = Math.max(attempt, ATTEMPTS - 2);
				if (!found && isMinimal && isNode(given)) costly.add(given);
			}
			return undefined;
		},
	};
}
