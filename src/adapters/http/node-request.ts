import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { BodyFailure } from "../../engine/request/body.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import type { HeaderList } from "../../journal/entry.ts";

/**
 * Path and query of a request's target, which may be a whole URL, or `*` for the server itself (RFC 9112 section 3.2).
 * @returns undefined where it is none of these
 */
export function readTarget(target: string): string | undefined {
	if (target.startsWith("/")) return target;
	if (target === "*") return "/*";
	if (!URL.canParse(target)) return undefined;
	const { protocol, pathname, search } = new URL(target);
	return /^https?:$/.test(protocol) ? pathname + search : undefined;
}

/** Reads to the end even what is too large: a client that is still sending would see a reset connection instead of the answer. */
function receive(
	req: IncomingMessage,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	return new Promise((resolve) => {
		const chunks: Uint8Array[] = [];
		let length = 0;
		req.on("data", (chunk: Uint8Array) => {
			length += chunk.byteLength;
			if (length <= maxBytes) chunks.push(chunk);
			else chunks.length = 0;
		});
		req.on("end", () => {
			if (length > maxBytes) return resolve("too large");
			const [only] = chunks;
			resolve(
				chunks.length === 1 && only ? only : Buffer.concat(chunks, length),
			);
		});
		// Comes in every case, and last; an error is told only to those who listen for it.
		req.on("close", () => resolve("incomplete"));
	});
}

const leavings = new WeakMap<Socket, AbortSignal>();

/** Aborted once the connection is gone. A response that waits for those before it on the connection is not told of that. */
function leaving(socket: Socket): AbortSignal {
	const known = leavings.get(socket);
	if (known) return known;
	const gone = new AbortController();
	if (socket.destroyed) gone.abort();
	else socket.once("close", () => gone.abort());
	leavings.set(socket, gone.signal);
	return gone.signal;
}

/** A request of Node's server as the engine takes it; nothing is made of it before somebody asks. */
class NodeIncoming implements MockRequest {
	readonly method: string;
	readonly origin = "";
	readonly target: string;
	readonly #req: IncomingMessage;

	constructor(req: IncomingMessage, target: string) {
		this.method = req.method ?? "GET";
		this.target = target;
		this.#req = req;
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

	readBody(maxBytes: number): Promise<Uint8Array | BodyFailure> {
		return receive(this.#req, maxBytes);
	}

	signal(): AbortSignal {
		return leaving(this.#req.socket);
	}
}

/** @param target path and query; as they came when absent */
export const fromNodeRequest = (
	req: IncomingMessage,
	target: string = req.url ?? "/",
): MockRequest => new NodeIncoming(req, target);
