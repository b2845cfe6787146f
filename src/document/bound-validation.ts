import {
	type Schema,
	type ValidationResult,
	validate,
} from "@cfworker/json-schema";
import {
	findRepeated,
	hasLongArray,
	listValues,
	mayForbidRepeated,
} from "./find-repeated.ts";
import type { Node, Resolve } from "./node.ts";

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
 * The work that a validation which collects all errors may do: each visit of a schema, required property or listed
 * value costs 1. A visit may add errors, and each level of the value copies the errors of the levels below.
 */
const MAX_VISITS = 50_000;
/** How many references a validation may follow before it is given up. The size of the value adds to this number. */
const MAX_REFERENCES = 20_000;
const REFERENCES_PER_VALUE = 30;
/** The keyword of the error for a value that is too expensive to check. */
export const TOO_MANY = "tooManyAlternatives";

/**
 * Ends a validation that follows too many references. Alternatives may refer to their own schema, which multiplies
 * the cost with each level of the value.
 */
class TooManyReferences extends Error {}
class TooManyVisits extends Error {}

/**
 * Keywords whose value is a list of names or values instead of schemas. The error of such a keyword may repeat the
 * list.
 */
const LISTS: ReadonlySet<string | symbol> = new Set(["required", "enum"]);

/**
 * Returns a function that copies a schema so that the validator reports each visit. The validator reads `$ref` first.
 * @param visit is called with the cost of the errors that the schema itself may have
 */
function createVisited(visit: (cost: number) => void) {
	const copies = new WeakMap<object, object>();
	const watch = (value: unknown): unknown => {
		if (typeof value !== "object" || value === null) return value;
		const known = copies.get(value);
		if (known) return known;
		const copy = new Proxy(value, {
			get(target, name) {
				const value: unknown = Reflect.get(target, name);
				if (LISTS.has(name)) return value;
				if (name !== "$ref" || Array.isArray(target)) return watch(value);
				const lists = [...LISTS].map((each) => Reflect.get(target, each));
				visit(1 + lists.filter(Array.isArray).flat().length);
				return value;
			},
		});
		copies.set(value, copy);
		return copy;
	};
	return watch;
}

function countValues(value: unknown): number {
	let count = 0;
	for (const _ of listValues(value)) count += 1;
	return count;
}

/**
 * Returns a function that copies a schema for the validator. The validator writes an enumeration as JSON for each value
 * that is not in it, so the enumerations of the copy are no JSON.
 * @param omitsUnique whether the copy has no `uniqueItems`
 */
function createCopier(omitsUnique: boolean): <Value>(schema: Value) => Value {
	const copies = new WeakMap<object, unknown>();
	const copyKeyword = ([name, each]: [string, unknown]): [string, unknown] =>
		name === "enum" && Array.isArray(each)
			? [name, Object.assign([...each], { toJSON: () => "" })]
			: [name, copy(each)];
	const copy = <Value>(schema: Value): Value => {
		if (typeof schema !== "object" || schema === null) return schema;
		const found: unknown =
			copies.get(schema) ??
			(Array.isArray(schema)
				? schema.map(copy)
				: Object.fromEntries(
						Object.entries(schema)
							.filter(
								([name, each]) =>
									!(omitsUnique && name === "uniqueItems" && each === true),
							)
							.map(copyKeyword),
					));
		copies.set(schema, found);
		return found as Value;
	};
	return copy;
}

/**
 * Returns a function that validates a value in about linear time. It returns all errors if that takes no longer. A
 * value that would take too long is invalid.
 */
export function createBoundedValidation(
	resolve: Resolve,
): (schema: Node, value: unknown) => ValidationResult {
	let spend = (): void => {};
	let visits = 0;
	const copy = createCopier(false);
	const omit = createCopier(true);
	const watch = createVisited((cost) => {
		visits += cost;
		if (visits > MAX_VISITS) throw new TooManyVisits();
	});
	const createLookups = (follow: Resolve) => ({
		first: createLookup(follow, () => spend()),
		all: createLookup((node) => watch(follow(node)) as Node),
	});
	const lookups = createLookups((node) => copy(resolve(node)));
	const lookupsOmitted = createLookups((node) => omit(resolve(node)));

	/** Validates until the first error. Does not enter schemas with alternatives. */
	function validateFirst(
		schema: Node,
		value: unknown,
		{ first }: typeof lookups,
	): ValidationResult {
		let left = MAX_REFERENCES;
		let isExtended = false;
		spend = () => {
			if (--left >= 0) return;
			if (isExtended) throw new TooManyReferences();
			isExtended = true;
			left = REFERENCES_PER_VALUE * countValues(value);
		};
		try {
			return validate(value, schema, "2020-12", first, true);
		} catch (error) {
			if (!(error instanceof TooManyReferences)) throw error;
			const place = { instanceLocation: "#", keywordLocation: "#" };
			return {
				valid: false,
				errors: [{ ...place, keyword: TOO_MANY, error: "" }],
			};
		}
	}

	function validateAll(
		schema: Node,
		value: unknown,
		found: typeof lookups,
	): ValidationResult {
		const result = validateFirst(schema, value, found);
		const isGivenUp = result.errors.some(({ keyword }) => keyword === TOO_MANY);
		if (result.valid || isGivenUp) return result;
		visits = 0;
		try {
			const watched = watch(schema) as Node;
			return validate(value, watched, "2020-12", found.all, false);
		} catch (error) {
			// A schema may also have more errors than fit on the stack.
			const isTooMuch =
				error instanceof TooManyVisits || error instanceof RangeError;
			if (!isTooMuch) throw error;
			return result;
		}
	}

	return (schema, value) => {
		if (!mayForbidRepeated(schema) || !hasLongArray(value))
			return validateAll(copy(schema), value, lookups);
		const { valid, errors } = validateAll(omit(schema), value, lookupsOmitted);
		const repeated = findRepeated(schema, value, resolve);
		return {
			valid: valid && repeated.length === 0,
			errors: [...errors, ...repeated],
		};
	};
}
