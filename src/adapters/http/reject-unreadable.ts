import { IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Engine } from "../../engine/engine.ts";
import type { MockResponse } from "../../engine/response/response.ts";
import { errorMessage } from "../../values/errors.ts";
import { type Connections, readBeforeClosing } from "./connections.ts";
import type { Listener } from "./listener.ts";
import { readTarget } from "./node-request.ts";
import { anyPageHeaders, createOwnResponse } from "./own-responses.ts";

/** The limits of Node's HTTP parser for size and time. */
export interface ReadLimits {
	readonly maxHeaderSize: number;
	readonly headersTimeout: number;
	readonly requestTimeout: number;
}

type ServerError = NodeJS.ErrnoException;
type RequestLine = Pick<IncomingMessage, "method" | "url">;

/** The request line for the log if the parser failed outside of a request line. */
const UNKNOWN_LINE: RequestLine = { method: "-", url: "-" };
const REQUEST_LINE =
	/^([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP\/1\.[01]\r?\n/;

/** Returns the request line with a method that the parser does not know. */
function readRequestLine(error: ServerError): RequestLine | undefined {
	if (error.code !== "HPE_INVALID_METHOD") return undefined;
	if (!("rawPacket" in error && error.rawPacket instanceof Uint8Array))
		return undefined;
	const text = Buffer.from(error.rawPacket).toString("latin1");
	const at = "bytesParsed" in error ? Number(error.bytesParsed) : 0;
	// The packet may begin with other requests.
	const start = text.lastIndexOf("\n", Math.max(at - 1, 0)) + 1;
	const [, method = "", url = ""] =
		REQUEST_LINE.exec(text.slice(start, start + 10_000)) ?? [];
	return method === "" ? undefined : { method, url };
}

/** Describes why Node could not read a request. */
function describeUnreadable(
	error: ServerError,
	{ maxHeaderSize, headersTimeout, requestTimeout }: ReadLimits,
): MockResponse {
	switch (error.code) {
		case "HPE_HEADER_OVERFLOW":
			return createOwnResponse("headTooLarge", { limit: maxHeaderSize });
		case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
			return createOwnResponse("chunkExtensions");
		case "ERR_HTTP_REQUEST_TIMEOUT":
			return createOwnResponse("requestTimeout", {
				head: headersTimeout / 1_000,
				whole: requestTimeout / 1_000,
			});
		default:
			return createOwnResponse("malformedRequest", {
				reason: errorMessage(error),
			});
	}
}

function rejectTarget(
	{ rejectMethod }: Pick<Engine, "rejectMethod">,
	{ method = "", url = "" }: RequestLine,
): MockResponse {
	const target = readTarget(url);
	return target === undefined
		? createOwnResponse("proxyRequest")
		: rejectMethod({ method, origin: "", target });
}

/**
 * Continues to serve earlier requests of a connection after CONNECT, because Node stops handling its socket.
 * @param respond responds to CONNECT
 */
function serveAfterConnect(
	server: Server,
	lastResponses: Connections["lastResponses"],
	respond: (req: IncomingMessage) => void,
): void {
	/** By socket, Node's listeners that continue a response when the connection can take more data. */
	const drains = new WeakMap<Socket, readonly (() => void)[]>();
	server.on("connection", (socket: Socket) => {
		const listeners = socket.listeners("drain");
		drains.set(
			socket,
			listeners.map((each) => () => Reflect.apply(each, socket, [])),
		);
	});
	server.on("connect", (req) => {
		const { socket } = req;
		// Node stops handling this socket, even for earlier responses that are not sent yet.
		socket.on("error", () => socket.destroy());
		socket.on("end", () => socket.destroy());
		for (const listener of drains.get(socket) ?? [])
			socket.on("drain", listener);
		const last = lastResponses.get(socket);
		socket.once("close", () => last?.destroy());
		socket.resume();
		respond(req);
	});
}

/**
 * Passes requests to the listener. Responds to requests that Node would reject without a body, CORS headers and a log
 * line.
 */
export function rejectUnreadable(
	server: Server,
	{ lastResponses, add }: Connections,
	mock: Pick<Engine, "rejectMethod">,
	{ handle, reject }: Listener,
	limits: ReadLimits,
): void {
	const failed = new WeakSet<Duplex>();

	/** Responds after all earlier responses of the connection. */
	function respond(req: IncomingMessage, rejection: MockResponse): void {
		const { socket } = req;
		const last = lastResponses.get(socket);
		if (last && !last.closed) {
			last.once("close", () => respond(req, rejection));
			return;
		}
		if (!socket.writable) return void socket.destroy();
		const res = new ServerResponse(req);
		res.shouldKeepAlive = false;
		res.assignSocket(socket);
		res.once("finish", () => {
			readBeforeClosing(socket);
			socket.destroySoon();
		});
		handle(res, rejection);
	}

	server.on("request", (_, res) => {
		add(res);
		handle(res);
	});
	server.on("checkContinue", (req, res) => server.emit("request", req, res));
	server.on("checkExpectation", (_, res) => {
		add(res);
		handle(res, createOwnResponse("expectation"));
	});

	serveAfterConnect(server, lastResponses, (req) =>
		respond(req, rejectTarget(mock, req)),
	);

	server.on("clientError", (error: ServerError, socket) => {
		const isUnreadable = /^(HPE_|ERR_HTTP_)/.test(error.code ?? "");
		// Browsers open connections before they send requests. Such a connection has no request to reject.
		if (
			!(socket instanceof Socket) ||
			!isUnreadable ||
			failed.has(socket) ||
			socket.bytesRead === 0
		)
			return void socket.destroy();
		failed.add(socket);
		const last = lastResponses.get(socket);
		if (last && !last.req.complete && !last.closed) {
			// The error is in the body of this request.
			if (last.headersSent) return void socket.destroy();
			socket.once("close", () => last.req.destroy());
			last.shouldKeepAlive = false;
			readBeforeClosing(socket);
			reject(last, describeUnreadable(error, limits));
			return;
		}
		const line = readRequestLine(error);
		const rejection = line
			? rejectTarget(mock, line)
			: describeUnreadable(error, limits);
		const headers = { ...rejection.headers, ...anyPageHeaders };
		const req = new IncomingMessage(socket);
		respond(Object.assign(req, line ?? UNKNOWN_LINE), {
			...rejection,
			headers,
		});
	});
}
