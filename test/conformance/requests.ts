import { expect } from "vitest";
import type { TransportMock } from "./transports.ts";

type MockAddress = Pick<TransportMock, "baseUrl" | "fetch">;

export function postJson(
	{ baseUrl, fetch }: MockAddress,
	path: string,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
	return fetch(`${baseUrl}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	});
}

/** Reads the problem details of a response, and checks its media type and required properties. */
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

/** Lists the names of the zaps, newest first, as seen with these headers. */
export async function listZapNames(
	{ baseUrl, fetch }: MockAddress,
	headers: Readonly<Record<string, string>> = {},
	prefix = "",
): Promise<string[]> {
	const url = `${baseUrl}${prefix}/v1/zaps?limit=100`;
	const response = await fetch(url, { headers });
	const { items }: { items: { name: string }[] } = await response.json();
	return items.map(({ name }) => name);
}

/** Reads the body chunk by chunk, up to its end or an error. */
export async function readChunks({ body }: Response) {
	const chunks: Uint8Array[] = [];
	const reader = body?.getReader();
	try {
		for (let read = await reader?.read(); read?.value; ) {
			chunks.push(read.value);
			read = await reader?.read();
		}
		return { chunks };
	} catch (error) {
		return { chunks, error };
	}
}
