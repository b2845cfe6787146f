import { expect } from "vitest";
import { validators } from "../../../contracts/generated/response-validators.ts";
import { child, entries, isNode } from "../../../src/document/node.ts";
import type { Mock } from "../../../src/entries/index.ts";
import {
	document,
	type OperationRequests,
} from "./requests/operation-requests.ts";
import type { ErrorLocation } from "./requests/query-parameters.ts";
import { type RequestParts, toRequest } from "./requests/request-parts.ts";

const ASSUMPTIONS = /^[a-z.]+(, [a-z.]+)*$/;

function readMediaType(operation: string, status: number): string | undefined {
	const found = document.operations.find(({ id }) => id === operation);
	const response = document.resolve(
		child(child(found?.node ?? {}, "responses"), `${status}`),
	);
	return entries(child(response, "content"))[0]?.[0];
}

/** Parses a response, and expects it to match the OpenAPI document for the operation and status. */
export async function parseResponse(operation: string, response: Response) {
	const { status, headers } = response;
	const text = await response.text();
	const mediaType = headers.get("content-type");
	expect(mediaType).toBe(readMediaType(operation, status));
	expect(headers.get("mock-assumptions")).toMatch(ASSUMPTIONS);
	const body: unknown = mediaType?.includes("json") ? JSON.parse(text) : text;
	const name = `${operation} ${status}`;
	const validate = validators[name];
	const isValid = validate?.(body);
	expect(isValid, `${name}: ${JSON.stringify(validate?.errors)}`).toBe(true);
	return { status, body };
}

/** Sends an invalid request, and expects a response that lists exactly these errors and a mock without changes. */
export async function expectRejection(
	mock: Mock,
	{ id, invalidStatus }: Pick<OperationRequests, "id" | "invalidStatus">,
	request: RequestParts | Request,
	...locations: readonly ErrorLocation[]
): Promise<void> {
	const before = await mock.control.state();
	const sent = request instanceof Request ? request : toRequest(request);
	const { status, body } = await parseResponse(id, await mock.fetch(sent));
	expect(status).toBe(invalidStatus);
	const errors: unknown = isNode(body) ? body.errors : undefined;
	expect(errors).toHaveLength(locations.length);
	for (const location of locations)
		expect(errors).toContainEqual({ ...location, detail: expect.any(String) });
	expect(await mock.control.state()).toEqual(before);
}

/** Sends any request, expects a well-formed response below 500 and returns its status. */
export async function sendAnyRequest(
	mock: Mock,
	request: Request,
): Promise<number> {
	const response = await mock.fetch(request);
	const { status, headers } = response;
	const body = await response.text();
	expect(status).toBeLessThan(500);
	expect(headers.get("mock-assumptions")).toMatch(ASSUMPTIONS);
	if (request.method === "HEAD") expect(body).toBe("");
	else if (status >= 400) {
		const problem: unknown = JSON.parse(body);
		// The schema of an unknown path requires a problem details object and nothing else.
		expect(validators["unknownPath 404"]?.(problem), body).toBe(true);
		expect(problem).toMatchObject({ status });
		expect(headers.get("content-type")).toBe("application/problem+json");
	}
	return status;
}

/** Returns the number of resources and of audit records in the mock. */
export async function countRecords({ control }: Mock) {
	const { audit = [], ...resources } = await control.state();
	return {
		resources: Object.values(resources).flat().length,
		auditRecords: audit.length,
	};
}
