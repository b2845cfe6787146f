import { createNumbering } from "../values/create-numbering.ts";
import { escapeSegment, mapValues, type Texts } from "../values/json.ts";
import type { ValidationError } from "../values/validation.ts";
import {
	type Evaluation,
	type KeywordContext,
	listOf,
} from "./keyword-values.ts";
import { createFollow, isNode, type Node, type Resolve } from "./node.ts";
import { readRules, satisfiesKeywords } from "./schema-keywords.ts";

/** The maximum number of errors. Responses show far fewer. */
const MAX_ERRORS = 1_000;

/** A place in a value, from the inside out. */
interface Place {
	readonly segment: string | number;
	readonly around: Place | undefined;
}

const toPointer = (place: Place | undefined): string =>
	place
		? `${toPointer(place.around)}/${escapeSegment(String(place.segment))}`
		: "";

/** The parameter that the message of an error needs for the value of a keyword. Defaults to `limit`. */
const PARAMETERS: Texts = {
	type: "type",
	const: "allowedValue",
	enum: "allowedValues",
	format: "format",
	pattern: "pattern",
};

/** Keywords whose messages show the schema. */
const IN_MESSAGES = /^(not|contains)$/;

/** Leaves out the schemas in a schema, since they may be long, or refer to each other. */
const withoutInner = (schema: unknown): unknown =>
	mapValues(Object(schema), (value) =>
		[value].flat().some(isNode) ? "…" : value,
	);

/** Keywords whose message can be replaced by an `x-remedy` beside them. */
const WITH_REMEDY: readonly string[] = ["pattern", "oneOf"];

/** Collects the errors of an invalid value. */
function listErrors(
	evaluation: Evaluation,
	root: unknown,
	value: unknown,
): readonly ValidationError[] {
	const errors: ValidationError[] = [];
	function add(
		place: Place | undefined,
		keyword: string,
		params: ValidationError["params"],
	): boolean {
		errors.push({
			...{ keyword, params },
			// Many errors may be below a very long name, and few of them are read.
			get instancePath() {
				return toPointer(place);
			},
		});
		return errors.length < MAX_ERRORS;
	}
	function explain(
		schema: unknown,
		value: unknown,
		place: Place | undefined,
	): boolean {
		if (evaluation.isValid(schema, value)) return true;
		if (!isNode(schema)) return add(place, "not", {});
		const check: KeywordContext = {
			...{ keyword: "", evaluation },
			part: (schema, value, segment) =>
				explain(
					schema,
					value,
					segment === undefined ? place : { segment, around: place },
				),
			fail(params) {
				const { keyword } = check;
				const shown = IN_MESSAGES.test(keyword)
					? withoutInner(schema[keyword])
					: schema[keyword];
				const limit = { [PARAMETERS[keyword] ?? "limit"]: shown };
				const remedy = WITH_REMEDY.includes(keyword) && {
					remedy: schema["x-remedy"],
				};
				return add(place, keyword, params ?? { ...limit, ...remedy });
			},
		};
		return satisfiesKeywords(schema, value, check);
	}
	explain(root, value, undefined);
	return errors;
}

/**
 * How many keywords and schemas a validation may check. The work is at most the number of values times the number of
 * schemas, so only a large value of very many alternatives needs more.
 */
const MAX_CHECKS = 5_000_000;

/** Thrown if a value takes too much work, or is nested so deeply that the stack overflows. */
class TooMuchError extends Error {
	override readonly name = "TooMuchError";
}

/** The check of a value. */
class ValueEvaluation implements Evaluation, KeywordContext {
	keyword = "";
	readonly follow: (reference: string) => Node;
	#verdicts: Map<Node, Map<unknown, boolean>> | undefined;
	#numberOf: ((value: unknown) => number) | undefined;
	#left = MAX_CHECKS;

	constructor(follow: (reference: string) => Node) {
		this.follow = follow;
	}

	get evaluation(): Evaluation {
		return this;
	}

	get numberOf(): (value: unknown) => number {
		this.#numberOf ??= createNumbering();
		return this.#numberOf;
	}

