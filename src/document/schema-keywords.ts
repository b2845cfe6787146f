import { format } from "@cfworker/json-schema";
import type { ValidationError } from "../values/validation.ts";
import {
	countCharacters,
	entriesOf,
	hasType,
	isMultiple,
	listOf,
	namesOf,
	toExpression,
	toSet,
} from "./keyword-values.ts";
import { listPossible, mayAllow } from "./list-possible.ts";
import { isNode, type Node } from "./node.ts";

// The library's own pattern takes a time exponential in the length of a host without a dot, and rejects `localhost`.
format.url = URL.canParse;

/** The check of one value by a schema. */
export interface Evaluation {
	/** Whether a part of the value is valid by a part of the schema. */
	isValid(schema: unknown, value: unknown): boolean;
	/** Returns the target of a reference. */
	readonly follow: (reference: string) => Node;
	/** Gives equal values the same number. */
	readonly numberOf: (value: unknown) => number;
	/** Returns the names or the indexes of the parts that the schema describes, but for its `unevaluated…` keywords. */
	listEvaluated(schema: Node, value: object): ReadonlySet<string>;
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
type Keyword<Value> = (
	limit: unknown,
	value: Value,
	check: KeywordContext,
	schema: Node,
) => boolean;

type Keywords<Value> = Readonly<Record<string, Keyword<Value>>>;

function isEqual({ numberOf }: Evaluation, one: unknown, other: unknown) {
	const isCompared = typeof one === "object" && typeof other === "object";
	return one === other || (isCompared && numberOf(one) === numberOf(other));
}

/** Whether `anyOf` or `oneOf` is satisfied by the alternatives that allow a value. */
const checkAlternatives =
	(
		isSatisfied: (
			alternatives: readonly unknown[],
			isValid: (alternative: unknown) => boolean,
		) => boolean,
	): Keyword<unknown> =>
	(limit, value, check, schema) => {
		const { evaluation } = check;
		const alternatives = listOf(limit);
		const possible = listPossible(alternatives, value, evaluation.follow);
		if (isSatisfied(possible, (each) => evaluation.isValid(each, value)))
			return true;
		// A remedy explains the problem instead of the errors of each alternative.
		if ("x-remedy" in schema) return check.fail();
		const ofType = possible.filter((each) =>
			mayAllow(each, value, evaluation.follow),
		);
		const [only, ...others] = ofType;
		if (only && others.length === 0 && !evaluation.isValid(only, value))
			return check.part(only, value);
		return (
			check.fail() && alternatives.every((each) => check.part(each, value))
		);
	};

/** Keywords for values of any type. */
const ANY: Keywords<unknown> = {
	$ref: (limit, value, check) =>
		check.part(check.evaluation.follow(String(limit)), value),
	type: (limit, value, check) => hasType(limit, value) || check.fail(),
	const: (limit, value, check) =>
		isEqual(check.evaluation, limit, value) || check.fail(),
	enum: (limit, value, check) =>
		(typeof value === "object"
			? listOf(limit).some((each) => isEqual(check.evaluation, each, value))
			: toSet(listOf(limit)).has(value)) || check.fail(),
	not: (limit, value, check) =>
		!check.evaluation.isValid(limit, value) || check.fail(),
	anyOf: checkAlternatives((all, isValid) => all.some(isValid)),
	allOf: (limit, value, check) =>
		listOf(limit).every((each) => check.part(each, value)),
	oneOf: checkAlternatives((all, isValid) => all.filter(isValid).length === 1),
	if(limit, value, check, schema) {
		const branch = check.evaluation.isValid(limit, value) ? "then" : "else";
		return check.part(schema[branch] ?? true, value);
	},
};

/** Checks the properties that a schema does not list. */
const checkOthers = (
	others: readonly string[],
	...[limit, value, check, schema]: Parameters<Keyword<Node>>
): boolean => {
	if (limit !== false)
		return others.every((name) => check.part(limit, value[name], name));
	const available = Object.keys(Object(schema.properties));
	return others.every((name) =>
		check.fail({ additionalProperty: name, available }),
	);
};

export const matchesListed = (schema: Node, name: string): boolean =>
	Object.hasOwn(Object(schema.properties), name) ||
	entriesOf(schema.patternProperties).some(([pattern]) =>
		toExpression(pattern).test(name),
	);

const OBJECT: Keywords<Node> = {
	required: (limit, value, check) =>
		namesOf(limit).every(
			(name) =>
				Object.hasOwn(value, name) || check.fail({ missingProperty: name }),
		),
	minProperties: (limit, value, check) =>
		Object.keys(value).length >= Number(limit) || check.fail(),
	maxProperties: (limit, value, check) =>
		Object.keys(value).length <= Number(limit) || check.fail(),
	propertyNames: (limit, value, check) =>
		Object.keys(value).every((name) => check.part(limit, name, name)),
	dependentRequired: (limit, value, check) =>
		entriesOf(limit).every(
			([property, required]) =>
				!Object.hasOwn(value, property) ||
				namesOf(required).every(
					(name) =>
						Object.hasOwn(value, name) ||
						check.fail({ property, missingProperty: name }),
				),
		),
	dependentSchemas: (limit, value, check) =>
		entriesOf(limit).every(
			([name, schema]) =>
				!Object.hasOwn(value, name) || check.part(schema, value),
		),
	properties: (limit, value, check) =>
		entriesOf(limit).every(
			([name, schema]) =>
				!Object.hasOwn(value, name) || check.part(schema, value[name], name),
		),
	patternProperties: (limit, value, check) =>
		entriesOf(limit).every(([pattern, schema]) =>
			Object.keys(value).every(
				(name) =>
					!toExpression(pattern).test(name) ||
					check.part(schema, value[name], name),
			),
		),
	additionalProperties(limit, value, check, schema) {
		const others = Object.keys(value).filter(
			(name) => !matchesListed(schema, name),
		);
		return checkOthers(others, limit, value, check, schema);
	},
	unevaluatedProperties(limit, value, check, schema) {
		const evaluated = check.evaluation.listEvaluated(schema, value);
		const others = Object.keys(value).filter((name) => !evaluated.has(name));
		return checkOthers(others, limit, value, check, schema);
	},
};

const ARRAY: Keywords<readonly unknown[]> = {
	minItems: (limit, value, check) =>
		value.length >= Number(limit) || check.fail(),
	maxItems: (limit, value, check) =>
		value.length <= Number(limit) || check.fail(),
	prefixItems: (limit, value, check) =>
		value
			.slice(0, listOf(limit).length)
			.every((each, index) => check.part(listOf(limit)[index], each, index)),
	items(limit, value, check, { prefixItems }) {
		const first = listOf(prefixItems).length;
		return value.every(
			(each, index) => index < first || check.part(limit, each, index),
		);
	},
	contains(limit, value, check, { minContains = 1, maxContains = Infinity }) {
		const { length } = value.filter((each) =>
			check.evaluation.isValid(limit, each),
		);
		const isEnough =
			length >= Number(minContains) && length <= Number(maxContains);
		return isEnough || check.fail();
	},
	unevaluatedItems(limit, value, check, schema) {
		const evaluated = check.evaluation.listEvaluated(schema, value);
		return value.every(
			(each, index) =>
				evaluated.has(String(index)) || check.part(limit, each, index),
		);
	},
	uniqueItems: (limit, value, check) =>
		limit !== true ||
		new Set(value.map(check.evaluation.numberOf)).size === value.length ||
		check.fail({ remedy: "must not have an item twice" }),
};

const NUMBER: Keywords<number> = {
	minimum: (limit, value, check) => value >= Number(limit) || check.fail(),
	maximum: (limit, value, check) => value <= Number(limit) || check.fail(),
	exclusiveMinimum: (limit, value, check) =>
		value > Number(limit) || check.fail(),
	exclusiveMaximum: (limit, value, check) =>
		value < Number(limit) || check.fail(),
	multipleOf: (limit, value, check) =>
		isMultiple(value, Number(limit)) || check.fail(),
};

const STRING: Keywords<string> = {
	minLength: (limit, value, check) =>
		countCharacters(value) >= Number(limit) || check.fail(),
	maxLength: (limit, value, check) =>
		value.length <= Number(limit) ||
		countCharacters(value) <= Number(limit) ||
		check.fail(),
	pattern: (limit, value, check) =>
		toExpression(String(limit)).test(value) || check.fail(),
	format: (limit, value, check) =>
		(format[String(limit)]?.(value) ?? true) || check.fail(),
};

/** Whether a keyword restricts values. Other keywords, such as `description`, only explain. */
export const isRestriction = (name: string): boolean =>
	[ANY, OBJECT, ARRAY, NUMBER, STRING].some((each) =>
		Object.hasOwn(each, name),
	);

type Present<Value> = readonly (readonly [string, Keyword<Value>])[];

/** The keywords of a schema. */
interface Rules {
	/** Whether it contains schemas for the same value, so that several schemas may check it in the same way. */
	readonly isComposed: boolean;
	readonly any: Present<unknown>;
	readonly object: Present<Node>;
	readonly array: Present<readonly unknown[]>;
	readonly number: Present<number>;
	readonly string: Present<string>;
}

const IN_PLACE =
	/^(\$ref|allOf|anyOf|oneOf|not|if|dependentSchemas|unevaluated(Properties|Items))$/;

const rules = new WeakMap<Node, Rules>();

export function readRules(schema: Node): Rules {
	const known = rules.get(schema);
	if (known) return known;
	const select = <Value>(keywords: Keywords<Value>): Present<Value> =>
		Object.entries(keywords).filter(([name]) => schema[name] !== undefined);
	const found = {
		isComposed: Object.keys(schema).some((name) => IN_PLACE.test(name)),
		...{ any: select(ANY), object: select(OBJECT), array: select(ARRAY) },
		...{ number: select(NUMBER), string: select(STRING) },
	};
	rules.set(schema, found);
	return found;
}

function satisfiesPresent<Value>(
	present: Present<Value>,
	schema: Node,
	value: Value,
	check: KeywordContext,
): boolean {
	check.evaluation.spend(1 + present.length);
	return present.every(([name, isSatisfied]) => {
		check.keyword = name;
		return isSatisfied(schema[name], value, check, schema);
	});
}

/** Whether a value satisfies each keyword of a schema. */
export function satisfiesKeywords(
	schema: Node,
	value: unknown,
	check: KeywordContext,
): boolean {
	const { any, object, array, number, string } = readRules(schema);
	if (!satisfiesPresent(any, schema, value, check)) return false;
	if (typeof value === "string")
		return satisfiesPresent(string, schema, value, check);
	if (typeof value === "number")
		return satisfiesPresent(number, schema, value, check);
	if (Array.isArray(value))
		return satisfiesPresent(array, schema, value, check);
	return !isNode(value) || satisfiesPresent(object, schema, value, check);
}
