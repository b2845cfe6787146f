import { expect } from "vitest";
import { validators } from "../../contracts/generated/response-validators.ts";
import { startContrary } from "./contrary/server.ts";
import { startOrdinary } from "./ordinary/server.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface Heard {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Empty where the body is no JSON object. */
	readonly body: Json;
	/** Of a page. */
	readonly items: readonly Json[];
	/** Of a problem: each place that is wrong. */
	readonly places: readonly unknown[];
}

/** A provider that answers; every answer is held against the document before a case sees it. */
export interface Asked extends AsyncDisposable {
	readonly url: string;
	send(path: string, init?: RequestInit): Promise<Heard>;
	/** Sends JSON; text as it is, anything else written as JSON. */
	post(path: string, body: unknown): Promise<Heard>;
	/** Searches the audit records. */
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

/** Type and parameters in lower case, in one order. */
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

/** Fails where the answer is not as the document describes it for what was asked. */
function expectConformance(method: string, path: string, heard: Heard): void {
	const asked = `${method === "HEAD" ? "GET" : method} ${path.split("?")[0]}`;
	const beyond = heard.status === 404 ? "unknownPath" : "undefinedMethod";
	const operation = OPERATIONS[asked] ?? beyond;
	const name = operation === beyond ? beyond : `${operation} ${heard.status}`;
	const validate = validators[name];
	if (!validate) throw new Error(`The document describes no "${name}".`);
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

/** Asks what listens at `url`, which `close` ends. */
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

/** A provider of each kind, new and empty, by its kind. */
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
