import {
	type Schema,
	type ValidationResult,
	validate,
} from "@cfworker/json-schema";
import { listAllValues } from "../values/list-all-values.ts";
import { isNode, type Node, type Resolve } from "./node.ts";
import {
	hasLongArray,
	mayForbidRepeated,
	watchRepeated,
} from "./watch-repeated.ts";

/**
 * Returns the table in which the validator looks up references. The target of a reference is resolved on first use.
 * @param spend is called at each reference
 */
export const createLookup = (
	resolve: Resolve,
	spend?: () => void,
): Record<string, Schema> =>
	new Proxy<Record<string, Schema>>(
		{},
		{
			get(targets, reference) {
				spend?.();
				const $ref = String(reference);
				targets[$ref] ??= resolve({ $ref });
				return targets[$ref];
			},
		},
	);

/**
 * How many schemas a validation may visit until it finds the first error. Alternatives multiply the visits for each value,
 * and alternatives that refer to their own schema for each level of the value.
 */
const MAX_VISITS = 250_000;
/** How many more schemas it may visit for each value in a large body, and how many more at most. */
const VISITS_PER_VALUE = 30;
const MAX_MORE_VISITS = 1_200_000;
/** The validator reads each property and each required name of a schema, also those that a value does not have. */
const NAMES_PER_VISIT = 8;
/**
 * The work that a validation which collects all errors may do: each visit of a schema, each property, required name and
 * listed value in it costs 1. A visit may add errors, and each level of the value copies the errors of the levels below.
 */
const MAX_COST = 50_000;
/** The keyword of the error for a value that is too expensive to check. */
export const TOO_MANY = "tooManyAlternatives";

class TooManyVisits extends Error {}

/** Whether a validation has ended early. A schema may also have more errors than fit on the stack. */
const isTooMuch = (error: unknown): boolean =>
	error instanceof TooManyVisits || error instanceof RangeError;

/** The validation in progress. */
interface Run {
	/** Is called when the validator visits a schema, with the numbers of names and of listed values in it. */
	visit(names: number, listed: number): void;
	/** Whether the value reports its arrays with an item twice, because the validator would compare every two items. */
	isWatched: boolean;
	/** Whether the length of such an array was read. */
	isRepeated: boolean;
}

/** Whether the validated value equals another one. Reads the length of a validated array. */
type IsEqual = (value: unknown) => boolean;

/** A copy of a schema that reports when the validator visits it. */
class WatchedSchema {
	readonly #run: Run;
	readonly #schema: Node;
	readonly #names: number;
	readonly #listed: number;
	readonly #enum?: object;

	constructor(run: Run, schema: Node) {
		this.#run = run;
		this.#schema = schema;
		const { required, properties, enum: listed } = schema;
		const values = Array.isArray(listed) ? listed : undefined;
		this.#names = [required, properties].flatMap((each) =>
			Object.keys(each ?? {}),
		).length;
		this.#listed = values?.length ?? 0;
		const isUnique = schema.uniqueItems === true;
		if (!values && !isUnique) return;
		this.#enum = {
			some(isEqual: IsEqual) {
				run.isRepeated = false;
				if (isUnique && run.isWatched) isEqual([]);
				return !run.isRepeated && (values?.some(isEqual) ?? true);
			},
			// The validator writes an enumeration as JSON for each value that is not in it.
			toJSON: () => "",
		};
	}

	/** The validator reads it first, once for each visit. */
	get $ref(): unknown {
		this.#run.visit(this.#names, this.#listed);
		return this.#schema.$ref;
	}

	/** Forbids the arrays that the value reports, too. */
	get enum(): unknown {
		return this.#enum;
	}

	get uniqueItems(): unknown {
		return this.#run.isWatched ? undefined : this.#schema.uniqueItems;
	}
}

/** Keywords whose value maps names to schemas. */
const MAPS = /^(properties|patternProperties|dependentSchemas|\$defs)$/;
/** Keywords with values instead of schemas. */
const VALUES = /^(const|required|dependentRequired|default|examples?)$/;

