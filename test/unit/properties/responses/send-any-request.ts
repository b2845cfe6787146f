import { expect } from "vitest";
import { validators } from "../../../../contracts/generated/response-validators.ts";
import type { Mock } from "../../../../src/index.ts";

/** The schema of the unknown-path response, which requires a problem details object and nothing else. */
const isProblem = validators.unknownPath;

/** Sends any request, expects a well-formed response below 500 and returns its status. */
export async function sendAnyRequest(
	mock: Mock,
	request: Request,
): Promise<number> {
	const { method } = request;
	const response = await mock.fetch(request);
	const { status, headers } = response;
	const body = await response.text();
	expect(status).toBeLessThan(500);
	expect(headers.get("mock-assumptions")).toMatch(/^[a-z.]+(, [a-z.]+)*$/);
	if (method === "HEAD") expect(body).toBe("");
	else if (status >= 400) {
		const problem: unknown = JSON.parse(body);
		expect(isProblem?.(problem), body).toBe(true);
		expect(problem).toMatchObject({ status });
		expect(headers.get("content-type")).toBe("application/problem+json");
	}
	return status;
}
