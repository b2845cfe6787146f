import { setMaxListeners } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
	type BodyFailure,
	type BodyStart,
	type Caller,
	type MockRequest,
	readStreamStart,
} from "../../engine/request/request.ts";
import type { HeaderList } from "../../journal/entry.ts";
import { ByteList } from "../../values/byte-list.ts";
import { computeByObject } from "../../values/load-once.ts";

/**
 * Returns path and query of a request target. The target may be a whole URL, or `*` for the server itself (RFC 9112
 * section 3.2). Returns undefined if it is invalid.
 */
export function readTarget(target: string): string | undefined {
	if (target.startsWith("/")) return target;
	if (target === "*") return "/*";
	if (!URL.canParse(target)) return undefined;
	const { protocol, pathname, search } = new URL(target);
	return /^https?:$/.test(protocol) ? pathname + search : undefined;
}

const NO_BODY: BodyStart = { bytes: new Uint8Array() };

/**
 * Returns a signal that aborts when the connection is closed. A response that waits behind others gets no such event
 * itself.
 */
export const closeSignalOf: (socket: Socket) => AbortSignal = computeByObject(
	(socket) => {
		const closed = new AbortController();
		// A client may have sent many requests at once.
		setMaxListeners(0, closed.signal);
		if (socket.destroyed) closed.abort();
		else socket.once("close", () => closed.abort());
		return closed.signal;
	},
);

export const callerOf = ({ socket, httpVersion }: IncomingMessage): Caller => ({
	address: socket.remoteAddress,
	httpVersion,
});

/** A Node request. Its parts are read only when needed. */
export class NodeMockRequest implements MockRequest {
	readonly method: string;
	readonly origin = "";
	readonly target: string;
	readonly #req: IncomingMessage;

	/** @param target path and query; defaults to the target of the request */
	constructor(req: IncomingMessage, target: string = req.url ?? "/") {
		this.method = req.method ?? "GET";
		this.target = target;
		this.#req = req;
	}

	get caller(): Caller {
		return callerOf(this.#req);
	}

	header(name: string): string | null {
		const { rawHeaders } = this.#req;
		let found: string | null = null;
		for (let index = 0; index < rawHeaders.length; index += 2) {
			const raw = rawHeaders[index] ?? "";
			if (raw.length !== name.length || raw.toLowerCase() !== name) continue;
			const value = rawHeaders[index + 1] ?? "";
			found = found === null ? value : `${found}, ${value}`;
		}
		return found;
	}

	headers(): HeaderList {
		return this.#req.rawHeaders;
	}

	/** Stops reading as soon as the body is too large. */
	readBody(maxBytes: number): Promise<Uint8Array | BodyFailure> {
		const req = this.#req;
		return new Promise((resolve) => {
			if (Number(req.headers["content-length"]) > maxBytes)
				return resolve("too large");
			const list = new ByteList();
			req.on("data", (chunk: Uint8Array) => {
				if (list.length + chunk.byteLength <= maxBytes) return list.add(chunk);
				req.pause();
				resolve("too large");
			});
			req.on("end", () => resolve(list.bytes()));
			// This is the last event in any case. "error" reaches only listeners that were added in time.
			req.on("close", () => resolve("incomplete"));
		});
	}

	async readBodyStart(maxBytes: number): Promise<BodyStart | "incomplete"> {
		const isEmpty =
			this.header("content-length") === null &&
			this.header("transfer-encoding") === null;
		if (isEmpty) return NO_BODY;
		return readStreamStart(this.#req, maxBytes).catch(
			() => "incomplete" as const,
		);
	}

	signal(): AbortSignal {
		return closeSignalOf(this.#req.socket);
	}
}
