import { readFile } from "node:fs/promises";
import { errorMessage } from "../../values/error-message.ts";
import { isObject } from "../../values/is-object.ts";
import type { ExampleRequest } from "../../verification/contract.ts";
import { UsageError } from "../options/usage-error.ts";

const REMEDY =
	'Write an object by operation, like {"<operationId>": {"query": "?limit=1"}}, with a "body" if the operation requires one.';

/** @throws UsageError if the file cannot be read, or is not JSON of requests by operation */
export async function readExamples(
	file: string,
): Promise<Readonly<Record<string, ExampleRequest>>> {
	const invalid = (reason: string): UsageError =>
		new UsageError(`Invalid examples in ${file}: ${reason}. ${REMEDY}`);
	const examples: unknown = await readFile(file, "utf8")
		.then((text) => JSON.parse(text))
		.catch((error) => Promise.reject(invalid(errorMessage(error))));
	if (!isObject(examples)) throw invalid("the file must contain an object");
	const requests = Object.entries(examples).map(([operation, example]) => {
		if (!isObject(example)) throw invalid(`${operation} must be an object`);
		const { query = "", body, ...others } = example;
		const [unknown] = Object.keys(others);
		if (unknown !== undefined)
			throw invalid(`unknown property "${unknown}" in ${operation}`);
		if (typeof query !== "string")
			throw invalid(`the query of ${operation} must be a string`);
		const sent = query === "" ? "" : query.replace(/^\??/, "?");
		return [operation, { query: sent, body }] as const;
	});
	return Object.fromEntries(requests);
}