/** Whether a schema allows one value only, as that of the property by which alternatives differ. */
const isFixed = (schema: unknown): boolean =>
	isNode(schema) &&
	("const" in schema ||
		(Array.isArray(schema.enum) && schema.enum.length === 1));

/** Returns a function that copies a schema for the validator. */
function createWatcher(run: Run): (schema: Node) => Node {
	const copies = new WeakMap<Node, Node>();
	function copyKeyword(value: unknown, name: string): unknown {
		if (VALUES.test(name)) return value;
		if (Array.isArray(value)) return value.map(copySchema);
		if (!MAPS.test(name) || !isNode(value)) return copySchema(value);
		// The validator stops at the first error, before it enters the other properties of a wrong alternative.
		const sorted = Object.entries(value).sort(
			([, a], [, b]) => Number(isFixed(b)) - Number(isFixed(a)),
		);
		return Object.fromEntries(
			sorted.map(([each, schema]) => [each, copySchema(schema)]),
		);
	}
	function copySchema(schema: unknown): unknown {
		if (!isNode(schema)) return schema;
		const known = copies.get(schema);
		if (known) return known;
		const { $ref, uniqueItems, enum: _, ...others } = schema;
		const keywords = Object.entries(others).map(([name, each]) => [
			name,
			copyKeyword(each, name),
		]);
		const copy: Node = Object.assign(
			new WatchedSchema(run, schema),
			Object.fromEntries(keywords),
		);
		copies.set(schema, copy);
		return copy;
	}
	return (schema) => copySchema(schema) as Node;
}

function countValues(value: unknown): number {
	let count = 0;
	for (const _ of listAllValues(value)) count += 1;
	return count;
}

/**
 * Returns a function that validates a value in about linear time. It returns all errors if that takes no longer. A
 * value that would take too long is invalid.
 */
export function createBoundedValidation(
	resolve: Resolve,
): (schema: Node, value: unknown) => ValidationResult {
	const run: Run = { visit() {}, isWatched: false, isRepeated: false };
	const onRepeated = (): void => {
		run.isRepeated = true;
	};
	const watch = createWatcher(run);
	const lookup = createLookup((node) => watch(resolve(node)));

	function validateFirst(schema: Node, value: unknown): ValidationResult {
		let left = MAX_VISITS;
		let isExtended = false;
		run.visit = (names) => {
			left -= 1 + names / NAMES_PER_VISIT;
			if (left >= 0) return;
			if (isExtended) throw new TooManyVisits();
			isExtended = true;
			const more = VISITS_PER_VALUE * countValues(value);
			left = Math.min(more, MAX_MORE_VISITS);
		};
		try {
			return validate(value, schema, "2020-12", lookup, true);
		} catch (error) {
			if (!isTooMuch(error)) throw error;
			const place = { instanceLocation: "#", keywordLocation: "#" };
			return {
				valid: false,
				errors: [{ ...place, keyword: TOO_MANY, error: "" }],
			};
		}
	}

	function validateAll(schema: Node, value: unknown): ValidationResult {
		const result = validateFirst(schema, value);
		const isGivenUp = result.errors.some(({ keyword }) => keyword === TOO_MANY);
		if (result.valid || isGivenUp) return result;
		let left = MAX_COST;
		run.visit = (names, listed) => {
			left -= 1 + names + listed;
			if (left < 0) throw new TooManyVisits();
		};
		try {
			return validate(value, schema, "2020-12", lookup, false);
		} catch (error) {
			if (!isTooMuch(error)) throw error;
			return result;
		}
	}

	return (schema, value) => {
		run.isWatched = mayForbidRepeated(schema) && hasLongArray(value);
		return validateAll(
			watch(schema),
			run.isWatched ? watchRepeated(value, onRepeated) : value,
		);
	};
}
