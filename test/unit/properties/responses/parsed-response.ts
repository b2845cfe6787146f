import { expect } from "vitest";
import { child, entries } from "../../../../contracts/generate/document.ts";
import { validators } from "../../../../contracts/generated/response-validators.ts";
import { document } from "../requests/operation-requests.ts";

export interface ParsedResponse {
	readonly status: number;
	/** The parsed value of a JSON body, otherwise the text. */
	readonly body: unknown;
	readonly headers: Headers;
}

function readMediaType(operation: string, status: number): string | undefined {
	const found = document.operations.find(({ id }) => id === operation);
	const response = document.resolve(
		child(child(found?.node ?? {}, "responses"), `${status}`),
	);
	return entries(child(response, "content"))[0]?.[0];
}

/** Parses a response, and expects it to match the OpenAPI document for the operation and status. */
export async function parseResponse(
	operation: string,
	response: Response,
): Promise<ParsedResponse> {
	const { status, headers } = response;
	const text = await response.text();
	expect(headers.get("content-type")).toBe(readMediaType(operation, status));
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
