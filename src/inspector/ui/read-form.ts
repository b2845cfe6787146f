import { tryParseJson } from "../../values/try-parse-json.ts";
import type { FaultField } from "../behavior/fault-fields.ts";

/** The texts and flags of a form, by the name of the field. */
export type FormValues = Readonly<Record<string, string | boolean>>;

type Read = { readonly value: unknown } | { readonly error: string };

/** Text that is not JSON is the body of a media type other than JSON, unless it was meant as JSON. */
function readJson(text: string): Read {
	const value = tryParseJson(text);
	if (value !== undefined) return { value };
	return /^\s*[{["]/.test(text)
		? { error: 'Must be valid JSON, like {"title":"Down"}, or plain text.' }
		: { value: text };
}

function readField(type: FaultField["type"], given: string | boolean): Read {
	if (typeof given === "boolean") return { value: given };
	if (type === "json") return readJson(given);
	if (type === "headers") {
		const read = readHeaderLines(given);
		return "invalid" in read
			? { error: `"${read.invalid}" must be a header, like Retry-After: 5.` }
			: { value: read.headers };
	}
	// The mock rejects what is not a number, as it does other invalid values.
	return { value: type === "number" ? Number(given) : given.trim() };
}

/** Reads the filled fields. The mock validates their values; here only their presence and syntax matter. */
export function readFaultForm(
	fields: readonly FaultField[],
	values: FormValues,
): {
	readonly properties: Readonly<Record<string, unknown>>;
	readonly errors: Readonly<Record<string, string>>;
} {
	const properties: Record<string, unknown> = {};
	const errors: Record<string, string> = {};
	for (const { name, label, type, isRequired } of fields) {
		const given = values[name] ?? "";
		if (given === false || (typeof given === "string" && !given.trim())) {
			if (isRequired) errors[name] = `Enter the ${label.toLowerCase()}.`;
			continue;
		}
		const read = readField(type, given);
		if ("error" in read) errors[name] = read.error;
		else properties[name] = read.value;
	}
	return { properties, errors };
}

const HEADER = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/;

/** Reads headers, one `Name: value` per line. Returns the first line that is not one as `invalid`. */
export function readHeaderLines(
	text: string,
):
	| { readonly headers: Readonly<Record<string, string>> }
	| { readonly invalid: string } {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const pairs: [string, string][] = [];
	for (const line of lines) {
		const [, name, value] = HEADER.exec(line) ?? [];
		if (name === undefined || value === undefined)
			return { invalid: line.trim() };
		pairs.push([name, value]);
	}
	return { headers: Object.fromEntries(pairs) };
}
