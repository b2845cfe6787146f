import type { Faker } from "@faker-js/faker";
import { createChecker } from "../document/interpret-schemas.ts";
import { mergeSchemas } from "../document/merge-schemas.ts";
import { child, createResolver, isNode, type Node } from "../document/node.ts";
import { relaxSchema } from "../document/relax-schema.ts";
import { createSeededFaker } from "./create-seeded-faker.ts";
import { type FlatSchema, flattenSchema, mergeFlat } from "./flatten-schema.ts";
import { sampleText } from "./sample-text.ts";

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

/** What the values around a value say about it. */
interface Around {
	/** The property that has it, or an array with it. */
	readonly name: string;
	readonly depth: number;
	/** The references that led to the values around it. */
	readonly references: ReadonlySet<string>;
	/** Whether only what is required is made. */
	readonly isMinimal: boolean;
}

/** How deep optional properties are made. */
const MAX_OPTIONAL_DEPTH = 5;
/** A schema that requires itself has no valid value. */
const MAX_DEPTH = 24;
/** After so many values, only what is required is made. */
const MAX_VALUES = 2_000;
/** How many alternatives of a choice are tried. */
const MAX_ALTERNATIVES = 12;
const ATTEMPTS = 4;

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

/** Numbers that are whole, by the name of their property. */
const COUNTS = /count|total|page|size|limit|offset|number|age|year|quantity/i;

