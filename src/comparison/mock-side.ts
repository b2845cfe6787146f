import { readText } from "../document/expect-status.ts";
import type { OperationModel } from "../document/model.ts";
import type { Engine } from "../engine/engine.ts";
import type { ProviderResponse, Send } from "../verification/contract.ts";

/** Any origin: the mock serves all. */
const ORIGIN = "http://mock.test";

/** Returns the path and the headers with any credentials, where the document requires some. */
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

/** The mock, as one sequence sees it: without records. */
export interface MockSession {
	/** @param operation that of the request, for its credentials */
	send(
		operation: OperationModel,
		...request: Parameters<Send>
	): Promise<ProviderResponse>;
	close(): Promise<unknown>;
}

/** Returns a function that opens sessions of a mock, which calls run in process. */
export function createMockSessions(engine: Engine): () => MockSession {
	let count = 0;
	return () => {
		count += 1;
		const session = `compare-${count}`;
		return {
			async send(operation, { method, path, headers, body }) {
				const added = addCredentials(operation, path);
				const response = await engine.fetch(
					new Request(`${ORIGIN}${added.path}`, {
						method,
						headers: {
							...headers,
							...added.headers,
							"mock-session": session,
						},
						...(body !== undefined && { body: readText(body) }),
					}),
				);
				return {
					status: response.status,
					headers: Object.fromEntries(response.headers),
					body: Buffer.from(await response.arrayBuffer()),
				};
			},
			close: () => engine.context.sessions.delete(session),
		};
	};
}
