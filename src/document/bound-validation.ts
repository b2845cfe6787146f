import {
	type OutputUnit,
	type Schema,
	type ValidationResult,
	validate,
} from "@cfworker/json-schema";
import { escapeSegment } from "../values/json.ts";
import { child, entries, isNode, type Node, type Resolve } from "./node.ts";

/**
 * Returns what the validator looks up references in: the target of each, found on first use.
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

/** A validation may follow so many references, and some for each value, before it is given up. */
const MAX_REFERENCES = 20_000;
const REFERENCES_PER_VALUE = 30;
/** The validator compares each two items of an array. Longer arrays are compared by their texts. */
const MAX_COMPARED = 100;

/** The keyword of the error of a value that is not checked. */
export const TOO_MANY = "tooManyAlternatives";

/** The alternatives of a schema may refer to themselves, so that each level of a value has several times the cost. */
class TooManyReferences extends Error {}

function countValues(value: unknown): number {
	let count = 0;
	const left = [value];
	while (left.length > 0) {
		count += 1;
		const each = left.pop();
		if (typeof each === "object" && each !== null)
			for (const inner of Object.values(each)) left.push(inner);
	}
	return count;
}

function hasLongArray(value: unknown): boolean {
	const left = [value];
	while (left.length > 0) {
		const each = left.pop();
		if (typeof each !== "object" || each === null) continue;
		if (Array.isArray(each) && each.length > MAX_COMPARED) return true;
		for (const inner of Object.values(each)) left.push(inner);
	}
	return false;
}

/** Returns a text that equal values have in common. */
const canonize = (value: unknown): string =>
	JSON.stringify(value, (_, each: unknown) =>
		isNode(each)
			? Object.fromEntries(
					Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)),
				)
			: each,
	);

/** Returns a function that copies a schema without `uniqueItems`. */
function createOmitter(): <Value>(schema: Value) => Value {
	const copies = new WeakMap<object, unknown>();
	const omit = <Value>(schema: Value): Value => {
		if (typeof schema !== "object" || schema === null) return schema;
		const copy: unknown =
			copies.get(schema) ??
			(Array.isArray(schema)
				? schema.map(omit)
				: Object.fromEntries(
						Object.entries(schema)
							.filter(([name, each]) => name !== "uniqueItems" || each !== true)
							.map(([name, each]) => [name, omit(each)]),
					));
		copies.set(schema, copy);
		return copy as Value;
	};
	return omit;
}

/** Finds the arrays that have an item twice, as far as properties, items and references lead. */
function findRepeated(
	schema: Node,
	value: unknown,
	resolve: Resolve,
	at: Pick<OutputUnit, "instanceLocation" | "keywordLocation"> = {
		...{ instanceLocation: "#", keywordLocation: "#" },
	},
): OutputUnit[] {
	const { instanceLocation, keywordLocation } = at;
	const enter = (
		inner: unknown,
		path: string,
		keywords: string,
		item: unknown,
	) =>
		isNode(inner)
			? findRepeated(inner, item, resolve, {
					instanceLocation: `${instanceLocation}${path}`,
					keywordLocation: `${keywordLocation}/${keywords}`,
				})
			: [];
	if (typeof schema.$ref === "string")
		return enter(resolve(schema), "", "$ref", value);
	const { allOf, items, uniqueItems } = schema;
	const parts = Array.isArray(allOf)
		? allOf.flatMap((each, index) => enter(each, "", `allOf/${index}`, value))
		: [];
	if (isNode(value))
		return [
			...parts,
			...entries(child(schema, "properties")).flatMap(([name, each]) =>
				Object.hasOwn(value, name)
					? enter(
							each,
							`/${escapePointer(name)}`,
							`properties/${escapePointer(name)}`,
							value[name],
						)
					: [],
			),
		];
	if (!Array.isArray(value)) return parts;
	const isRepeated =
		uniqueItems === true && new Set(value.map(canonize)).size < value.length;
	return [
		...parts,
		...(isRepeated
			? [
					{
						...{ instanceLocation, keyword: "uniqueItems", error: "" },
						keywordLocation: `${keywordLocation}/uniqueItems`,
					},
				]
			: []),
		...value.flatMap((each, index) => enter(items, `/${index}`, "items", each)),
	];
}

const escapePointer = (name: string): string => encodeURI(escapeSegment(name));

/**
 * Returns a function that validates a value in about linear time, with all errors if that takes no longer. A value that
 * would take too long is invalid.
 */
export function createBoundedValidation(
	resolve: Resolve,
): (schema: Node, value: unknown) => ValidationResult {
	let spend = (): void => {};
	const omit = createOmitter();
	const lookup = createLookup(resolve, () => spend());
	const lookupOmitted = createLookup(
		(node) => omit(resolve(node)),
		() => spend(),
	);

	function run(
		schema: Schema,
		value: unknown,
		references: typeof lookup,
		isShort: boolean,
	): ValidationResult {
		let left = MAX_REFERENCES;
		let isExtended = false;
		spend = () => {
			if (--left >= 0) return;
			if (isExtended) throw new TooManyReferences();
			isExtended = true;
			left = REFERENCES_PER_VALUE * countValues(value);
		};
		return validate(value, schema, "2020-12", references, isShort);
	}

	function validateAll(
		schema: Schema,
		value: unknown,
		references: typeof lookup,
	): ValidationResult {
		try {
			return run(schema, value, references, false);
		} catch (error) {
			// There are too many errors for the stack.
			const isTooMuch =
				error instanceof TooManyReferences || error instanceof RangeError;
			if (!isTooMuch) throw error;
		}
		try {
			return run(schema, value, references, true);
		} catch (error) {
			if (!(error instanceof TooManyReferences)) throw error;
			const place = { instanceLocation: "#", keywordLocation: "#" };
			return {
				valid: false,
				errors: [{ ...place, keyword: TOO_MANY, error: "" }],
			};
		}
	}

	return (schema, value) => {
		if (!hasLongArray(value)) return validateAll(schema, value, lookup);
		const { valid, errors } = validateAll(omit(schema), value, lookupOmitted);
		const repeated = findRepeated(schema, value, resolve);
		return {
			valid: valid && repeated.length === 0,
			errors: [...errors, ...repeated],
		};
	};
}
