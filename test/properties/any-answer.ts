import { expect } from "vitest";
import { validators } from "../../contracts/generated/response-validators.ts";
import type { Mock } from "../../src/index.ts";
import { keptOf, readMetrics } from "./metrics.ts";

/** The problem of an unknown path asks no more than that it is a problem. */
const isProblem = validators.unknownPath;

/** Sends a request that is answered, whatever it is, and gives the status. */
export async function answered(mock: Mock, request: Request): Promise<number> {
	const { method: sent } = request;
	const { status, headers, body } = await mock
		.fetch(request)
		.then(async (response) => ({
			status: response.status,
			headers: response.headers,
			body: await response.text(),
		}));
	expect(status).toBeLessThan(500);
	expect(headers.get("mock-assumptions")).toMatch(/^[a-z.]+(, [a-z.]+)*$/);
	if (sent === "HEAD") expect(body).toBe("");
	else if (status >= 400) {
		const problem: unknown = JSON.parse(body);
		expect(isProblem?.(problem), body).toBe(true);
		expect(problem).toMatchObject({ status });
		expect(headers.get("content-type")).toBe("application/problem+json");
	}
	return status;
}

/** How many resources and how many audit records there are. */
export async function kept(
	mock: Mock,
): Promise<{ resources: number; auditRecords: number }> {
	const { commands, pipelines, zaps, auditRecords } = keptOf(
		await readMetrics(mock),
	);
	return { resources: commands + pipelines + zaps, auditRecords };
}
