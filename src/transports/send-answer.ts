import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Answer } from "../mock/answer.ts";

/** Breaks the connection in place of answering. */
export function breakSocket(
	res: ServerResponse,
	how: NonNullable<Answer["broken"]>,
): void {
	const { socket } = res;
	// A pipelined answer has no socket before those ahead of it are sent.
	if (!socket) res.once("socket", () => breakSocket(res, how));
	else if (how === "reset") socket.resetAndDestroy();
	else socket.destroy();
}

/** Most answers share their headers, which then need to be laid out only once. */
const laidOut = new WeakMap<Answer["headers"], readonly string[]>();

/** Names and values in turn. */
function listOf(headers: Answer["headers"]): readonly string[] {
	const known = laidOut.get(headers);
	if (known) return known;
	const list = Object.entries(headers).flat();
	laidOut.set(headers, list);
	return list;
}

/** Sends the answer, or does to the socket what it stands for. */
export function sendAnswer(
	res: ServerResponse,
	{ status, reason, headers, body, broken }: Answer,
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
		// A body that breaks off breaks the connection; there is nothing left to tell anybody.
		pipeline(Readable.fromWeb(body as NodeReadableStream), res).catch(() => {});
	}
}
