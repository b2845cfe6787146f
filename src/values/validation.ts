import { suggestName } from "./describe-unknown-name.ts";
import { escapeSegment, type Texts, type Values } from "./json.ts";

/** What is wrong with a value that violates no keyword of a schema, in the words of errors. */
export const EMPTY = "is empty";
export const REPEATED = "is sent more than once";
export const TOO_DEEP = "is nested too deeply";

/** A function that tells whether a value is valid. Its property `errors` has the errors of the last call. */
export interface Validator {
	(data: unknown): boolean;
	errors?: readonly ValidationError[];
}

/** A validator of values that have a type. */
export interface Guard<Value> {
	(data: unknown): data is Value;
	errors?: readonly ValidationError[];
}

export interface ValidationError {
	readonly keyword: string;
	readonly instancePath: string;
	readonly params: Values;
}

/** An invalid place in a JSON value, as a JSON pointer (RFC 6901). */
export interface InvalidPointer {
	readonly pointer: string;
	readonly detail: string;
}

/** An invalid place in a request: a JSON pointer into the body (RFC 6901), or the name of a query parameter. */
export type InvalidPlace =
	| InvalidPointer
	| { readonly parameter: string; readonly detail: string };

/**
 * Returns the invalid places of an inner value as places of the outer value, which contains the inner value at
 * `pointer`.
 */
export const placesBelow = (
	pointer: string,
	places: readonly InvalidPointer[],
): InvalidPointer[] =>
	places.map((place) => ({ ...place, pointer: pointer + place.pointer }));

/** The maximum number of reported places. A person fixes only a few at once. */
export const MAX_PLACES = 20;

const FORMATS: Texts = {
	"date-time": "an RFC 3339 time, like 2026-01-01T00:00:00Z",
};

const TYPES: Texts = {
	array: "an array",
	boolean: "true or false",
	integer: "a whole number",
	number: "a number",
	object: "an object",
	string: "a string",
};

const list = (value: unknown): string[] => [value].flat().map(String);

/** Describes a word that is not in the list of available words. */
export const describeUnknown = (
	kind: string,
	name: string,
	available: readonly string[],
): string => `is an unknown ${kind}.${suggestName(name, available)}`;

type Describe = (params: ValidationError["params"]) => string;

const describeCount =
	(words: string, thing: string): Describe =>
	({ limit }) =>
		`must have ${words} ${limit} ${limit === 1 ? thing : `${thing.replace(/y$/, "ie")}s`}`;

const describeLimit =
	(words: string): Describe =>
	({ limit }) =>
		`must ${words} ${JSON.stringify(limit)}`;

const describeProperty: Describe = (params) =>
	describeUnknown(
		"property",
		String(params.additionalProperty),
		list(params.available),
	);

/** Describes an error by the keyword of the JSON schema that it violates. */
const DETAILS: Readonly<Record<string, Describe>> = {
	required: () => "is required",
	dependentRequired: ({ property }) => `is required with ${String(property)}`,
	not: ({ limit }) =>
		JSON.stringify(limit ?? {}) === "{}"
			? "is not allowed"
			: describeLimit("not match")({ limit }),
	contains: describeLimit("have an item that matches"),
	anyOf: () => "must match a schema in anyOf",
	oneOf: () => "must match exactly one alternative",
	multipleOf: describeLimit("be a multiple of"),
	type: ({ type }) =>
		`must be ${list(type)
			.map((name) => TYPES[name] ?? name)
			.join(" or ")}`,
	const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
	enum: ({ allowedValues }) =>
		`must be one of ${list(allowedValues).join(", ")}`,
	minLength: describeCount("at least", "character"),
	maxLength: describeCount("at most", "character"),
	minItems: describeCount("at least", "item"),
	maxItems: describeCount("at most", "item"),
	minProperties: describeCount("at least", "property"),
	maxProperties: describeCount("at most", "property"),
	minimum: describeLimit("be at least"),
	maximum: describeLimit("be at most"),
	exclusiveMinimum: describeLimit("be above"),
	format: ({ format }) =>
		`must be ${FORMATS[String(format)] ?? `of format ${format}`}`,
	pattern: ({ pattern }) => `must match ${pattern}`,
	additionalProperties: describeProperty,
	unevaluatedProperties: describeProperty,
};

