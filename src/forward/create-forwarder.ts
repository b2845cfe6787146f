import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { Agent, buildConnector } from "undici";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import { forwardOperation } from "../engine/forwarding/forward-operation.ts";
import type {
	ActiveForward,
	ForwardAccess,
	ForwardedResponse,
	Forwarder,
	ForwardFailure,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { readForward } from "../engine/forwarding/read-forward.ts";
import { hasCode } from "../values/errors.ts";
import { joinHeaders } from "../values/http.ts";
import { computeByObject } from "../values/load-once.ts";
import { createChecker } from "./check-exchange.ts";
import { createCheckThread, type StartThread } from "./check-thread.ts";
import {
	describeFailure,
	MAX_HEAD_BYTES,
	TimedOut,
} from "./describe-failure.ts";
import { explainDenial } from "./explain-denial.ts";
import { readResponseHeaders, toRequestHeaders } from "./message-headers.ts";
import {
	ignoreWriteErrors,
	isDrop,
	skipContinue,
	watchForDrop,
} from "./patch-socket.ts";
import { MISMATCH, readResponseBody } from "./read-response-body.ts";

/** A signal for one request. Creating a platform signal and listening to it would double the time of a request. */
class Abort extends EventEmitter {
	aborted = false;
	reason: Error | undefined;

	abort(reason: Error): void {
		this.aborted = true;
		this.reason = reason;
		this.emit("abort");
	}
}

/** Reads the rest of a body, so that the client can finish sending it. */
async function drain(rest: AsyncIterator<Uint8Array>): Promise<void> {
	try {
		while (!(await rest.next()).done);
	} catch {
		// The client has disconnected.
	}
}

/** Sends a long body while the client still sends it. */
async function* stream(
	bytes: Uint8Array,
	rest: AsyncIterator<Uint8Array>,
	onProgress: () => void,
): AsyncGenerator<Uint8Array> {
	try {
		yield bytes;
		for (let read = await rest.next(); !read.done; read = await rest.next()) {
			onProgress();
			yield read.value;
		}
	} finally {
		// A service may respond before it has read everything, but the client must be able to finish sending.
		void drain(rest);
	}
}

/**
 * Creates an agent of undici, because MSW 2 would intercept requests of `node:http` and `fetch` in the process of a test.
 * undici sets the connection timeout for a whole agent, and ignores the signal of a request until it is connected.
 */
function createAgent(timeoutMs: number, keepsAlive: boolean): Agent {
	const connect = buildConnector({ timeout: timeoutMs });
	return new Agent({
		connect: (options, callback) =>
			connect(options, (...args) => {
				const [, socket] = args;
				if (socket) {
					ignoreWriteErrors(socket);
					watchForDrop(skipContinue(socket, MAX_HEAD_BYTES));
					// undici takes a reset for the end of a body without a length, but such a body is incomplete (RFC 9112
					// section 8).
					socket.on("error", (error) => {
						if (hasCode(error, "ECONNRESET"))
							Object.assign(error, { code: "ECONNABORTED" });
					});
				}
				callback(...args);
			}),
		maxHeaderSize: MAX_HEAD_BYTES,
		pipelining: keepsAlive ? 1 : 0,
	});
}

/** Creates agents when they are needed. */
function createAgents() {
	const agents = new Map<string, Agent>();
	return {
		find(timeoutMs: number, keepsAlive: boolean): Agent {
			const key = `${timeoutMs} ${keepsAlive}`;
			const agent = agents.get(key) ?? createAgent(timeoutMs, keepsAlive);
			agents.set(key, agent);
			return agent;
		},
		async close(): Promise<void> {
			await Promise.all(Array.from(agents.values(), (each) => each.destroy()));
		},
	};
}

/** The result is kept after a reload. It refers to no more than these functions, so that the document is not kept with it. */
const joinCloses =
	(...closes: readonly (() => Promise<void>)[]) =>
	async (): Promise<void> => {
		await Promise.all(closes.map((close) => close()));
	};

/** A segment that leads out of the path before it (RFC 3986 section 5.2.4). */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i;
const LEAVES_BASE =
	"the path has the segment . or .., and may lead out of the path of --forward";

/**
 * Creates the function that sends a request to the service and reads the response. The body of the request may still
 * be in progress.
 */
function createSend(
	createCheck: ReturnType<typeof createChecker>,
	access: ForwardAccess,
	via: string,
	agents: ReturnType<typeof createAgents>,
) {
	/** Caches the parsed URL by settings, because many requests share them. */
	const urlOf = computeByObject(({ url }: ActiveForward) => new URL(url));
	return async function send(
		request: ForwardRequest,
		abort: Abort,
		timer: NodeJS.Timeout,
	): Promise<ForwardedResponse | ForwardFailure> {
		const { method, search, target } = request;
		const { bytes, rest } = request.body;
		const known = bytes.byteLength > 0 ? bytes : null;
		if (DOT_SEGMENT.test(request.path))
			return { failure: "badGateway", reason: LEAVES_BASE };
		const { timeoutMs } = target;
		const { origin, pathname } = urlOf(target);
		const sent = {
			origin,
			method,
			path: pathname.replace(/\/$/, "") + request.path + search,
			headers: toRequestHeaders(request, via, access),
			body: rest
				? Readable.from(stream(bytes, rest, () => void timer.refresh()))
				: known,
			signal: abort,
			headersTimeout: 0,
			bodyTimeout: timeoutMs,
		};
		const mayRepeat = /^(GET|HEAD)$/.test(method) && sent.body === null;
		const response = await agents
			.find(timeoutMs, true)
			.request(sent)
			.catch((error) => {
				if (!mayRepeat || !isDrop(error)) throw error;
				// Other idle connections may be closed, too.
				return agents.find(timeoutMs, false).request(sent);
			})
			.catch((error) => {
				// After a Content-Length, undici reports any error as a wrong length, even an error in the headers.
				throw hasCode(error, MISMATCH)
					? new Error("its response is not valid HTTP")
					: error;
			});
		clearTimeout(timer);
		// Without a listener, an error of the body would end the process, even before and after the body is read.
		response.body.on("error", () => {});
		const { statusCode: status, statusText, headers } = response;
		// A Fetch response cannot have another status.
		if (status < 200 || status > 599) {
			response.body.destroy();
			const reason = `it responded with the status ${status}`;
			return { failure: "badGateway", reason };
		}
		const received = joinHeaders(headers);
		const check = createCheck(request, status, received);
		const read = await readResponseBody(response.body, request, status, check);
		request.request.signal().throwIfAborted();
		const head = readResponseHeaders(status, statusText, received, read.body);
		const cookies = [headers["set-cookie"] ?? []].flat();
		return { status, ...head, cookies, ...read };
	};
}

/**
 * @param documented the document to check exchanges against
 * @param startThread starts the thread that checks long bodies against the same document
 * @param access the callers that may use the headers that forwarding adds
 */
export function createForwarder(
	documented: DocumentedBehavior,
	startThread: StartThread,
	access: ForwardAccess = {},
): Forwarder {
	const via = `understudy-${randomBytes(8).toString("hex")}`;
	const agents = createAgents();
	const thread = createCheckThread(startThread);
	const createCheck = createChecker(documented, thread);
	const send = createSend(createCheck, access, via, agents);
	async function forward(
		request: ForwardRequest,
	): Promise<ForwardedResponse | ForwardFailure> {
		const { target, body } = request;
		const { timeoutMs } = target;
		const denial = explainDenial(request, access);
		if (denial !== undefined) {
			if (body.rest) void drain(body.rest);
			return { failure: "forbidden", reason: denial };
		}
		const abort = new Abort();
		const onAbort = (): void => abort.abort(new Error("The client left"));
		const signal = request.request.signal();
		if (signal.aborted) onAbort();
		signal.addEventListener("abort", onAbort);
		const timer = setTimeout(() => abort.abort(new TimedOut()), timeoutMs);
		try {
			return await send(request, abort, timer);
		} catch (error) {
			if (body.rest) void drain(body.rest);
			return describeFailure(error, timeoutMs);
		} finally {
			clearTimeout(timer);
			// From here on, the body is canceled instead.
			signal.removeEventListener("abort", onAbort);
		}
	}
	return {
		read: readForward,
		via,
		respond: (forwarded, exchange) =>
			forwardOperation(forward, forwarded, exchange),
		close: joinCloses(agents.close, thread.close),
	};
}
