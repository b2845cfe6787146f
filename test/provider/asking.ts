import { expect } from "vitest";
import { validators } from "../../contracts/generated/response-validators.ts";
import { startContrary } from "./contrary/server.ts";
import { startOrdinary } from "./ordinary/server.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface Heard {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Empty if the body is not a JSON object. */
	readonly body: Json;
	/** The items of a page. */
	readonly items: readonly Json[];
	/** The invalid places that a problem names. */
	readonly places: readonly unknown[];
}

/** A running provider. Every response is checked against the OpenAPI document before a test sees it. */
export interface Asked extends AsyncDisposable {
	readonly url: string;
	send(path: string, init?: RequestInit): Promise<Heard>;
	/** Sends JSON. A string is sent unchanged, any other value is serialized. */
	post(path: string, body: unknown): Promise<Heard>;
	search(query: Json): Promise<Heard>;
}

export type Open = () => Promise<Asked>;

const OPERATIONS: Readonly<Record<string, string>> = {
	"GET /v1/health": "getHealth",
	"POST /v1/command": "submitCommand",
	"POST /v1/pipeline": "submitPipeline",
	"GET /v1/zaps": "listZaps",
	"POST /v1/zaps": "createZap",
	"POST /v1/audit/search": "searchAudit",
	"GET /metrics": "getMetrics",
};

export const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] =>
	Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the type and the sorted parameters, in lower case. */
function mediaTypeOf(headers: Headers): readonly string[] {
	const [essence = "", ...parameters] = (headers.get("content-type") ?? "")
		.toLowerCase()
		.split(";")
		.map((part) => part.trim());
	return [essence, ...parameters.sort()];
}

function expectMediaType(operation: string, heard: Heard): void {
	const [essence, ...parameters] = mediaTypeOf(heard.headers);
	const isMetrics = operation === "getMetrics" && heard.status === 200;
	if (isMetrics) {
		expect(essence).toBe("text/plain");
		expect(parameters).toEqual(["charset=utf-8", "version=0.0.4"]);
		return;
	}
	expect(essence).toBe(
		heard.status < 400 ? "application/json" : "application/problem+json",
	);
	for (const parameter of parameters) expect(parameter).toBe("charset=utf-8");
}

/** Fails if the OpenAPI document does not allow the response to the request. */
function expectConformance(method: string, path: string, heard: Heard): void {
	const asked = `${method === "HEAD" ? "GET" : method} ${path.split("?")[0]}`;
	const beyond = heard.status === 404 ? "unknownPath" : "undefinedMethod";
	const operation = OPERATIONS[asked] ?? beyond;
	const name = operation === beyond ? beyond : `${operation} ${heard.status}`;
	const validate = validators[name];
	if (!validate)
		throw new Error(`The OpenAPI document has no response "${name}".`);
	expectMediaType(operation, heard);
	if (method === "HEAD") {
		expect(heard.text).toBe("");
		return;
	}
	const isValid = validate(
		operation === "getMetrics" && heard.status === 200
			? heard.text
			: JSON.parse(heard.text),
	);
	expect(isValid, `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
	if (heard.status >= 400) expect(heard.body.status).toBe(heard.status);
}

function parse(text: string): Json {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}

async function listen(response: Response): Promise<Heard> {
	const text = await response.text();
	const body = parse(text);
	return {
		status: response.status,
		headers: response.headers,
		text,
		body,
		items: listOf(body.items),
		places: listOf(body.errors).map(({ pointer, parameter }) =>
			pointer === undefined ? { parameter } : { pointer },
		),
	};
}

/** Creates a client of the provider at `url`. Disposing it calls `close`. */
export function ask(url: string, close: () => Promise<void>): Asked {
	const send = async (path: string, init: RequestInit = {}): Promise<Heard> => {
		const heard = await listen(await fetch(`${url}${path}`, init));
		expectConformance(init.method ?? "GET", path, heard);
		return heard;
	};
	const post = (path: string, body: unknown): Promise<Heard> =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
	return {
		url,
		send,
		post,
		search: (query) => post("/v1/audit/search", query),
		[Symbol.asyncDispose]: close,
	};
}

const address = { port: 0, host: "127.0.0.1" };

/** Starts a new, empty provider of each kind. */
export const providers: Readonly<Record<"ordinary" | "contrary", Open>> = {
	async ordinary() {
		const { url, close } = await startOrdinary(address);
		return ask(url, close);
	},
	async contrary() {
		const { url, close } = await startContrary(address);
		return ask(url, close);
	},
};
