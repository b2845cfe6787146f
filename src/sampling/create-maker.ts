import type { Faker } from "@faker-js/faker";
import type { Node } from "../document/node.ts";
import { chooseAlternatives, type FlatSchema } from "./flatten-schema.ts";
import {
	type Around,
	isRecursive,
	MAX_OPTIONAL_DEPTH,
	MAX_VALUES,
	type Sampling,
	sampleArray,
	sampleObject,
} from "./sample-containers.ts";
import { sampleNumber, sampleText } from "./sample-scalars.ts";

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
export function createMaker(
	parts: Parts,
): (schema: unknown, making: Making) => unknown {
	const { flatten, omitted, isValid, spend } = parts;
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
