import { errorMessage } from "../../values/error-message.ts";
import { escapeSegment } from "../../values/json-pointer.ts";
import type { InvalidPlace } from "../service.ts";

/** A place within a JSON value, and what is wrong there. */
interface JsonError {
	readonly pointer: string;
	readonly detail: string;
}

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

/** Describes what JSON cannot represent about a value that is not an object; undefined if nothing. */
function describeUnrepresentable(value: unknown): string | undefined {
	switch (typeof value) {
		case "number":
			return Number.isFinite(value)
				? undefined
				: "is outside the range of a double; send it as a string";
		case "string":
			return value.isWellFormed() ? undefined : "has an unpaired surrogate";
		case "bigint":
		case "function":
		case "symbol":
			return `is a ${typeof value}, which JSON does not have`;
		default:
			return undefined;
	}
}

/** Finds the first place that JSON.stringify cannot reproduce, or that is nested deeper than `depth`. */
export function findUnrepresentable(
	value: unknown,
	depth: number,
): JsonError | undefined {
	const here = (detail: string): JsonError => ({ pointer: "", detail });
	if (typeof value !== "object" || value === null) {
		const detail = describeUnrepresentable(value);
		return detail === undefined ? undefined : here(detail);
	}
	if (depth === 0) return here("is nested too deeply");
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
