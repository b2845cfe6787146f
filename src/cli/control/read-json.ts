import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { errorMessage } from "../../values/error-message.ts";
import { UsageError } from "../usage-error.ts";

async function readSource(source: string): Promise<string> {
	try {
		return source === "-"
			? await text(process.stdin)
			: await readFile(source, "utf8");
	} catch (error) {
		throw new UsageError(
			`${source} cannot be read: ${errorMessage(error)}. Pass another file, or - for standard input.`,
		);
	}
}

/** @throws UsageError which says where it came from */
export function parseJson(written: string, from: string): unknown {
	try {
		return JSON.parse(written);
	} catch (error) {
		throw new UsageError(
			`What is in ${from} is no JSON: ${errorMessage(error)}. Mend it, and try again.`,
		);
	}
}

/** The JSON in a file, or of standard input where it is called `-`. */
export async function readJsonFile(source: string): Promise<unknown> {
	return parseJson(
		await readSource(source),
		source === "-" ? "standard input" : source,
	);
}
