import { format } from "@cfworker/json-schema";
import { computeByObject } from "../values/load-once.ts";
import { checkAlternatives } from "./check-alternatives.ts";
import {
	countCharacters,
	type Evaluation,
	hasType,
	isMultiple,
	type Keyword,
	type KeywordContext,
	type Keywords,
	listOf,
	OBJECT,
	toExpression,
	toSet,
} from "./keyword-values.ts";
import { isNode, type Node } from "./node.ts";

// The library's own pattern takes a time exponential in the length of a host without a dot, and rejects `localhost`.
format.url = URL.canParse;

function isEqual({ numberOf }: Evaluation, one: unknown, other: unknown) {
	const isCompared = typeof one === "object" && typeof other === "object";
	return one === other || (isCompared && numberOf(one) === numberOf(other));
}

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
		// The array of a program may have holes, which `every` skips.
		for (let at = listOf(prefixItems).length; at < value.length; at += 1)
			if (!check.part(limit, value[at], at)) return false;
		return true;
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
		const { evaluation } = check;
		const applied = evaluation.listApplied(schema, value);
		return value.every(
			(item, index) =>
				applied.some(
					(each) =>
						(each !== schema && "unevaluatedItems" in each) ||
						each.items !== undefined ||
						index < listOf(each.prefixItems).length ||
						(each.contains !== undefined &&
							evaluation.isValid(each.contains, item)),
				) || check.part(limit, item, index),
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
	// A character has one or two code units, so long texts are long enough.
	minLength: (limit, value, check) =>
		value.length >= 2 * Number(limit) ||
		countCharacters(value) >= Number(limit) ||
		check.fail(),
	maxLength: (limit, value, check) =>
		value.length <= Number(limit) ||
		countCharacters(value) <= Number(limit) ||
		check.fail(),
	// A pattern beside a format expresses the same rule, but is harder to read.
	format: (limit, value, check) =>
		(format[String(limit)]?.(value) ?? true) || check.fail(),
	pattern: (limit, value, check) =>
		toExpression(String(limit)).test(value) || check.fail(),
};

/** Whether a keyword restricts values. Other keywords, such as `description`, only explain. */
export const isRestriction = (name: string): boolean =>
	[ANY, OBJECT, ARRAY, NUMBER, STRING].some((each) =>
		Object.hasOwn(each, name),
	);

/** A keyword of a schema, with its value. */
interface Rule<Value> {
	readonly name: string;
	readonly limit: unknown;
	readonly isSatisfied: Keyword<Value>;
}

type Present<Value> = readonly Rule<Value>[];

/** The keywords of a schema. */
export interface Rules {
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

/** Returns the keywords of a schema. Cached, because a schema is read for each value. */
export const readRules: (schema: Node) => Rules = computeByObject((schema) => {
	const select = <Value>(keywords: Keywords<Value>): Present<Value> =>
		Object.entries(keywords)
			.map(([name, isSatisfied]) => ({
				...{ name, limit: schema[name], isSatisfied },
			}))
			.filter(({ limit }) => limit !== undefined);
	return {
		isComposed: Object.keys(schema).some((name) => IN_PLACE.test(name)),
		...{ any: select(ANY), object: select(OBJECT), array: select(ARRAY) },
		...{ number: select(NUMBER), string: select(STRING) },
	};
});

function satisfiesPresent<Value>(
	present: Present<Value>,
	schema: Node,
	value: Value,
	check: KeywordContext,
): boolean {
	check.evaluation.spend(1 + present.length);
	// No iterator, which would be created for each value and each schema.
	for (let at = 0; at < present.length; at += 1) {
		const rule = present[at];
		if (!rule) continue;
		check.keyword = rule.name;
		if (!rule.isSatisfied(rule.limit, value, check, schema)) return false;
	}
	return true;
}

/** Whether a value satisfies each keyword of a schema. */
export function satisfiesKeywords(
	schema: Node,
	value: unknown,
	check: KeywordContext,
	{ any, object, array, number, string }: Rules = readRules(schema),
): boolean {
	if (!satisfiesPresent(any, schema, value, check)) return false;
	if (typeof value === "string")
		return satisfiesPresent(string, schema, value, check);
	if (typeof value === "number")
		return satisfiesPresent(number, schema, value, check);
	if (Array.isArray(value))
		return satisfiesPresent(array, schema, value, check);
	return !isNode(value) || satisfiesPresent(object, schema, value, check);
}
