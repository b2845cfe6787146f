import { once } from "node:events";
import { connect } from "node:net";
import { type BenchRequest, CONNECTIONS } from "./bench-requests.ts";

const HEAD_END = "\r\n\r\n";
/** How many times longer than planned the requests may take before the measurement fails. */
const MAX_TIME_FACTOR = 3;
/** The time between two timer ticks, due every millisecond, above which this process counts as stalled. */
const STALL_MS = 3;

function encodeRequest(request: BenchRequest, { host }: URL): Buffer {
	const { method, path, body = "", ...rest } = request;
	const length = body && { "content-length": `${Buffer.byteLength(body)}` };
	const headers = Object.entries({ host, ...rest.headers, ...length });
	const lines = headers.map((header) => header.join(": "));
	const head = [`${method} ${path} HTTP/1.1`, ...lines].join("\r\n");
	return Buffer.from(head + HEAD_END + body);
}

/** Opens a connection for one request at a time. Node's HTTP client is too slow: it would distort the measurement. */
async function openConnection(
	{ hostname, port }: URL,
	onError: (reason: string) => void,
) {
	const socket = connect(Number(port), hostname).setNoDelay();
	await once(socket, "connect");
	let received = Buffer.alloc(0);
	let onResponse = (): void => {};
	socket.on("data", (chunk) => {
		received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
		const end = received.indexOf(HEAD_END);
		if (end < 0) return;
		const head = received.toString("latin1", 0, end);
		const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
		if (!/^HTTP\/1\.1 2/.test(head) || length === undefined)
			return onError(`it responded with ${head.split("\r\n", 1)[0]}`);
		if (received.length < end + HEAD_END.length + Number(length)) return;
		received = Buffer.alloc(0);
		onResponse();
	});
	socket.on("error", (error) => onError(error.message));
	socket.on("close", () => onError("it closed the connection"));
	return {
		close: () => socket.destroy(),
		/** Resolves at the end of the response. */
		exchange: (bytes: Buffer): Promise<void> =>
			new Promise((resolve) => {
				onResponse = resolve;
				socket.write(bytes);
			}),
	};
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
): Promise<number[]> {
	const target = new URL(url);
	const bytes = encodeRequest(request, target);
	const planned = Math.floor(perSecond * seconds);
	let fail = (_reason: string): void => {};
	const open = () => openConnection(target, (reason) => fail(reason));
	const connections = await Promise.all(
		Array.from({ length: CONNECTIONS }, open),
	);
	const idle = [...connections];
	const waiting: number[] = [];
	const latencies: number[] = [];
	const startedAt = performance.now();
	let [sent, responses] = [0, 0];
	let lastTick = startedAt;
	let stalledUntil = startedAt;

	/** Returns the time, and detects that this process was not running before. */
	function readTime(): number {
		const now = performance.now();
		if (now - lastTick > STALL_MS) stalledUntil = now;
		lastTick = now;
		return now;
	}
	async function send(due: number): Promise<void> {
		const connection = idle.pop();
		if (!connection) {
			waiting.push(due);
			return;
		}
		await connection.exchange(bytes);
		const now = readTime();
		// The response may have arrived while this process was not running.
		if (due >= stalledUntil) latencies.push(now - due);
		responses += 1;
		idle.push(connection);
		const next = waiting.shift();
		if (next !== undefined) send(next);
	}
	let ticks: NodeJS.Timeout | undefined;
	const failure = await new Promise<string>((resolve) => {
		fail = resolve;
		// A busy loop would be more precise, but would take the core that the server's garbage collector needs.
		ticks = setInterval(() => {
			const now = readTime();
			const dueByNow = ((now - startedAt) / 1000) * perSecond;
			for (; sent < planned && sent < dueByNow; sent += 1) send(now);
			if (responses === planned) resolve("");
			if (now - startedAt > seconds * 1000 * MAX_TIME_FACTOR)
				resolve("the server is too slow for this rate");
		}, 1);
	});
	clearInterval(ticks);
	for (const { close } of connections) close();
	if (failure)
		throw new Error(
			`Cannot measure ${request.operation} of ${url} at ${perSecond.toFixed(0)} requests per second: ${failure}.`,
		);
	return latencies;
}
