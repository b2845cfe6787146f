import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createSwitches, type Switches } from "./differences.ts";
import { createMetrics } from "./metrics.ts";
import {
	createOperations,
	type Operation,
	type OperationId,
} from "./operations.ts";
import { Rejection, type Reply, toInvalid, toReply } from "./problem.ts";

export interface ForeignOptions {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** Ids of `DIFFERENCES`. Without any, the service conforms to the contract. */
	readonly differences?: readonly string[] | undefined;
}

export interface Foreign {
	/** Without a trailing slash. */
	readonly url: string;
	close(): Promise<void>;
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

/** Returns whether a value can be stored unchanged. */
function isStorable(value: unknown, depth = 0): boolean {
	if (typeof value === "string") return value.isWellFormed();
	if (typeof value === "number") return Number.isFinite(value);
	if (typeof value !== "object" || value === null) return true;
	return (
		depth < MAX_DEPTH &&
		Object.entries(value).every(
			([name, inner]) => name.isWellFormed() && isStorable(inner, depth + 1),
		)
	);
}

/**
 * Returns the id of an operation.
 * @throws Rejection if it does not exist
 */
function findOperation(method: string, sent: string, switches: Switches) {
	const { has, pick } = switches;
	const path = pick(sent, {
		"lenient-paths": sent.toLowerCase().replace(/\/$/, ""),
	});
	const methods = Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
	if (!methods) throw new Rejection(404, `${path} does not exist.`);
	const isHead = method === "HEAD" && !has("head-unsupported");
	const operation = methods[isHead ? "GET" : method];
	if (operation) return operation;
	const allow = Object.keys(methods).join(", ").replace("GET", "GET, HEAD");
	const headers = pick<Record<string, string>>(
		{ allow },
		{ "allow-missing": {} },
	);
	const status = pick(405, { "method-404": 404 });
	throw new Rejection(status, `${method} is not supported.`, { headers });
}

/** @throws Rejection */
async function readBody(request: IncomingMessage, { has, pick }: Switches) {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	if (bytes.length > MAX_BYTES && !has("body-unlimited"))
		throw new Rejection(413, `The body has more than ${MAX_BYTES} bytes.`, {
			headers: { connection: "close" },
		});
	const type = request.headers["content-type"] ?? "";
	if (!JSON_TYPE.test(type) && !has("media-type-unchecked"))
		throw new Rejection(415, "The body must be application/json.");
	const errors = [{ pointer: "", detail: "must be JSON that can be stored" }];
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		const status = pick(400, { "malformed-json-500": 500 });
		throw new Rejection(status, "The body is not JSON.", { errors });
	}
	if (!isStorable(value)) throw toInvalid(errors);
	return value;
}

function createListener(switches: Switches) {
	const metrics = createMetrics(switches);
	const operations = createOperations(switches, metrics);
	const recover = (error: unknown): Reply => toReply(error, switches);

	async function run(operation: Operation, request: IncomingMessage) {
		const query = new URL(request.url ?? "", "http://localhost").searchParams;
		const isPost = request.method === "POST";
		const body = isPost ? await readBody(request, switches) : undefined;
		return operation({ query, body });
	}

	return async (request: IncomingMessage): Promise<Reply> => {
		const begun = performance.now();
		const [path = ""] = (request.url ?? "").split("?", 1);
		let id: OperationId;
		try {
			id = findOperation(request.method ?? "", path, switches);
		} catch (error) {
			return recover(error);
		}
		const reply = await run(operations[id], request).catch(recover);
		const seconds = (performance.now() - begun) / 1000;
		metrics.observe(id, reply.status, seconds);
		return reply;
	};
}

/** @throws Error if a difference is unknown, or the address is not available */
export async function startForeign(options: ForeignOptions): Promise<Foreign> {
	const { port, host, differences = [] } = options;
	const listen = createListener(createSwitches(differences));
	const server = createServer(async (request, response) => {
		const {
			status,
			type = "application/json",
			headers,
			body,
		} = await listen(request);
		const text = typeof body === "string" ? body : JSON.stringify(body);
		const content = {
			"content-type": type,
			"content-length": Buffer.byteLength(text ?? ""),
		};
		response
			.writeHead(status, { ...(text !== undefined && content), ...headers })
			.end(text);
	});
	server.listen(port, host);
	await once(server, "listening");
	const address = server.address();
	const actual = typeof address === "object" ? address?.port : undefined;
	return {
		url: `http://${host}:${actual ?? port}`,
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
