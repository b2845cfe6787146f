import { escapeSegment } from "../../values/json-pointer.ts";
import type { InvalidPlace, ValidationError, Validator } from "../service.ts";

/** More places than a person fixes at once would only make the response long. */
export const MAX_PLACES = 20;

const FORMATS: Readonly<Record<string, string>> = {
	"date-time": "an RFC 3339 time, like 2026-01-01T00:00:00Z",
};

const count = (limit: unknown, thing: string): string =>
	`${String(limit)} ${thing}${limit === 1 ? "" : "s"}`;

/** Describes an error, by the keyword of the JSON schema that reports it. */
const DETAILS: Readonly<
	Record<string, (params: ValidationError["params"]) => string>
> = {
	required: () => "is required",
	not: () => "is not allowed",
	type: ({ type }) => `must be of type ${String(type)}`,
	minLength: ({ limit }) => `must have at least ${count(limit, "character")}`,
	maxLength: ({ limit }) => `must have at most ${count(limit, "character")}`,
	minItems: ({ limit }) => `must have at least ${count(limit, "item")}`,
	maxItems: ({ limit }) => `must have at most ${count(limit, "item")}`,
	minimum: ({ limit }) => `must be at least ${String(limit)}`,
	maximum: ({ limit }) => `must be at most ${String(limit)}`,
	format: ({ format }) =>
		`must be ${FORMATS[String(format)] ?? `of format ${String(format)}`}`,
	pattern: ({ pattern }) => `must match ${String(pattern)}`,
};

export const describeError = ({
	keyword,
	message,
	params,
}: ValidationError): string =>
	DETAILS[keyword]?.(params) ?? message ?? "is not valid";

/** Returns the place of an error: for a missing property, the place where it belongs. */
const pointerOf = ({
	keyword,
	instancePath,
	params,
}: ValidationError): string =>
	keyword === "required"
		? `${instancePath}/${escapeSegment(String(params.missingProperty))}`
		: instancePath;

/** Returns the places at which the body violates the schema; empty if it is valid. */
export function validateBody(
	body: unknown,
	validate: Validator,
): InvalidPlace[] {
	if (validate(body)) return [];
	const places = new Map<string, InvalidPlace>();
	for (const error of validate.errors ?? []) {
		const pointer = pointerOf(error);
		// A pattern beside a format is the same rule, less readable.
		if (!places.has(pointer) || error.keyword === "format")
			places.set(pointer, { pointer, detail: describeError(error) });
		if (places.size === MAX_PLACES) break;
	}
	return [...places.values()];
}
