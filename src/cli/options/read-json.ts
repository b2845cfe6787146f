import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { errorMessage } from "../../values/errors.ts";
import { withoutByteOrderMark } from "../../values/json.ts";
import { findInvalidPlaces, type Guard } from "../../values/validation.ts";
import { UsageError } from "./usage-error.ts";

/**
 * @param source the origin of the JSON, for the error message
 * @throws UsageError if the text is not JSON
 */
export function parseJson(json: string, source: string): unknown {
	try {
		return JSON.parse(withoutByteOrderMark(json));
	} catch (error) {
		throw new UsageError(
			`Invalid JSON in ${source}: ${errorMessage(error)}. Fix it, and try again.`,
		);
	}
}

/**
 * Reads JSON from a file, or from standard input if the file is `-`.
 * @throws UsageError if the file cannot be read, or is not JSON
 */
export async function readJsonFile(file: string): Promise<unknown> {
	const isStdin = file === "-";
	const json = await (isStdin
		? text(process.stdin)
		: readFile(file, "utf8")
	).catch((error) => {
		throw new UsageError(
			`Cannot read ${file}: ${errorMessage(error)}. Pass another file, or - for standard input.`,
		);
	});
	return parseJson(json, isStdin ? "standard input" : file);
}

/**
 * Reads a JSON file whose contents have a schema.
 * @param what names the contents, such as "examples"
 * @throws UsageError with the reason and the remedy
 */
export async function readFileOf<Value>(
	file: string,
	guard: Guard<Value>,
	what: string,
	remedy: string,
): Promise<Value> {
	const invalid = (reason: string): UsageError =>
		new UsageError(`Invalid ${what} in ${file}: ${reason}. ${remedy}`);
	const value: unknown = await readFile(file, "utf8")
		.then((text) => JSON.parse(withoutByteOrderMark(text)))
		.catch((error) => Promise.reject(invalid(errorMessage(error))));
	if (guard(value)) return value;
	const [{ pointer, detail } = { pointer: "", detail: "has other contents" }] =
		findInvalidPlaces(value, guard, 1);
	throw invalid(`${pointer || "the file"} ${detail}`);
}
