import type { Faker } from "@faker-js/faker";
import { mergeSchemas } from "../document/merge-schemas.ts";
import { child, isNode, type Node } from "../document/node.ts";
import { setProperty } from "../values/json.ts";
import {
	chooseAlternatives,
	type FlatSchema,
	type Flatten,
} from "./flatten-schema.ts";
import { sampleNumber, sampleText } from "./sample-scalars.ts";

/** The context of a value inside other values. */
interface Around {
	/** The name of the property that contains the value, or an array with the value. */
	readonly name: string;
	readonly depth: number;
	/** The references on the way to the values around it. */
	readonly references: ReadonlySet<string>;
	/** Whether to make required values only. */
	readonly isMinimal: boolean;
}

/** The state of making one sample with all values in it. */
interface Sampling {
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
const MAX_OPTIONAL_DEPTH = 5;
/** After this number of values, only required values are made. */
const MAX_VALUES = 2_000;
/** The maximum required number of items. Schemas that require longer arrays have no sample. */
const MAX_ITEMS = 10_000;

/** Whether the references lead back to a schema around the value. */
const isRecursive = (
	flat: FlatSchema | undefined,
	{ references }: Around,
): boolean =>
	[...(flat?.references ?? [])].some((each) => references.has(each));

/** The maximum number of additional values or names made to find distinct ones. */
const MAX_TRIES = 100;
/** The length of an array, if its schema requires fewer items. */
const LENGTH = 2;

function sampleArray(
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
function sampleObject(
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

/** The maximum depth of values. */
const MAX_DEPTH = 24;
/** The maximum number of alternatives that are tried. */
const MAX_ALTERNATIVES = 12;
const START = { name: "", depth: 0, references: new Set<string>() };

const KINDS: readonly (readonly [type: string, keyword: RegExp])[] = [
	["object", /^(properties|additionalProperties|required|minProperties)$/],
	["array", /^(items|prefixItems|minItems|maxItems)$/],
	["string", /^(pattern|format|minLength|maxLength)$/],
	["number", /^(minimum|maximum|exclusiveM.*|multipleOf)$/],
];

/**
 * Returns the type for the values of a schema. If it names no type, its keywords determine the type. Null is the last
 * choice.
 */
function findType(schema: Node): string | undefined {
	const types = [schema.type ?? []].flat().map(String);
	const [first] = [...types.filter((each) => each !== "null"), ...types];
	if (first !== undefined) return first;
	const keywords = Object.keys(schema);
	return KINDS.find(([, keyword]) =>
		keywords.some((each) => keyword.test(each)),
	)?.[0];
}

const isNullable = ({ type }: Node): boolean => [type].flat().includes("null");

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

/** The parts of a document that a maker needs. */
interface Parts extends Pick<Sampling, "flatten" | "omitted"> {
	readonly isValid: (schema: unknown, value: unknown) => boolean;
	/** Throws if the value costs too much. */
	readonly spend: () => void;
}

interface Making {
	readonly faker: Faker;
	/** Whether to omit invalid values, so that an impossible property affects only itself. */
	readonly isStrict: boolean;
	/** Whether to make values where the schema has examples. */
	readonly ignoresExamples: boolean;
	/** Whether to make required values only. */
	readonly isMinimal: boolean;
}

/** Returns a function that makes a value of a schema. The value may be invalid. Returns undefined if there is none. */
export function createMaker({
	flatten,
	omitted,
	isValid,
	spend,
}: Parts): (schema: unknown, making: Making) => unknown {
	/** Makes a value that satisfies one alternative of each choice. Returns undefined if none is valid, so that it is omitted. */
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

	return (schema, { faker, isStrict, ignoresExamples, isMinimal }) => {
		const sampling: Sampling = {
			...{ faker, omitted, flatten, made: 0 },
			make(given, around) {
				spend();
				sampling.made += 1;
				const flat = flatten(given);
				if (!flat || around.depth > MAX_DEPTH) return undefined;
				const example = ignoresExamples
					? undefined
					: listExamples(flat.schema).find((each) => isValid(given, each));
				if (example !== undefined) return example;
				const value = fill(sampling, given, flat, around);
				return isStrict && !isValid(given, value) ? undefined : value;
			},
		};
		return sampling.make(schema, { ...START, isMinimal });
	};
}
