import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { MockResponse } from "../../engine/response/response.ts";
import { computeByObject } from "../../values/load-once.ts";
import { readBeforeClosing } from "./connections.ts";
import { closeSignalOf } from "./node-request.ts";
import { addPageHeaders } from "./own-responses.ts";

let turn: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, when all received data has been read. Responses written
 * together wake a client once, instead of once for each.
 */
export function endOfTurn(): Promise<void> {
	turn ??= new Promise((resolve) => {
		setImmediate(() => {
			turn = undefined;
			resolve();
		});
	});
	return turn;
}

/**
 * Calls `act` after the responses to all earlier requests of the connection. Before that, a response has no socket.
 */
function inTurn(res: ServerResponse, act: (socket: Socket) => void): void {
	if (res.socket) act(res.socket);
	else res.once("socket", act);
}

/** Breaks the connection instead of responding. */
export function breakSocket(
	res: ServerResponse,
	how: NonNullable<MockResponse["broken"]>,
): void {
	inTurn(res, (socket) => {
		if (how === "reset") socket.resetAndDestroy();
		else socket.destroy();
	});
}

/**
 * Returns a list with alternating names and values. Cached, because most responses share the headers object, and nothing
 * modifies it.
 */
const listHeaders = computeByObject(
	(headers: MockResponse["headers"]): readonly string[] =>
		Object.entries(headers).flat(),
);

/**
 * The maximum size of a text that is sent together with the head. For larger texts, two writes cost less than a copy.
 */
const MAX_TEXT_BYTES = 65_536;

/**
 * Sends the response, or breaks the connection.
 * @param page headers that let the sending page read the response
 */
export function sendResponse(
	res: ServerResponse,
	{ status, reason, headers: own, cookies = [], body, broken }: MockResponse,
	page?: Readonly<Record<string, string>>,
): void {
	const headers = page ? addPageHeaders(own, page) : own;
	const setCookies = cookies.flatMap((each) => ["set-cookie", each]);
	const list = [...listHeaders(headers), ...setCookies];
	if (headers.connection === "close" && !res.req.complete)
		readBeforeClosing(res.req.socket);
	if (broken) breakSocket(res, broken);
	else if (body === null) res.writeHead(status, reason, list).end();
	else if (body instanceof Uint8Array) {
		const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
		list.push("content-length", `${bytes.byteLength}`);
		res.writeHead(status, reason, list);
		// Node writes the head and a text at once. In this encoding, each character is one byte.
		if (bytes.byteLength > MAX_TEXT_BYTES) res.end(bytes);
		else res.end(bytes.toString("latin1"), "latin1");
	} else if (typeof body === "string") {
		list.push("content-length", `${Buffer.byteLength(body)}`);
		res.writeHead(status, reason, list).end(body);
	} else {
		res.writeHead(status, reason, list).flushHeaders();
		// While earlier responses are being sent, Node does not report that the connection has closed.
		const closed = closeSignalOf(res.req.socket);
		const cancel = (): void => void body.cancel().catch(() => {});
		if (closed.aborted) cancel();
		closed.addEventListener("abort", cancel);
		inTurn(res, () => {
			closed.removeEventListener("abort", cancel);
			const stream = Readable.fromWeb(body as NodeReadableStream);
			// If a body fails, the connection is broken, and nothing more can be sent.
			pipeline(stream, res).catch(() => {});
		});
	}
}
