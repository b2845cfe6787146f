import { once } from "node:events";
import { connect, type Socket } from "node:net";
import {
	type BenchRequest,
	CONNECTIONS,
	createHeaders,
} from "./bench-requests.ts";

const HEAD_END = "\r\n\r\n";
/** How many times longer than planned the requests may take before the measurement fails. */
const MAX_TIME_FACTOR = 3;
/** The time between two timer ticks, due every millisecond, above which this process counts as stalled. */
const STALL_MS = 3;

function encodeRequest(request: BenchRequest, { host }: URL): Buffer {
	const { method, path, body = "" } = request;
	const headers = {
		host,
		...createHeaders(request),
		...(body && { "content-length": `${Buffer.byteLength(body)}` }),
	};
	const lines = Object.entries(headers).map((header) => header.join(": "));
	const head = [`${method} ${path} HTTP/1.1`, ...lines].join("\r\n");
	return Buffer.from(`${head}${HEAD_END}${body}`);
}

/** Calls back at the end of each response. Node's HTTP client is too slow: it would distort the measurement. */
function listenForResponses(
	socket: Socket,
	onResponse: () => void,
	onError: (reason: string) => void,
): void {
	let pending: Buffer = Buffer.alloc(0);
	let missingBytes = 0;
	socket.on("data", (chunk: Buffer) => {
		if (missingBytes === 0) {
			pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
			const end = pending.indexOf(HEAD_END);
			if (end < 0) return;
			const head = pending.toString("latin1", 0, end);
			const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
			if (!/^HTTP\/1\.1 2/.test(head) || length === undefined)
				return onError(`it responded with ${head.split("\r\n", 1)[0]}`);
			missingBytes =
				end + HEAD_END.length + Number(length) - pending.length + chunk.length;
			pending = Buffer.alloc(0);
		}
		missingBytes -= chunk.length;
		if (missingBytes === 0) onResponse();
	});
	socket.on("error", (error) => onError(error.message));
	socket.on("close", () => onError("it closed the connection"));
}

/**
 * Sends requests at a constant rate, even if the server is slower. The latency of a request includes its wait for a free
 * connection. autocannon sends all requests of a second in one burst, which does not measure a half idle server.
 * @returns the latency of each response in milliseconds, from when its request was due
 * @throws Error if any response is not 2xx, or the server is too slow
 */
export async function sendAtRate(
	url: string,
	request: BenchRequest,
	perSecond: number,
	seconds: number,
): Promise<Float64Array> {
	const target = new URL(url);
	const bytes = encodeRequest(request, target);
	const sockets = Array.from({ length: CONNECTIONS }, () =>
		connect(Number(target.port), target.hostname).setNoDelay(),
	);
	try {
		await Promise.all(sockets.map((socket) => once(socket, "connect")));
		return await new Promise<Float64Array>((resolve, reject) => {
			const planned = Math.floor(perSecond * seconds);
			const latencies = new Float64Array(planned);
			const idle = [...sockets];
			const dueOf = new Map<Socket, number>();
			const waiting: number[] = [];
			const startedAt = performance.now();
			let due = 0;
			let responses = 0;
			let counted = 0;
			let lastTick = startedAt;
			let stalledUntil = startedAt;

			/** Returns the time, and detects that this process was not running before. */
			function readTime(): number {
				const now = performance.now();
				if (now - lastTick > STALL_MS) stalledUntil = now;
				lastTick = now;
				return now;
			}
			function fail(reason: string): void {
				clearInterval(ticks);
				reject(
					new Error(
						`Cannot measure ${request.operation} of ${url} at ${perSecond.toFixed(0)} requests per second: ${reason}.`,
					),
				);
			}
			function send(): void {
				while (waiting.length > 0) {
					const socket = idle.pop();
					if (!socket) return;
					dueOf.set(socket, waiting.shift() ?? 0);
					socket.write(bytes);
				}
			}
			function receive(socket: Socket): void {
				const now = readTime();
				const sent = dueOf.get(socket) ?? 0;
				responses += 1;
				// The response may have arrived while this process was not running.
				if (sent >= stalledUntil) {
					latencies[counted] = now - sent;
					counted += 1;
				}
				idle.push(socket);
				send();
				if (responses < planned) return;
				clearInterval(ticks);
				resolve(latencies.subarray(0, counted));
			}
			for (const socket of sockets)
				listenForResponses(socket, () => receive(socket), fail);
			// A busy loop would be more precise, but would take the core that the server's garbage collector needs.
			const ticks = setInterval(() => {
				const now = readTime();
				const dueByNow = ((now - startedAt) / 1000) * perSecond;
				for (; due < planned && due < dueByNow; due += 1) waiting.push(now);
				send();
				if (now - startedAt > seconds * 1000 * MAX_TIME_FACTOR)
					fail("the server is too slow for this rate");
			}, 1);
		});
	} finally {
		for (const socket of sockets) socket.removeAllListeners("close").destroy();
	}
}
