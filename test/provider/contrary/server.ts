import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import { formatJson } from "./format-json.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Operation, Reply } from "./operation.ts";
import { operations } from "./operations.ts";
import { invalid, Problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { createState, type Json, type State } from "./state.ts";

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws Problem of the kind unknown-path or undefined-method */
function findOperation(path: string, method: string): Operation {
	const byMethod = operations.get(path);
	if (!byMethod) throw new Problem("unknown-path", `Nothing at “${path}”.`);
	const found = new Map(Object.entries(byMethod));
	const get = found.get("GET");
	if (get) found.set("HEAD", get);
	const operation = found.get(method);
	if (operation) return operation;
	// One header line per method: a list may be split over several lines (RFC 9110, section 5.3).
	const allow = [...found.keys()].reverse().flatMap((name) => ["aLLOW", name]);
	throw new Problem("undefined-method", `Not ${method}.`, [], allow);
}

async function run(
	{ check, run }: Operation,
	request: IncomingMessage,
	query: string,
	state: State,
	metrics: Metrics,
): Promise<Reply> {
	const parameters = new URLSearchParams(query);
	if (!check) return run(state, {}, parameters, metrics);
	const body = await readBody(request);
	const errors = check(body, "");
	if (errors.length > 0 || !isObject(body)) throw invalid(...errors);
	return run(state, body, parameters, metrics);
}

function send(
	response: ServerResponse,
	{ status, body }: Reply,
	trace: string,
	headers: readonly string[],
): void {
	const mediaType =
		typeof body === "string"
			? "text/plain;charset=UTF-8;version=0.0.4"
			: status < 400
				? "application/json;charset=UTF-8"
				: "application/problem+json; charset=utf-8";
	const text = typeof body === "string" ? body : formatJson(body);
	// HTTP/1.1 allows an empty reason phrase (RFC 9112, section 4).
	response.writeHead(status, "", [
		...["cache-control", "no-store"],
		...["CONTENT-TYPE", mediaType],
		...["x-trace", trace],
		...["Set-Cookie", `trace=${trace}; Path=/; HttpOnly`],
		...["Set-Cookie", "visited=1"],
		...["vary", "Accept-Encoding"],
		...headers,
	]);
	// In two parts without a length, so that it is sent in chunks.
	response.write(text.slice(0, text.length / 2));
	response.end(text.slice(text.length / 2));
}

async function handle(
	request: IncomingMessage,
	response: ServerResponse,
	state: State,
	metrics: Metrics,
): Promise<void> {
	const begun = performance.now();
	const trace = randomUUID();
	const { method = "", url = "" } = request;
	const [path = "", ...query] = url.split("?");
	let operation: Operation | undefined;
	let headers: readonly string[] = [];
	let reply: Reply;
	try {
		operation = findOperation(path, method);
		reply = await run(operation, request, query.join("?"), state, metrics);
	} catch (error) {
		const isExpected = error instanceof Problem;
		if (!isExpected) process.stderr.write(`${error}\n`);
		const problem = isExpected
			? error
			: new Problem("failure", `See ${trace} in the logs.`);
		headers = problem.headers;
		reply = { status: problem.status, body: problem.toBody(trace) };
	}
	if (operation)
		metrics.count(
			{ operation: operation.name, status: reply.status, method },
			(performance.now() - begun) / 1000,
		);
	send(response, reply, trace, headers);
}

/** @throws Error if it cannot listen on the address */
export async function startContrary({
	port,
	host,
}: {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
	const state = createState();
	const metrics = createMetrics();
	const server = createServer((request, response) =>
		handle(request, response, state, metrics),
	);
	await once(server.listen(port, host), "listening");
	const address = server.address();
	const actual = typeof address === "object" && address ? address.port : port;
	return {
		url: `http://${host}:${actual}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
