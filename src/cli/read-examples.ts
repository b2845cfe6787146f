import { readFile } from "node:fs/promises";
import { isObject } from "../values/is-object.ts";
import type { ExampleRequest } from "../verification/contract.ts";
import { UsageError } from "./usage-error.ts";

const FORM =
	'Write a JSON object by operation, like {"<operationId>": {"query": "?limit=1"}}, with a body where it needs one.';

function readExample(
	operation: string,
	value: unknown,
	refuse: (reason: string) => UsageError,
): ExampleRequest {
	if (!isObject(value)) throw refuse(`${operation} is no object`);
	const { query, body, ...others } = value;
	const [unknown] = Object.keys(others);
	if (unknown !== undefined)
		throw refuse(
			`${operation} has "${unknown}", and only query and body are known`,
		);
	if (query !== undefined && typeof query !== "string")
		throw refuse(`the query of ${operation} is no string`);
	return {
		...(query && { query: query.startsWith("?") ? query : `?${query}` }),
		...(body !== undefined && { body }),
	};
}

/** @throws UsageError which names the file and what to do */
export async function readExamples(
	file: string,
): Promise<Readonly<Record<string, ExampleRequest>>> {
	const refuse = (reason: string): UsageError =>
		new UsageError(
			`The examples in ${file} cannot be used: ${reason}. ${FORM}`,
		);
	const parsed: unknown = await readFile(file, "utf8")
		.then((text) => JSON.parse(text))
		.catch((error: Error) => Promise.reject(refuse(error.message)));
	if (!isObject(parsed)) throw refuse("they are no object");
	return Object.fromEntries(
		Object.entries(parsed).map(([operation, value]) => [
			operation,
			readExample(operation, value, refuse),
		]),
	);
}
