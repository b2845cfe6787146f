import { expect } from "vitest";
import type { Control } from "../../src/control/control.ts";
import type { Staged } from "./transports.ts";

type Reached = Pick<Staged, "baseUrl" | "fetch">;

export function postJson(
	{ baseUrl, fetch }: Reached,
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

/** The names of the zaps that whoever sends these headers is shown, newest first. */
export async function zapNames(
	{ baseUrl, fetch }: Reached,
	headers: Readonly<Record<string, string>> = {},
	prefix = "",
): Promise<string[]> {
	const url = `${baseUrl}${prefix}/v1/zaps?limit=100`;
	const response = await fetch(url, { headers });
	const { items }: { items: { name: string }[] } = await response.json();
	return items.map(({ name }) => name);
}

/** Of a transport that has one, as `capabilities` says. */
export function controlOf({ control }: Pick<Staged, "control">): Control {
	if (!control) throw new Error("This transport has no control.");
	return control;
}

/** What comes when it is asked for the zaps: name of the error, and the code of what caused it. */
export async function failure(
	{ baseUrl, fetch }: Reached,
	path = "/v1/zaps",
): Promise<{ name: string; code: unknown; message: string }> {
	const error: unknown = await fetch(`${baseUrl}${path}`).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Error)) throw new Error("The request was answered.");
	const { cause } = error;
	return {
		name: error.name,
		code: cause instanceof Error && "code" in cause ? cause.code : undefined,
		message: cause instanceof Error ? cause.message : error.message,
	};
}

/** The body as it came, bit by bit, and what it broke off with. */
export async function readChunks({
	body,
}: Response): Promise<{ chunks: Uint8Array[]; error?: unknown }> {
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
