import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { errorMessage } from "../../values/errors.ts";
import { UsageError } from "../options/usage-error.ts";

/**
 * @param source where the JSON comes from, for the error
 * @throws UsageError if it is not JSON
 */
export function parseJson(json: string, source: string): unknown {
	try {
		return JSON.parse(json);
	} catch (error) {
		throw new UsageError(
			`Invalid JSON in ${source}: ${errorMessage(error)}. Fix it, and try again.`,
		);
	}
}

/**
 * Reads JSON from a file, or from standard input if the file is `-`.
 * @throws UsageError if it cannot be read, or is not JSON
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
