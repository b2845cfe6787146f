import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Ask, CONNECTIONS, headersOf } from "./bench-requests.ts";

const HEAD_END = "\r\n\r\n";
/** How much longer than planned it may take before the server is said not to keep up. */
const LENIENCE = 3;
/** A gap between two ticks, which come every millisecond, from which on this process was kept from running. */
const STALL_MS = 3;

function bytesOf(ask: Ask, { host }: URL): Buffer {
	const body = ask.body ?? "";
	const headers = {
		host,
		...headersOf(ask),
		...(body !== "" && { "content-length": `${Buffer.byteLength(body)}` }),
	};
	const lines = Object.entries(headers).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	return Buffer.from(
		`${ask.method} ${ask.path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`,
	);
}

/** Calls back at the end of each answer; much cheaper than node's own client, which would be what is measured. */
function onAnswers(
	socket: Socket,
	answered: () => void,
	failed: (reason: string) => void,
): void {
	let pending: Buffer = Buffer.alloc(0);
	let missing = 0;
	socket.on("data", (chunk: Buffer) => {
		if (missing === 0) {
			pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
			const end = pending.indexOf(HEAD_END);
			if (end < 0) return;
			const head = pending.toString("latin1", 0, end);
			const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
			if (!/^HTTP\/1\.1 2/.test(head) || length === undefined)
				return failed(`it answered ${head.split("\r\n", 1)[0]}`);
			missing =
				end + HEAD_END.length + Number(length) - pending.length + chunk.length;
			pending = Buffer.alloc(0);
		}
		missing -= chunk.length;
		if (missing === 0) answered();
	});
	socket.on("error", (error) => failed(error.message));
	socket.on("close", () => failed("it closed the connection"));
}

/** Tells which answers came, or may have come, while this process itself was not running. */
function createStalls(): {
	/** To be called whenever this process runs. */
	awake(now: number): void;
	hit(due: number): boolean;
} {
	let last = performance.now();
	let stalledUntil = last;
	return {
		awake(now) {
			if (now - last > STALL_MS) stalledUntil = now;
			last = now;
		},
		hit: (due) => due < stalledUntil,
	};
}

/**
 * Asks at an even rate, whether or not the answers keep up: a request that has to wait for a free connection has been
 * waiting since it was due. Generators that send the share of a second in one burst, as autocannon does, tell nothing
 * of a server that is half idle.
 * @returns how long each answer took, in milliseconds from when its request was due
 * @throws Error where any answer was not 2xx, or the server does not keep up
 */
export async function pace(
	url: string,
	ask: Ask,
	perSecond: number,
	seconds: number,
): Promise<Float64Array> {
	const target = new URL(url);
	const bytes = bytesOf(ask, target);
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
			const stalls = createStalls();
			const begun = performance.now();
			let due = 0;
			let answers = 0;
			let counted = 0;

			const end = (reason?: Error): void => {
				clearInterval(ticks);
				if (reason) reject(reason);
				else resolve(latencies.subarray(0, counted));
			};
			const fail = (reason: string): void =>
				end(
					new Error(
						`Cannot measure ${ask.operation} of ${url} at ${perSecond.toFixed(0)} requests a second: ${reason}.`,
					),
				);
			function send(): void {
				while (waiting.length > 0) {
					const socket = idle.pop();
					if (!socket) return;
					dueOf.set(socket, waiting.shift() ?? 0);
					socket.write(bytes);
				}
			}
			function answered(socket: Socket): void {
				const now = performance.now();
				const sent = dueOf.get(socket) ?? 0;
				stalls.awake(now);
				answers += 1;
				if (!stalls.hit(sent)) {
					latencies[counted] = now - sent;
					counted += 1;
				}
				idle.push(socket);
				if (answers === planned) end();
				else send();
			}
			for (const socket of sockets)
				onAnswers(socket, () => answered(socket), fail);
			// Looking at the clock without a pause would be more even, and would keep the server's collector of garbage
			// waiting for a core.
			const ticks = setInterval(() => {
				const now = performance.now();
				stalls.awake(now);
				const dueByNow = ((now - begun) / 1000) * perSecond;
				for (; due < planned && due < dueByNow; due += 1) waiting.push(now);
				send();
				if (now - begun > seconds * 1000 * LENIENCE)
					fail("it does not keep up");
			}, 1);
		});
	} finally {
		for (const socket of sockets) socket.removeAllListeners("close").destroy();
	}
}
