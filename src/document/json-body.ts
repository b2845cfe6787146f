import { errorMessage } from "../values/errors.ts";
import {
	findUnrepresentable,
	type InvalidPlace,
} from "../values/validation.ts";

/** The text of a body, or its bytes if they are not UTF-8. */
export type JsonText =
	| { readonly text: string }
	| { readonly bytes: Uint8Array };

const decoder = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Uint8Array): JsonText {
	try {
		return { text: decoder.decode(bytes) };
	} catch {
		return { bytes };
	}
}

/** Does not use the engine's own words, which differ between versions: the same seed must give the same bytes. */
function describeSyntaxError(text: string, error: unknown): string {
	if (text === "") return "is empty; send JSON";
	const [, position] = /at position (\d+)/.exec(errorMessage(error)) ?? [];
	return position === undefined
		? "is not valid JSON: it ends too early"
		: `is not valid JSON at position ${position}`;
}

/** Parses the body, or returns the first place that is wrong. */
export function parseJsonBody(
	body: JsonText,
	maxDepth: number,
): { value: unknown } | { invalid: InvalidPlace } {
	const invalid = (detail: string) => ({ invalid: { pointer: "", detail } });
	if ("bytes" in body) return invalid("is not valid UTF-8");
	let value: unknown;
	try {
		value = JSON.parse(body.text);
	} catch (error) {
		return invalid(describeSyntaxError(body.text, error));
	}
	const found = findUnrepresentable(value, maxDepth);
	return found ? { invalid: found } : { value };
}
