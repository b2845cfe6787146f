import { expect } from "vitest";
import { child, entries } from "../../contracts/generate/document.ts";
import { validators } from "../../contracts/generated/response-validators.ts";
import { document } from "./requests.ts";

export interface Answer {
	readonly status: number;
	/** Parsed where it is JSON, else the text. */
	readonly body: unknown;
	readonly headers: Headers;
}

function mediaTypeOf(operation: string, status: number): string | undefined {
	const found = document.operations.find(({ id }) => id === operation);
	const response = document.resolve(
		child(child(found?.node ?? {}, "responses"), `${status}`),
	);
	return entries(child(response, "content"))[0]?.[0];
}

/** Reads the answer of an operation, having checked that it is as the document describes it for that status. */
export async function readAnswer(
	operation: string,
	response: Response,
): Promise<Answer> {
	const { status, headers } = response;
	const text = await response.text();
	expect(headers.get("content-type")).toBe(mediaTypeOf(operation, status));
	expect(headers.get("mock-assumptions")).toMatch(/^[a-z.]+(, [a-z.]+)*$/);
	const body: unknown = headers.get("content-type")?.includes("json")
		? JSON.parse(text)
		: text;
	const validate = validators[`${operation} ${status}`];
	expect(
		validate?.(body),
		`${operation} ${status}: ${JSON.stringify(validate?.errors)}`,
	).toBe(true);
	return { status, body, headers };
}