export const describeError = ({ keyword, params }: ValidationError): string =>
	typeof params.remedy === "string"
		? params.remedy
		: (DETAILS[keyword]?.(params) ?? "is not valid");

/** Returns the JSON pointer of an error. For a missing or unknown property, it includes the name of the property. */
export function pointerOf({ instancePath, params }: ValidationError): string {
	const property =
		params.missingProperty ?? params.additionalProperty ?? params.propertyName;
	return property === undefined
		? instancePath
		: `${instancePath}/${escapeSegment(String(property))}`;
}

/** Returns at most `max` places at which a value violates the schema; empty if it is valid. */
export function findInvalidPlaces(
	value: unknown,
	validate: Validator,
	max: number = MAX_PLACES,
): InvalidPointer[] {
	if (validate(value)) return [];
	const places = new Map<string, InvalidPointer>();
	for (const error of validate.errors ?? []) {
		const pointer = pointerOf(error);
		// The errors of one alternative do not say that there are others.
		if (!places.has(pointer) || error.keyword === "anyOf")
			places.set(pointer, { pointer, detail: describeError(error) });
		if (places.size === max) break;
	}
	return [...places.values()];
}

/** Returns a message with one line for each invalid place, up to the maximum. */
export const formatPlaces = (
	message: string,
	places: readonly InvalidPlace[],
	whole = "the whole",
): string =>
	[
		message,
		...places
			.slice(0, MAX_PLACES)
			.map((place) =>
				"pointer" in place
					? `${place.pointer || whole} ${place.detail}`
					: `${place.parameter} ${place.detail}`,
			),
		...(places.length > MAX_PLACES ? ["and more"] : []),
	].join("\n  ");

const toText = (value: unknown): string =>
	typeof value === "string" ? value : "";

/** Returns the invalid places of a problem (RFC 9457), or its `detail`; the empty string for other bodies. */
export function describeProblem(body: unknown): string {
	const { errors, detail }: Record<string, unknown> = Object(body);
	const places = Array.isArray(errors) ? errors : [];
	if (places.length === 0) return toText(detail);
	return places
		.map((place: unknown) => {
			const { pointer, parameter, detail } = Object(place);
			return `${toText(pointer ?? parameter)} ${toText(detail)}`.trim();
		})
		.filter((each) => each !== "")
		.join("; ");
}

/** Describes why JSON cannot represent a value that is not an object; undefined if it can. */
function describeUnrepresentable(value: unknown): string | undefined {
	if (typeof value === "number" && !Number.isFinite(value))
		return "is outside the range of a double; send it as a string";
	if (typeof value === "string" && !value.isWellFormed())
		return "has an unpaired surrogate";
	return /^(bigint|function|symbol)$/.test(typeof value)
		? `is a ${typeof value}, which JSON does not have`
		: undefined;
}

/** Finds the first place that JSON.stringify cannot reproduce, or that is nested more deeply than `depth`. */
export function findUnrepresentable(
	value: unknown,
	depth = 128,
): InvalidPointer | undefined {
	const here = (detail: string) => ({ pointer: "", detail });
	if (typeof value !== "object" || value === null) {
		const detail = describeUnrepresentable(value);
		return detail === undefined ? undefined : here(detail);
	}
	if (depth === 0) return here(TOO_DEEP);
	for (const name in value) {
		if (!name.isWellFormed())
			return here("has a property name with an unpaired surrogate");
		const found = findUnrepresentable(
			value[name as keyof typeof value],
			depth - 1,
		);
		if (found)
			return { ...found, pointer: `/${escapeSegment(name)}${found.pointer}` };
	}
	return undefined;
}
