import { expect } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { validators } from "../../../contracts/generated/response-validators.ts";
import type { OperationModel } from "../../../src/document/model.ts";
import { isNode } from "../../../src/document/node.ts";
import type { Mock } from "../../../src/entries/index.ts";

const ASSUMPTIONS = /^[a-z.]+(, [a-z.]+)*$/;

type ErrorLocation =
	| { readonly pointer: string }
	| { readonly parameter: string };

const MODELS: Readonly<Record<string, OperationModel>> = operations;

/** Parses a response, and expects it to match the OpenAPI document for the operation and status. */
export async function parseResponse(operation: string, response: Response) {
	const { status, headers } = response;
	const text = await response.text();
	const mediaType = headers.get("content-type");
	expect(mediaType).toBe(MODELS[operation]?.responses[status]?.mediaType);
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
	{ id, problems }: Pick<OperationModel, "id" | "problems">,
	request: Request,
	...locations: readonly ErrorLocation[]
): Promise<void> {
	const before = await mock.control.state();
	const { status, body } = await parseResponse(id, await mock.fetch(request));
	expect(status).toBe(problems.invalid);
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
