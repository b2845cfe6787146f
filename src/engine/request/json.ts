import { escapeSegment } from "../../values/json-pointer.ts";
import type { InvalidPlace } from "../service.ts";

/** A body that is to be JSON: its text, or its bytes where they are no UTF-8. */
export type JsonText =
	| { readonly text: string }
	| { readonly bytes: Uint8Array };

const decoder = new TextDecoder("utf-8", { fatal: true });

export function readText(bytes: Uint8Array): JsonText {
	try {
		return { text: decoder.decode(bytes) };
	} catch {
		return { bytes };
	}
}

/** What is wrong with a value without members, in words; undefined where nothing is. */
function unfaithfulValue(value: unknown): string | undefined {
	switch (typeof value) {
		case "number":
			return Number.isFinite(value)
				? undefined
				: "is a number beyond the range of a double; send it as a string";
		case "string":
			return value.isWellFormed()
				? undefined
				: "has a surrogate without its other half";
		case "bigint":
		case "function":
		case "symbol":
			return `is a ${typeof value}, which JSON does not have`;
		default:
			return undefined;
	}
}

/** The first place that JSON.stringify could not give back, or that nests too deeply. */
export function unfaithful(
	value: unknown,
	depth: number,
): { pointer: string; detail: string } | undefined {
	const here = (detail: string) => ({ pointer: "", detail });
	if (typeof value !== "object" || value === null) {
		const detail = unfaithfulValue(value);
		return detail === undefined ? undefined : here(detail);
	}
	if (depth === 0) return here("is nested too deeply");
	for (const member in value) {
		if (!member.isWellFormed())
			return here(
				"has a member whose name has a surrogate without its other half",
			);
		const below: unknown = value[member as keyof typeof value];
		const found = unfaithful(below, depth - 1);
		if (found)
			return {
				...found,
				pointer: `/${escapeSegment(member)}${found.pointer}`,
			};
	}
	return undefined;
}

/** In words of our own: those of an engine differ from version to version, and the same seed must give the same bytes. */
function describe(text: string, error: unknown): string {
	if (text === "") return "is empty; send JSON";
	const message = error instanceof Error ? error.message : "";
	const [, position] = /at position (\d+)/.exec(message) ?? [];
	return position === undefined
		? "is no JSON: it breaks off"
		: `is no JSON at position ${position}`;
}

/** The value that the text stands for, or the place that is wrong. */
export function checkJson(
	sent: JsonText,
	maxDepth: number,
): { value: unknown } | { invalid: InvalidPlace } {
	if ("bytes" in sent)
		return { invalid: { pointer: "", detail: "is no UTF-8" } };
	let value: unknown;
	try {
		value = JSON.parse(sent.text);
	} catch (error) {
		return { invalid: { pointer: "", detail: describe(sent.text, error) } };
	}
	const invalid = unfaithful(value, maxDepth);
	return invalid ? { invalid } : { value };
}
