import { computeByKey, computeByObject } from "../values/load-once.ts";
import type { ValidationError } from "../values/validation.ts";
import type { Node } from "./node.ts";

/** The check of one value by a schema. */
export interface Evaluation {
	/** Whether a part of the value is valid by a part of the schema. */
	isValid(schema: unknown, value: unknown): boolean;
	/** Returns the target of a reference. */
	readonly follow: (reference: string) => Node;
	/** Gives equal values the same number. */
	readonly numberOf: (value: unknown) => number;
	/** Returns the schema, and the schemas in it that the value has to satisfy, or that it satisfies as alternatives. */
	listApplied(schema: Node, value: object): readonly Node[];
	/** Counts checked keywords. Throws if there are too many. */
	spend(count: number): void;
}

/** What a keyword uses to check a value. */
export interface KeywordContext {
	/** The current keyword. */
	keyword: string;
	readonly evaluation: Evaluation;
	/**
	 * Whether a part of the value is valid by a part of the schema. While errors are collected, adds the errors of the
	 * part, and returns whether to go on.
	 * @param segment the name or the index of the part, if it is not the value itself
	 */
	part(schema: unknown, value: unknown, segment?: string | number): boolean;
	/** Returns false. While errors are collected, adds an error, and returns whether to go on. */
	fail(params?: ValidationError["params"]): boolean;
}

/** Whether a value satisfies the keyword that has this limit in the schema. */
export type Keyword<Value> = (
	limit: unknown,
	value: Value,
	check: KeywordContext,
	schema: Node,
) => boolean;

/** The keywords for values of one type, by name. */
export type Keywords<Value> = Readonly<Record<string, Keyword<Value>>>;

/** Returns an array as it is, and no items for other values. */
export const listOf = (limit: unknown): readonly unknown[] =>
	Array.isArray(limit) ? limit : [];

const typeOf = (value: unknown): string =>
	value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Whether a value has a type of JSON Schema, or one of several. */
export function hasType(type: unknown, value: unknown): boolean {
	if (Array.isArray(type)) return type.some((each) => hasType(each, value));
	if (type === "number") return Number.isFinite(value);
	return type === "integer" ? Number.isInteger(value) : type === typeOf(value);
}

/** Returns the items of an array as names. */
export const namesOf = (limit: unknown): readonly string[] =>
	listOf(limit).map(String);

/** Returns the values as a set. Cached, because an enumeration may have very many. */
export const toSet: (values: readonly unknown[]) => ReadonlySet<unknown> =
	computeByObject((values) => new Set(values));

// Cached, because a schema is read for each value.
const listEntries = computeByObject((limit: object) => Object.entries(limit));

/** Returns the properties of an object, and none for other values. */
export const entriesOf = (limit: unknown): readonly [string, unknown][] =>
	typeof limit === "object" && limit !== null ? listEntries(limit) : [];

/** Returns the regular expression of a pattern. Cached, because a pattern is read for each value. */
export const toExpression: (pattern: string) => RegExp = computeByKey(
	(pattern) => new RegExp(pattern, "u"),
);

/** Returns the digits of a number as an integer, and the power of ten to multiply it with. */
function toDecimal(value: number): readonly [digits: bigint, power: number] {
	const [digits = "", power = ""] = value.toExponential().split("e");
	const [, fraction = ""] = digits.split(".");
	return [BigInt(digits.replace(".", "")), Number(power) - fraction.length];
}

/** Whether a number is a multiple of another in decimal digits, as 0.3 is of 0.1. */
export function isMultiple(value: number, divisor: number): boolean {
	if (!Number.isFinite(value) || !(divisor > 0)) return false;
	const [one, onePower] = toDecimal(value);
	const [other, otherPower] = toDecimal(divisor);
	const least = Math.min(onePower, otherPower);
	const scale = (digits: bigint, power: number): bigint =>
		digits * 10n ** BigInt(power - least);
	return scale(one, onePower) % scale(other, otherPower) === 0n;
}

/** Counts code points, as JSON Schema does. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

/** Checks the properties that a schema does not list. */
const checkOthers = (
	others: readonly string[],
	limit: unknown,
	value: Node,
	check: KeywordContext,
	schemas: readonly Node[],
): boolean => {
	if (limit !== false)
		return others.every((name) => check.part(limit, value[name], name));
	const available = schemas.flatMap(({ properties }) =>
		Object.keys(Object(properties)),
	);
	return others.every((name) =>
		check.fail({ additionalProperty: name, available }),
	);
};

const matchesListed = (schema: Node, name: string): boolean =>
	Object.hasOwn(Object(schema.properties), name) ||
	entriesOf(schema.patternProperties).some(([pattern]) =>
		toExpression(pattern).test(name),
	);

/** Whether an object has a property. In values of programs, an undefined property is a missing one. */
const has = (value: Node, name: string): boolean =>
	value[name] !== undefined && Object.hasOwn(value, name);

/** Keywords for objects. Loops, because a closure would be created for each object. */
export const OBJECT: Keywords<Node> = {
	required(limit, value, check) {
		for (const each of listOf(limit)) {
			const name = String(each);
			if (!has(value, name) && !check.fail({ missingProperty: name }))
				return false;
		}
		return true;
	},
	minProperties: (limit, value, check) =>
		Object.keys(value).length >= Number(limit) || check.fail(),
	maxProperties: (limit, value, check) =>
		Object.keys(value).length <= Number(limit) || check.fail(),
	propertyNames: (limit, value, check) =>
		Object.keys(value).every((name) => check.part(limit, name, name)),
	properties(limit, value, check) {
		for (const [name, schema] of entriesOf(limit))
			if (has(value, name) && !check.part(schema, value[name], name))
				return false;
		return true;
	},
	patternProperties: (limit, value, check) =>
		entriesOf(limit).every(([pattern, schema]) =>
			Object.keys(value).every(
				(name) =>
					!toExpression(pattern).test(name) ||
					check.part(schema, value[name], name),
			),
		),
	dependentRequired: (limit, value, check) =>
		entriesOf(limit).every(
			([property, required]) =>
				!has(value, property) ||
				namesOf(required).every(
					(name) =>
						has(value, name) || check.fail({ property, missingProperty: name }),
				),
		),
	dependentSchemas: (limit, value, check) =>
		entriesOf(limit).every(
			([name, schema]) => !has(value, name) || check.part(schema, value),
		),
	additionalProperties(limit, value, check, schema) {
		const others = Object.keys(value).filter(
			(name) => !matchesListed(schema, name),
		);
		return checkOthers(others, limit, value, check, [schema]);
	},
	unevaluatedProperties(limit, value, check, schema) {
		const applied = check.evaluation.listApplied(schema, value);
		const isDescribed = (name: string): boolean =>
			applied.some(
				(each) =>
					(each !== schema && "unevaluatedProperties" in each) ||
					"additionalProperties" in each ||
					matchesListed(each, name),
			);
		const others = Object.keys(value).filter((name) => !isDescribed(name));
		return checkOthers(others, limit, value, check, applied);
	},
};
