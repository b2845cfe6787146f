import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json } from "./archive.ts";
import type { Meter } from "./exposition.ts";
import { takeIn } from "./intake.ts";
import type { Answer, Operation, Scene } from "./operation.ts";
import { operations } from "./operations.ts";
import { doesNotFit, Refusal } from "./refusal.ts";
import { writeJson } from "./writing.ts";

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function splitTarget(target: string): { path: string; query: string } {
	const [, path = "", query = ""] =
		/^(?:https?:\/\/[^/?#]+)?([^?]*)(?:\?(.*))?$/is.exec(target) ?? [];
	return { path, query };
}

/** @throws Refusal with the kind nothing-here or wrong-verb */
function find(path: string, method: string): Operation {
	const byMethod = operations.get(path);
	if (!byMethod) throw new Refusal("nothing-here", `Nothing at “${path}”.`);
	const found = new Map(Object.entries(byMethod));
	const get = found.get("GET");
	if (get) found.set("HEAD", get);
	const operation = found.get(method);
	if (operation) return operation;
	// One header line per method: a list may be split over several lines (RFC 9110, section 5.3).
	const allow = [...found.keys()].reverse().flatMap((name) => ["aLLOW", name]);
	throw new Refusal("wrong-verb", `${method} does not go here.`, {
		headers: allow,
	});
}

async function play(
	operation: Operation,
	request: IncomingMessage,
	query: string,
	scene: Scene,
): Promise<Answer> {
	const { demand, answer } = operation;
	if (!demand) return answer(scene, {}, new URLSearchParams(query));
	const body = await takeIn(request);
	const objections = demand(body, "");
	if (objections.length > 0 || !isObject(body)) throw doesNotFit(...objections);
	return answer(scene, body, new URLSearchParams(query));
}

function send(
	response: ServerResponse,
	{ status, body }: Answer,
	trace: string,
	headers: readonly string[] = [],
): void {
	const mediaType =
		typeof body === "string"
			? "text/plain;charset=UTF-8;version=0.0.4"
			: status < 400
				? "application/json;charset=UTF-8"
				: "application/problem+json; charset=utf-8";
	const bytes = typeof body === "string" ? body : writeJson(body);
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
	response.write(bytes.slice(0, bytes.length / 2));
	response.end(bytes.slice(bytes.length / 2));
}

/** Creates the handler of all requests. */
export function createExchange(
	scene: Scene,
	meter: Meter,
	now: () => number,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
	return async (request, response) => {
		const begun = now();
		const trace = randomUUID();
		const { method = "", url = "" } = request;
		const { path, query } = splitTarget(url);
		let operation: Operation | undefined;
		const settle = (answer: Answer, headers?: readonly string[]): void => {
			if (operation)
				meter.count(
					{ operation: operation.name, status: answer.status, method },
					Math.max(0, now() - begun) / 1000,
				);
			send(response, answer, trace, headers);
		};
		try {
			operation = find(path, method);
			settle(await play(operation, request, query, scene));
		} catch (error) {
			if (request.readableAborted) return;
			const refusal =
				error instanceof Refusal
					? error
					: new Refusal("our-fault", `Mention ${trace} to us.`);
			if (refusal !== error) process.stderr.write(`${String(error)}\n`);
			const { status, headers } = refusal;
			settle({ status, body: refusal.toProblem(trace) }, headers);
		}
	};
}
