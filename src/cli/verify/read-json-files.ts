import { readFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import type { ExampleRequest } from "../../verification/contract.ts";
import type { SuiteUse } from "../../verification/report.ts";
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

const isCount = (value: unknown): value is number =>
	Number.isInteger(value) && Number(value) >= 0;

const hasId = (value: unknown): value is { readonly id: string } =>
	isObject(value) && typeof value.id === "string";

/**
 * Reads the file that the test kit's reporter writes.
 * @throws UsageError if it cannot be read, is not such a file, or is empty
 */
export async function readUsed(file: string): Promise<SuiteUse> {
	const invalid = (reason: string): UsageError =>
		new UsageError(
			`Invalid used assumptions in ${file}: ${reason}. Pass the file that zaps-understudy/vitest/reporter writes with the option json.`,
		);
	const used: unknown = await readFile(file, "utf8")
		.then((text) => JSON.parse(text))
		.catch((error) => Promise.reject(invalid(errorMessage(error))));
	if (!isObject(used)) throw invalid("the file must contain an object");
	const { tests, exchanges, assumptions } = used;
	if (!isCount(tests) || !isCount(exchanges))
		throw invalid("tests and exchanges must be whole numbers");
	if (!Array.isArray(assumptions) || !assumptions.every(hasId))
		throw invalid("assumptions must be a list of objects with an id");
	if (tests === 0 && assumptions.length === 0)
		throw new UsageError(
			`The file ${file} names no assumption: run the whole test suite with zaps-understudy/vitest/reporter first.`,
		);
	return { tests, exchanges, assumptions };
}
