import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { MockResponse } from "../../engine/response/response.ts";

/** Does it once all that was asked before on the connection is answered: until then a response has no socket. */
function inTurn(res: ServerResponse, act: (socket: Socket) => void): void {
	if (res.socket) act(res.socket);
	else res.once("socket", act);
}

/** Breaks the connection in place of answering. */
export function breakSocket(
	res: ServerResponse,
	how: NonNullable<MockResponse["broken"]>,
): void {
	inTurn(res, (socket) => {
		if (how === "reset") socket.resetAndDestroy();
		else socket.destroy();
	});
}

/** Most answers share their headers, which then need to be laid out only once. */
const laidOut = new WeakMap<MockResponse["headers"], readonly string[]>();

/** Names and values in turn. */
function listOf(headers: MockResponse["headers"]): readonly string[] {
	const known = laidOut.get(headers);
	if (known) return known;
	const list = Object.entries(headers).flat();
	laidOut.set(headers, list);
	return list;
}

/** Sends the answer, or does to the socket what it stands for. */
export function sendResponse(
	res: ServerResponse,
	{ status, reason, headers, body, broken }: MockResponse,
): void {
	const list = listOf(headers);
	if (broken) breakSocket(res, broken);
	else if (body === null) res.writeHead(status, reason, [...list]).end();
	else if (typeof body === "string") {
		const length = `${Buffer.byteLength(body)}`;
		res.writeHead(status, reason, [...list, "content-length", length]);
		res.end(body);
	} else {
		res.writeHead(status, reason, [...list]).flushHeaders();
		inTurn(res, () => {
			const stream = Readable.fromWeb(body as NodeReadableStream);
			// A body that breaks off breaks the connection; there is nothing left to tell anybody.
			pipeline(stream, res).catch(() => {});
		});
	}
}
