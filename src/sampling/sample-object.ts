import { mergeSchemas } from "../document/merge-schemas.ts";
import { child, isNode, type Node } from "../document/node.ts";
import { setProperty } from "../values/json.ts";
import type { FlatSchema } from "./flatten-schema.ts";
import {
	type Around,
	isRecursive,
	MAX_OPTIONAL_DEPTH,
	MAX_VALUES,
	type Sampling,
} from "./sampling.ts";

/** The maximum number of names made to find distinct ones. */
const MAX_TRIES = 100;

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
	object: object,
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
	const object = {};
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
