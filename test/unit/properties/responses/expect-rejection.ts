import { expect } from "vitest";
import { isNode } from "../../../../contracts/generate/document.ts";
import type { Mock } from "../../../../src/index.ts";
import type { OperationRequests } from "../requests/operation-requests.ts";
import type { ErrorLocation } from "../requests/query-parameters.ts";
import { type RequestParts, toRequest } from "../requests/request-parts.ts";
import { parseResponse } from "./parsed-response.ts";

/** Sends an invalid request, and expects a response that lists exactly these errors and a mock without changes. */
export async function expectRejection(
	mock: Mock,
	{ id, invalidStatus }: OperationRequests,
	request: RequestParts | Request,
	...locations: readonly ErrorLocation[]
): Promise<void> {
	const before = await mock.control.state();
	const { status, body } = await parseResponse(
		id,
		await mock.fetch(request instanceof Request ? request : toRequest(request)),
	);
	expect(status).toBe(invalidStatus);
	const errors: unknown = isNode(body) ? body.errors : undefined;
	expect(errors).toHaveLength(locations.length);
	for (const location of locations)
		expect(errors).toContainEqual({ ...location, detail: expect.any(String) });
	expect(await mock.control.state()).toEqual(before);
}
