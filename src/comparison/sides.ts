import { readText } from "../document/expect-status.ts";
import type { OperationModel } from "../document/model.ts";
import type { Engine } from "../engine/engine.ts";
import type { MockRequest } from "../engine/request/request.ts";
import type { MockResponse } from "../engine/response/response.ts";
import type { ProviderResponse, Send } from "../verification/contract.ts";
import { createTag } from "./step.ts";

/** Returns the path and the headers, with arbitrary credentials if the document requires some. */
function addCredentials(
	{ security = [] }: Pick<OperationModel, "security">,
	path: string,
): { readonly path: string; readonly headers: Record<string, string> } {
	const headers: Record<string, string> = {};
	const query: [string, string][] = [];
	for (const { in: place, name, scheme } of security[0] ?? []) {
		const value = scheme === undefined ? "any" : `${scheme} any`;
		if (place === "query") query.push([name, value]);
		else if (place === "header") headers[name] = value;
		else headers.cookie = `${name}=${value}`;
	}
	if (query.length === 0) return { path, headers };
	const sign = path.includes("?") ? "&" : "?";
	return { path: `${path}${sign}${new URLSearchParams(query)}`, headers };
}

const NEVER = new AbortController().signal;

/** Creates a request without a transport. */
function createRequest(
	method: string,
	target: string,
	headers: Headers,
	text: string,
): MockRequest {
	const bytes = new TextEncoder().encode(text);
	return {
		...{ method, target, origin: "" },
		header: (name) => headers.get(name),
		headers: () => [...headers].flat(),
		readBody: async (maxBytes) =>
			bytes.length > maxBytes ? "too large" : bytes,
		readBodyStart: async () => ({ bytes }),
		signal: () => NEVER,
	};
}

const readBody = async (body: MockResponse["body"]): Promise<Buffer> =>
	typeof body === "string"
		? Buffer.from(body)
		: Buffer.from(await new Response(body).arrayBuffer());

/** One side of a play. */
export interface Transport {
	/** @param operation the operation of the request, for its credentials */
	send(
		request: Parameters<Send>[0],
		operation: OperationModel,
	): Promise<ProviderResponse>;
}

/** A mock for one sequence. It starts without records. */
export interface MockSession extends Transport {
	close(): Promise<unknown>;
}

/** Returns a function that opens sessions of a mock in this process. */
export function createMockSessions(engine: Engine): () => MockSession {
	let count = 0;
	return () => {
		count += 1;
		const session = `compare-${count}`;
		return {
			async send({ method, path, headers, body }, operation) {
				const added = addCredentials(operation, path);
				const sent = new Headers({
					...headers,
					...added.headers,
					"mock-session": session,
				});
				const response = await engine.handle(
					createRequest(method, added.path, sent, readText(body)),
				);
				return {
					status: response.status,
					headers: response.headers,
					body: await readBody(response.body),
				};
			},
			close: () => engine.context.sessions.delete(session),
		};
	};
}

/**
 * Returns the service for a second play at the same time. It replaces the words in each request by others, and
 * reverses this in each response.
 */
export function createOtherSide(
	side: Transport,
	random: () => number,
): Transport {
	const own = createTag(random);
	const pattern = new RegExp(`(?<=understudy-)[a-z]{${own.length}}`, "gi");
	let given = own;
	const convert = (text: string, to: string): string =>
		text.replaceAll(pattern, (found) => {
			if (found.toLowerCase() !== own) given = found.toLowerCase();
			return found === found.toUpperCase() ? to.toUpperCase() : to;
		});
	return {
		async send(request, operation) {
			const path = convert(request.path, own);
			const text = request.body && convert(readText(request.body), own);
			const sent = { ...request, path, ...(text && { body: text }) };
			const response = await side.send(sent, operation);
			const body = Buffer.from(`${response.body}`.replaceAll(own, given));
			return { ...response, body };
		},
	};
}