function sampleNumber(schema: Node, isWhole: boolean, faker: Faker): number {
	const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
	const step = Number(multipleOf ?? (isWhole ? 1 : 0.01));
	const above = Number(exclusiveMinimum ?? -Infinity);
	const below = Number(exclusiveMaximum ?? Infinity);
	const least = Math.max(Number(schema.minimum ?? -Infinity), above);
	const most = Math.min(Number(schema.maximum ?? Infinity), below);
	const start = least > -Infinity ? least : Math.min(1, most);
	const end = Math.min(most, start + 1_000);
	let first = Math.ceil(start / step);
	if (first * step <= above) first += 1;
	let last = Math.floor(end / step);
	if (last * step >= below) last -= 1;
	const count = faker.number.int({ min: first, max: Math.max(first, last) });
	// A step such as 0.01 has no exact multiples.
	return Number((count * step).toPrecision(12));
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
	const follow = createResolver(root);
	const resolve = (node: Node): Node =>
		follow({ $ref: String(node.$ref).replace(/^document/, "") });
	const isValid = createChecker(root);
	/** How many values of the current sample were made. */
	let made = 0;
	let faker: Faker;

	const isRecursive = (schema: unknown, around: Around): boolean => {
		const flat = flattenSchema(resolve, schema);
		return [...(flat?.references ?? [])].some((each) =>
			around.references.has(each),
		);
	};

	function sampleArray(schema: Node, around: Around): unknown[] {
		const { items, prefixItems, minItems, maxItems, uniqueItems } = schema;
		const fixed = Array.isArray(prefixItems) ? prefixItems : [];
		const values = fixed.map((each) => sample(each, around));
		const least = Number(minItems ?? 0);
		const isShort =
			items === undefined ||
			items === false ||
			around.isMinimal ||
			around.depth > MAX_OPTIONAL_DEPTH ||
			isRecursive(items, around);
		const wanted = isShort ? least : Math.max(least, 2);
		const length = Math.min(wanted, Number(maxItems ?? wanted));
		if ("contains" in schema && values.length < length)
			values.push(sample(schema.contains, around));
		const texts = new Set<string>();
		for (let tries = 0; values.length < length && tries < 100; tries++) {
			const value = sample(items ?? {}, around);
			const text = JSON.stringify(value);
			if (uniqueItems !== true || !texts.has(text)) values.push(value);
			texts.add(text);
		}
		return values;
	}

	/** Adds properties that the schema does not name. */
	function addOthers(
		object: Record<string, unknown>,
		schema: Node,
		around: Around,
	): void {
		const {
			additionalProperties: others,
			minProperties,
			maxProperties,
		} = schema;
		const count = (): number => Object.keys(object).length;
		const isEmpty = count() === 0 && !around.isMinimal && maxProperties !== 0;
		const [byPattern] = Object.entries(child(schema, "patternProperties"));
		const least = Math.max(
			Number(minProperties ?? 0),
			isEmpty && (byPattern || (isNode(others) && !isRecursive(others, around)))
				? 1
				: 0,
		);
		for (let tries = 0; count() < least && tries < 100; tries++) {
			const names = byPattern
				? { pattern: byPattern[0] }
				: (schema.propertyNames ?? {});
			const name = String(
				sample(mergeSchemas({ type: "string" }, Object(names)), {
					...around,
					name: "key",
				}),
			);
			object[name] = sample(byPattern?.[1] ?? others ?? {}, {
				...around,
				name,
			});
		}
	}

	function sampleObject(schema: Node, around: Around): unknown {
		const object: Record<string, unknown> = {};
		const properties = child(schema, "properties");
		const required = [schema.required ?? []].flat().map(String);
		const isFull =
			!around.isMinimal &&
			around.depth <= MAX_OPTIONAL_DEPTH &&
			made < MAX_VALUES;
		const most = Number(schema.maxProperties ?? Infinity);
		const isOmitted = (name: string): boolean =>
			flattenSchema(resolve, properties[name])?.schema[omitted] === true;
		const names = Object.keys(properties).filter(
			(name) =>
				!isOmitted(name) &&
				(required.includes(name) ||
					(isFull && !isRecursive(properties[name], around))),
		);
		names.push(...required.filter((name) => !(name in properties)));
		// Those that are required come first, since there may be a limit.
		const chosen = new Set(
			[...names.filter((each) => required.includes(each)), ...names].slice(
				0,
				Math.max(most, 0),
			),
		);
		for (const name of names) {
			if (!chosen.has(name)) continue;
			const each = properties[name] ?? schema.additionalProperties ?? {};
			const value = sample(each, { ...around, name });
			if (value === undefined) continue;
			Object.defineProperty(object, name, {
				...{ value, enumerable: true, writable: true, configurable: true },
			});
		}
		addOthers(object, schema, around);
		return object;
	}

	function sampleFlat({ schema }: FlatSchema, around: Around): unknown {
		if ("const" in schema) return schema.const;
		if (Array.isArray(schema.enum) && schema.enum.length > 0) {
			const known = schema.enum.filter((each) => each !== null);
			return known.length > 0 ? faker.helpers.arrayElement(known) : null;
		}
		const type = typeOf(schema);
		if (type === "object") return sampleObject(schema, around);
		if (type === "array") return sampleArray(schema, around);
		if (type === "string") return sampleText(schema, around.name, faker);
		if (type === "boolean") return faker.datatype.boolean();
		if (type === "null") return null;
		if (type !== undefined)
			return sampleNumber(
				schema,
				type === "integer" || COUNTS.test(around.name),
				faker,
			);
		return around.depth <= 1 ? {} : sampleText({}, around.name, faker);
	}

	/** Returns a value that fits an alternative of each choice; the first one if none is valid. */
	function choose(given: unknown, flat: FlatSchema, around: Around): unknown {
		let first: { readonly value: unknown } | undefined;
		const count = Math.max(...flat.choices.map(({ length }) => length));
		for (let turn = 0; turn < Math.min(count, MAX_ALTERNATIVES); turn++) {
			const chosen = flat.choices
				.map((each) => flattenSchema(resolve, each[turn % each.length]))
				.reduce((all, each) => all && each && mergeFlat(all, each), {
					...flat,
					choices: [],
				} as FlatSchema | undefined);
			if (!chosen) continue;
			const isDeep = around.depth > MAX_OPTIONAL_DEPTH;
			if (
				isDeep &&
				[...chosen.references].some((each) => around.references.has(each))
			)
				continue;
			const value = fill(given, chosen, around);
			if (made > MAX_VALUES || isValid(given, value)) return value;
			first ??= { value };
		}
		return first?.value;
	}

	function fill(given: unknown, flat: FlatSchema, around: Around): unknown {
		if (flat.choices.length > 0) return choose(given, flat, around);
		return sampleFlat(flat, {
			...around,
			depth: around.depth + 1,
			references: new Set([...around.references, ...flat.references]),
		});
	}

	function sample(given: unknown, around: Around): unknown {
		made += 1;
		const flat = flattenSchema(resolve, given);
		if (!flat || around.depth > MAX_DEPTH) return undefined;
		const { schema } = flat;
		const [named] = [schema.examples ?? []].flat();
		for (const example of [schema.example, named, schema.default])
			if (example !== undefined && isValid(given, example)) return example;
		return fill(given, flat, around);
	}

	return {
		isValid,
		sample(schema, source) {
			faker = typeof source === "string" ? createSeededFaker(source) : source;
			const start = { name: "", depth: 0, references: new Set<string>() };
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				made = 0;
				const isMinimal = attempt > ATTEMPTS / 2;
				const value = sample(schema, { ...start, isMinimal });
				if (isValid(schema, value)) return value;
			}
			return undefined;
		},
	};
}
