import { expect } from "vitest";
import { isNode, type Node } from "../../../contracts/generate/document.ts";
import { validators } from "../../../contracts/generated/response-validators.ts";
import { CONTRARY } from "../../provider/differences.ts";
import { startService } from "../../provider/server.ts";
import { operations } from "../../unit/properties/requests/operation-requests.ts";

export interface ProviderResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Empty if the body is not a JSON object. */
	readonly body: Node;
	/** The items of a page. */
	readonly items: readonly Node[];
	/** The locations of the errors in a problem. */
	readonly locations: readonly Node[];
}

export interface Provider extends AsyncDisposable {
	readonly url: string;
	/** Sends a request and expects a response that the OpenAPI document allows. */
	send(request: Request): Promise<ProviderResponse>;
	get(path: string): Promise<ProviderResponse>;
	/** Sends JSON. A string is sent unchanged. */
	post(
		path: string,
		body: unknown,
		headers?: Readonly<Record<string, string>>,
	): Promise<ProviderResponse>;
	search(conditions: Node): Promise<ProviderResponse>;
}

const DIFFERENCES = { ordinary: [], contrary: CONTRARY };

function findValidator(
	{ url, method }: Request,
	status: number,
): (typeof validators)[string] | undefined {
	const { pathname } = new URL(url);
	const operation = operations.find(
		(each) => each.path === pathname && each.method === method,
	);
	const kind = status === 404 ? "unknownPath" : "undefinedMethod";
	return validators[operation ? `${operation.id} ${status}` : kind];
}

const listNodes = (value: unknown): Node[] =>
	Array.isArray(value) ? value.filter(isNode) : [];

export async function openProvider(
	name: keyof typeof DIFFERENCES,
): Promise<Provider> {
	const service = await startService({ differences: DIFFERENCES[name] });
	const { url } = service;
	const send = async (request: Request): Promise<ProviderResponse> => {
		const response = await fetch(request);
		const { status, headers } = response;
		const text = await response.text();
		const isJson = headers.get("content-type")?.includes("json") ?? false;
		const json: unknown = isJson ? JSON.parse(text) : text;
		const validate = findValidator(request, status);
		expect(
			validate?.(json),
			`${request.method} ${request.url} ${status}: ${text}`,
		).toBe(true);
		const body = isNode(json) ? json : {};
		return {
			status,
			headers,
			text,
			body,
			items: listNodes(body.items),
			locations: listNodes(body.errors).map(({ pointer, parameter }) =>
				pointer === undefined ? { parameter } : { pointer },
			),
		};
	};
	const post: Provider["post"] = (path, body, headers) =>
		send(
			new Request(url + path, {
				method: "POST",
				headers: { "content-type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
		);
	return {
		...service,
		send,
		get: (path) => send(new Request(url + path)),
		post,
		search: (conditions) => post("/v1/audit/search", conditions),
	};
}