	/** Forgets the previous value, which may change. An evaluation for each value would be thrown away soon. */
	begin(): void {
		this.#verdicts = undefined;
		this.#numberOf = undefined;
		this.#left = MAX_CHECKS;
	}

	part(schema: unknown, value: unknown): boolean {
		return this.isValid(schema, value);
	}

	/** The first error ends the check. */
	fail(): boolean {
		return false;
	}

	/** @throws TooMuchError if the validation has checked too many keywords */
	spend(count: number): void {
		this.#left -= count;
		if (this.#left < 0) throw new TooMuchError();
	}

	/** Whether a value is valid. The same schema checks the same value only once. */
	isValid(schema: unknown, value: unknown): boolean {
		if (!isNode(schema)) return schema !== false;
		// Of OpenAPI 3.0, beside a reference or alternatives.
		if (value === null && schema["x-nullable"] === true) return true;
		const rules = readRules(schema);
		if (!rules.isComposed) return satisfiesKeywords(schema, value, this, rules);
		this.#verdicts ??= new Map();
		const verdicts = this.#verdicts.get(schema) ?? new Map<unknown, boolean>();
		this.#verdicts.set(schema, verdicts);
		const known = verdicts.get(value);
		if (known !== undefined) return known;
		// A schema that leads back to itself adds nothing.
		verdicts.set(value, true);
		const isValid = satisfiesKeywords(schema, value, this, rules);
		verdicts.set(value, isValid);
		return isValid;
	}

	listApplied(schema: Node, value: object): readonly Node[] {
		const schemas = new Set([schema]);
		for (const each of schemas)
			for (const other of this.#listInPlace(each, value))
				if (isNode(other)) schemas.add(other);
		return [...schemas];
	}

	*#listInPlace(schema: Node, value: object): Iterable<unknown> {
		if (typeof schema.$ref === "string") yield this.follow(schema.$ref);
		yield* listOf(schema.allOf);
		for (const name of ["anyOf", "oneOf"])
			for (const each of listOf(schema[name]))
				if (this.isValid(each, value)) yield each;
		if ("if" in schema) {
			const isValid = this.isValid(schema.if, value);
			if (isValid) yield schema.if;
			yield isValid ? schema.then : schema.else;
		}
		for (const [name, each] of Object.entries(Object(schema.dependentSchemas)))
			if (Object.hasOwn(value, name)) yield each;
	}
}

/** Why a value may be invalid although nothing is wrong with it. */
export const CANNOT_CHECK =
	"has so many alternatives or levels that it cannot be checked. Shorten it";

const NONE: readonly ValidationError[] = [];

/** A value that takes too much work is invalid. */
export const TOO_MUCH: ValidationError = {
	...{ keyword: "tooMuch", instancePath: "" },
	params: { remedy: CANNOT_CHECK },
};

const isTooMuch = (error: unknown): boolean =>
	error instanceof TooMuchError || error instanceof RangeError;

/**
 * Creates a function that checks a value by a schema, and returns at most 1,000 errors; none if the value is valid.
 * @param resolve finds the target of each `$ref`
 */
export function createEvaluator(
	resolve: Resolve,
): (schema: unknown, value: unknown) => readonly ValidationError[] {
	const evaluation = new ValueEvaluation(createFollow(resolve));
	return (schema, value) => {
		evaluation.begin();
		try {
			return evaluation.isValid(schema, value)
				? NONE
				: listErrors(evaluation, schema, value);
		} catch (error) {
			if (!isTooMuch(error)) throw error;
			return [TOO_MUCH];
		}
	};
}

/**
 * Creates a function that tells whether a value is valid by a schema.
 * @param resolve finds the target of each `$ref`
 * @param spend is called at each reference that is followed, and may throw to end the validation
 */
export function createChecker(
	resolve: Resolve,
	spend: () => void,
): (schema: unknown, value: unknown) => boolean {
	const follow = createFollow(resolve);
	const spendOne = (reference: string): Node => {
		spend();
		return follow(reference);
	};
	return (schema, value) =>
		value !== undefined && new ValueEvaluation(spendOne).isValid(schema, value);
}
