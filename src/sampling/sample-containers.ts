import type { Faker } from "@faker-js/faker";
import { mergeSchemas } from "../document/merge-schemas.ts";
import { child, isNode, type Node } from "../document/node.ts";
import { setProperty } from "../values/json.ts";
import type { FlatSchema, Flatten } from "./flatten-schema.ts";

/** The context of a value inside other values. */
export interface Around {
	/** The name of the property that contains the value, or an array with the value. */
	readonly name: string;
	readonly depth: number;
	/** The references on the way to the values around it. */
	readonly references: ReadonlySet<string>;
	/** Whether to make required values only. */
	readonly isMinimal: boolean;
}

/** The state of making one sample with all values in it. */
export interface Sampling {
	readonly faker: Faker;
	/** The keyword of properties to omit. */
	readonly omitted: "readOnly" | "writeOnly";
	/** The number of values made so far. */
	made: number;
	readonly flatten: Flatten;
	/** Makes a value. Returns undefined if no valid value is found. */
	readonly make: (schema: unknown, around: Around) => unknown;
}

/** The maximum depth of optional properties. */
export const MAX_OPTIONAL_DEPTH = 5;
/** After this number of values, only required values are made. */
export const MAX_VALUES = 2_000;
/** The maximum required number of items. Schemas that require longer arrays have no sample. */
const MAX_ITEMS = 10_000;

/** Whether the references lead back to a schema around the value. */
export const isRecursive = (
	flat: FlatSchema | undefined,
	{ references }: Around,
): boolean =>
	[...(flat?.references ?? [])].some((each) => references.has(each));

/** The maximum number of additional values or names made to find distinct ones. */
const MAX_TRIES = 100;
/** The length of an array, if its schema requires fewer items. */
const LENGTH = 2;

export function sampleArray(
	{ make, flatten, made }: Sampling,
	schema: Node,
	around: Around,
): unknown[] {
	const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
	const fixed = Array.isArray(prefixItems) ? prefixItems : [];
	const values = fixed.map((each) => make(each, around));
	const least = Number(minItems ?? 0);
	if (least > MAX_ITEMS) return values;
	const isShort =
		items === undefined ||
		items === false ||
		around.isMinimal ||
		around.depth > MAX_OPTIONAL_DEPTH ||
		made > MAX_VALUES ||
		isRecursive(flatten(items), around);
	const wanted = isShort ? least : Math.max(least, LENGTH);
	const length = Math.min(wanted, Number(maxItems ?? wanted));
	if ("contains" in schema && values.length < length)
		values.push(make(schema.contains, around));
	const texts = new Set<string>();
	const most = length + MAX_TRIES;
	for (let tries = 0; values.length < length && tries < most; tries++) {
		const value = make(items ?? {}, around);
		if (value === undefined) continue;
		const text = JSON.stringify(value);
		if (uniqueItems !== true || !texts.has(text)) values.push(value);
		texts.add(text);
	}
	return values;
}

/** Returns the names of the properties of a value, in the order of the schema. */
function chooseNames(
	{ flatten, omitted, made }: Sampling,
	schema: Node,
	around: Around,
): readonly string[] {
	const properties = child(schema, "properties");
	const required = [schema.required ?? []].flat().map(String);
	const isFull =
		!around.isMinimal &&
		around.depth <= MAX_OPTIONAL_DEPTH &&
		made < MAX_VALUES;
	/** Whether values of the schema contain values of a schema around it, also in an array that is never empty. */
	const leadsBack = (flat: FlatSchema | undefined): boolean => {
		const { items, minItems = 0 } = flat?.schema ?? {};
		const hasItems = Number(minItems) > 0;
		return (
			isRecursive(flat, around) ||
			(hasItems && isRecursive(flatten(items), around))
		);
	};
	const names = Object.keys(properties).filter((name) => {
		const flat = flatten(properties[name]);
		if (flat?.schema[omitted] === true) return false;
		return required.includes(name) || (isFull && !leadsBack(flat));
	});
	names.push(...required.filter((name) => !Object.hasOwn(properties, name)));
	// Required properties come first, because their number may be limited.
	const chosen = [
		...new Set([...names.filter((each) => required.includes(each)), ...names]),
	].slice(0, Math.max(Number(schema.maxProperties ?? Infinity), 0));
	return names.filter((each) => chosen.includes(each));
}

/** Adds properties that the schema does not list. */
function addOthers(
	{ make, flatten }: Sampling,
	object: Record<string, unknown>,
	schema: Node,
	around: Around,
): void {
	const { additionalProperties: others, minProperties, maxProperties } = schema;
	const count = (): number => Object.keys(object).length;
	const [byPattern] = Object.entries(child(schema, "patternProperties"));
	const isDescribed =
		byPattern || (isNode(others) && !isRecursive(flatten(others), around));
	const isEmpty = count() === 0 && !around.isMinimal && maxProperties !== 0;
	const least = Math.max(
		Number(minProperties ?? 0),
		isEmpty && isDescribed ? 1 : 0,
	);
	const [pattern, value = others ?? {}] = byPattern ?? [];
	const names = mergeSchemas(
		{ type: "string" },
		Object(pattern === undefined ? schema.propertyNames : { pattern }),
	);
	for (let tries = 0; count() < least && tries < MAX_TRIES; tries++) {
		const name = String(make(names, { ...around, name: "key" }));
		const made = make(value, { ...around, name });
		if (made !== undefined) setProperty(object, name, made);
	}
}

/** @returns undefined if a required property has no valid value */
export function sampleObject(
	sampling: Sampling,
	schema: Node,
	around: Around,
): object | undefined {
	const object: Record<string, unknown> = {};
	const properties = child(schema, "properties");
	const required = [schema.required ?? []].flat();
	for (const name of chooseNames(sampling, schema, around)) {
		const each = Object.hasOwn(properties, name)
			? properties[name]
			: (schema.additionalProperties ?? {});
		const value = sampling.make(each, { ...around, name });
		if (value !== undefined) setProperty(object, name, value);
		else if (required.includes(name)) return undefined;
	}
	addOthers(sampling, object, schema, around);
	return object;
}
