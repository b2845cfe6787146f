import { escapeSegment } from "../../values/json-pointer.ts";
import type { InvalidPlace, ValidationError, Validator } from "../service.ts";

/** More places than a person mends at a time would only make the answer long. */
const MAX_PLACES = 20;

const FORMATS: Readonly<Record<string, string>> = {
	"date-time": "an RFC 3339 time, like 2026-01-01T00:00:00Z",
};

const count = (limit: unknown, thing: string): string =>
	`${String(limit)} ${thing}${limit === 1 ? "" : "s"}`;

/** What is wrong, by the keyword of the document's schema that says so. */
const DETAILS: Readonly<
	Record<string, (params: ValidationError["params"]) => string>
> = {
	required: () => "must be there",
	not: () => "may not be sent",
	type: ({ type }) => `must be of the type ${String(type)}`,
	minLength: ({ limit }) => `must have at least ${count(limit, "character")}`,
	maxLength: ({ limit }) => `must have at most ${count(limit, "character")}`,
	minItems: ({ limit }) => `must have at least ${count(limit, "item")}`,
	maxItems: ({ limit }) => `must have at most ${count(limit, "item")}`,
	minimum: ({ limit }) => `must be at least ${String(limit)}`,
	maximum: ({ limit }) => `must be at most ${String(limit)}`,
	format: ({ format }) =>
		`must be ${FORMATS[String(format)] ?? `of the format ${String(format)}`}`,
	pattern: ({ pattern }) => `must match ${String(pattern)}`,
};

export function describeError({
	keyword,
	message,
	params,
}: ValidationError): string {
	return DETAILS[keyword]?.(params) ?? message ?? "is not valid";
}

/** The place an error speaks of: for a missing member, where it should have been. */
function pointerOf({ keyword, instancePath, params }: ValidationError): string {
	return keyword === "required"
		? `${instancePath}/${escapeSegment(String(params.missingProperty))}`
		: instancePath;
}

/** The places at which the body is not as the document requires; none where it is. */
export function validateBody(
	body: unknown,
	validate: Validator,
): InvalidPlace[] {
	if (validate(body)) return [];
	const places = new Map<string, InvalidPlace>();
	for (const error of validate.errors ?? []) {
		const pointer = pointerOf(error);
		// A pattern only says more strictly what the format says in words.
		if (!places.has(pointer) || error.keyword === "format")
			places.set(pointer, { pointer, detail: describeError(error) });
		if (places.size === MAX_PLACES) break;
	}
	return [...places.values()];
}
