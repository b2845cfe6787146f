import { expect } from "vitest";
import type { Staged } from "./transports.ts";

export function postJson(
	{ baseUrl, fetch }: Pick<Staged, "baseUrl" | "fetch">,
	path: string,
	body: unknown,
): Promise<Response> {
	return fetch(`${baseUrl}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});
}

/** The problem that a response carries, which must say of itself that it is one. */
export async function readProblem(response: Response): Promise<unknown> {
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	const problem = await response.json();
	expect(problem).toMatchObject({
		type: expect.any(String),
		title: expect.any(String),
		status: response.status,
		detail: expect.any(String),
	});
	return problem;
}
