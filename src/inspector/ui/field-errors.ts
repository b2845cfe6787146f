import { ControlError } from "../../control/control-error.ts";
import { errorMessage } from "../../values/error-message.ts";
import { parsePointer } from "../../values/json-pointer.ts";

/** What is wrong with the input of a form. */
export interface FieldErrors {
	/** By the name of the field. */
	readonly fields: Readonly<Record<string, string>>;
	/** What belongs to no field. */
	readonly rest: string;
}

export const NO_ERRORS: FieldErrors = { fields: {}, rest: "" };

/** Returns the errors without that of a field that the user changed. */
export function withoutError(errors: FieldErrors, name: string): FieldErrors {
	const { [name]: _, ...fields } = errors.fields;
	return { fields, rest: "" };
}

const SAFE_LIMIT = `must be at most ${Number.MAX_SAFE_INTEGER}`;

/** Returns the words of the mock with readable numbers. */
const readable = (detail: string): string =>
	detail === SAFE_LIMIT
		? "is too large"
		: detail.replace(/(?<=^must be at most )\d+$/, (limit) =>
				Number(limit).toLocaleString("en-US"),
			);

/**
 * Finds the fields that the errors of the mock belong to.
 * @param names the names of the fields
 * @param prefix the JSON pointer to the value that the form is about
 */
export function findFieldErrors(
	error: unknown,
	names: readonly string[],
	prefix = "",
): FieldErrors {
	const places = error instanceof ControlError ? error.errors : [];
	if (places.length === 0) return { fields: {}, rest: errorMessage(error) };
	const fields: Record<string, string> = {};
	const rest: string[] = [];
	for (const place of places) {
		const pointer = "pointer" in place ? place.pointer : `/${place.parameter}`;
		const relative = pointer.startsWith(prefix)
			? pointer.slice(prefix.length)
			: pointer;
		const [name = "", ...below] = parsePointer(relative);
		const detail = readable(place.detail);
		if (names.includes(name))
			fields[name] ??=
				below.length > 0 ? `${below.join("/")} ${detail}.` : toSentence(detail);
		else rest.push(toSentence(`${name} ${detail}`.trim()));
	}
	return { fields, rest: rest.join("\n") };
}

/** Returns text such as "the final status" as "The final status." */
export const toSentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
