import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import { listen, type StubServer } from "../support/listen.ts";
import { createSwitches, type Switches } from "./differences.ts";
import { formatJson } from "./format-json.ts";
import { createMetrics } from "./metrics.ts";
import { createOperations } from "./operations.ts";
import { Rejection, type Reply, toInvalid, toReply } from "./problem.ts";

type OperationId = keyof ReturnType<typeof createOperations>;

export interface ServiceOptions {
	/** Defaults to any free port. */
	readonly port?: number;
	/** Ids of `DIFFERENCES`. Without any, the service conforms to the contract and is as ordinary as possible. */
	readonly differences?: readonly string[];
}

const PATHS: Readonly<Record<string, Readonly<Record<string, OperationId>>>> = {
	"/v1/health": { GET: "getHealth" },
	"/v1/command": { POST: "submitCommand" },
	"/v1/pipeline": { POST: "submitPipeline" },
	"/v1/zaps": { GET: "listZaps", POST: "createZap" },
	"/v1/audit/search": { POST: "searchAudit" },
	"/metrics": { GET: "getMetrics" },
};
const MAX_BYTES = 1_048_576;
const MAX_DEPTH = 128;
const JSON_TYPE = /^application\/json[\t ]*(;|$)/i;

/** Returns the JSON pointer of a value that cannot be stored unchanged. */
function findFault(value: unknown, at = "", depth = 0): string | undefined {
	if (typeof value === "string") return value.isWellFormed() ? undefined : at;
	if (typeof value === "number") return Number.isFinite(value) ? undefined : at;
	if (typeof value !== "object" || value === null) return undefined;
	if (depth === MAX_DEPTH) return at;
	return Object.entries(value)
		.map(([name, inner]) => {
			const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
			const isName = name.isWellFormed();
			return isName ? findFault(inner, `${at}/${escaped}`, depth + 1) : at;
		})
		.find((fault) => fault !== undefined);
}

/** @throws Rejection if the operation does not exist */
function findOperation(
	method: string,
	path: string,
	{ has, pick }: Switches,
): OperationId {
	const methods = Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
	if (!methods) throw new Rejection(404, `${path} does not exist.`);
	const isHead = method === "HEAD" && !has("head-unsupported");
	const operation = methods[isHead ? "GET" : method];
	if (operation) return operation;
	const allow = Object.keys(methods).join(", ").replace("GET", "GET, HEAD");
	const headers = has("allow-missing") ? {} : { allow };
	const status = pick(405, { "method-404": 404 });
	throw new Rejection(status, `${method} is not supported.`, headers);
}

/** @throws Rejection */
async function readBody(request: IncomingMessage, { has, pick }: Switches) {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	const isTooLarge = bytes.length > MAX_BYTES && !has("body-unlimited");
	if (isTooLarge)
		throw new Rejection(413, "The body is too large.", { connection: "close" });
	const type = request.headersDistinct["content-type"]?.join() ?? "";
	if (!JSON_TYPE.test(type) && !has("media-type-unchecked"))
		throw new Rejection(415, "The body must be application/json.");
	if (request.headers["content-encoding"] !== undefined)
		throw new Rejection(
			pick(415, { "encoding-400": 400 }),
			"The body must not be encoded.",
			{ "accept-encoding": "identity" },
		);
	let pointer = "";
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		const value: unknown = JSON.parse(text);
		const fault = findFault(value);
		if (fault === undefined) return value;
		pointer = fault;
	} catch {}
	throw toInvalid([{ pointer, detail: "must be JSON that can be stored" }]);
}

function createListener(switches: Switches) {
	const metrics = createMetrics(switches);
	const operations = createOperations(switches, metrics);
	return async (request: IncomingMessage): Promise<Reply> => {
		const { method = "" } = request;
		const url = (request.url ?? "").replace(/^https?:\/\/[^/?#]+/i, "");
		const begun = performance.now();
		let id: OperationId | undefined;
		let reply: Reply;
		try {
			const [path = ""] = url.split("?", 1);
			id = findOperation(method, path, switches);
			const query = new URLSearchParams(url.slice(path.length));
			const body =
				method === "POST" ? await readBody(request, switches) : undefined;
			reply = await operations[id]({ query, body });
		} catch (error) {
			reply = toReply(error, switches);
		}
		const seconds = (performance.now() - begun) / 1000;
		if (id) metrics.observe(seconds, id, `${reply.status}`, method);
		return reply;
	};
}

function send(
	response: ServerResponse,
	{ status, type = "application/json", headers = {}, body }: Reply,
	{ has }: Switches,
): void {
	const format = has("json-spelled") ? formatJson : JSON.stringify;
	const text = typeof body === "string" ? body : (format(body) ?? "");
	if (!has("headers-spelled")) {
		const mediaType = type.includes(";") ? type : `${type}; charset=utf-8`;
		const short = mediaType.replace("; charset=utf-8", "");
		const usual = {
			"content-type": has("charset-missing") ? short : mediaType,
			...headers,
		};
		response.writeHead(status, usual).end(text);
		return;
	}
	// HTTP/1.1 allows an empty reason phrase (RFC 9112, section 4).
	response.writeHead(status, "", [
		"CONTENT-TYPE",
		`${type.split(";", 1)[0]?.toUpperCase()} ;CHARSET="UTF-8" ; version=0.0.4`,
		...["Set-Cookie", "trace=1; Path=/; HttpOnly", "Set-Cookie", "visited=1"],
		// A list may be split over several lines (RFC 9110, section 5.3).
		...Object.entries(headers).flatMap(([name, list]) =>
			list.split(", ").flatMap((value) => [name.toUpperCase(), value]),
		),
	]);
	// In two parts without a length, so that it is sent in chunks.
	const bytes = Buffer.from(text);
	response.write(bytes.subarray(0, bytes.length / 2));
	response.end(bytes.subarray(bytes.length / 2));
}

/** @throws Error if a difference is unknown, or the port is not available */
export async function startService({
	port = 0,
	differences = [],
}: ServiceOptions = {}): Promise<StubServer> {
	const switches = createSwitches(differences);
	const respond = createListener(switches);
	const server = createServer(async (request, response) => {
		try {
			send(response, await respond(request), switches);
		} catch (error) {
			// A client that ends its request early needs no response.
			if (request.complete) throw error;
		}
	});
	return await listen(server, port);
}
