import type { InvalidPlace, ValidationError, Validator } from "./service.ts";

/** More places than a person mends at a time would only make the answer long. */
const MOST_PLACES = 20;
const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

export function describeError({
	keyword,
	message,
	params,
}: ValidationError): string {
	if (keyword === "required") return "must be there";
	if (keyword === "not") return "may not be sent";
	if (keyword === "type") return `must be of type ${String(params.type)}`;
	if (keyword === "pattern") return "is not of the form required";
	return message ?? "is not valid";
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
		if (!places.has(pointer))
			places.set(pointer, { pointer, detail: describeError(error) });
		if (places.size === MOST_PLACES) break;
	}
	return [...places.values()];
}
