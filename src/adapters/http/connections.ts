import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "../../engine/engine.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { Fault } from "../../faults/fault.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Sends the written data, and closes the connection once the client has stopped sending. If the client were still
 * sending, it would see a reset connection instead of the response. Reads and discards at most 4 MiB, for at most 2
 * seconds.
 */
function closeAfterReading(socket: Socket): void {
	let left = MAX_BYTES;
	const close = (): void => {
		socket.destroy();
	};
	const timer = setTimeout(close, MAX_MS);
	socket.once("close", () => clearTimeout(timer));
	socket.once("end", close);
	socket.end();
	const discard = (): void => {
		// Otherwise, Node's parser would run further requests of the client.
		socket.removeAllListeners("data");
		socket.on("data", (bytes: Uint8Array) => {
			left -= bytes.byteLength;
			if (left < 0) close();
		});
	};
	// A paused connection resumes only while Node's parser reads from it.
	if (socket.isPaused()) socket.once("resume", discard).resume();
	else discard();
}

/** Reads before it closes a connection after its last response. Node would close it at once. */
export function readBeforeClosing(socket: Socket): void {
	socket.destroySoon = () => closeAfterReading(socket);
}

/** The open connections of a server, each with the response to its last request. */
export interface Connections {
	readonly lastResponses: ReadonlyMap<Socket, ServerResponse | undefined>;
	/** Sets the response to the last request of its connection. */
	add(res: ServerResponse): void;
	/**
	 * While the function returns true, each connection closes after its last response, and the response announces this.
	 */
	closeWhile(mustClose: () => boolean): void;
	/** Closes connections without a request. */
	closeIdle(sockets: readonly Socket[]): void;
	/**
	 * Waits until the clients have closed the connections of the last `closeIdle` too, at most 50 ms. Before that, a
	 * client may send its next request over such a connection, and would get no response.
	 */
	untilClosed(): Promise<unknown>;
}

/** Many clients close a connection only when they next need it. Until then, they have received that it ends. */
const MAX_WAIT_MS = 50;

function closeAfter(res: ServerResponse): void {
	if (res.headersSent) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(res.req.socket);
}

export function followConnections(server: Server): Connections {
	const lastResponses = new Map<Socket, ServerResponse | undefined>();
	let closed: Promise<unknown> = Promise.resolve();
	let mustClose = (): boolean => false;
	const follow = (socket: Socket): void => {
		lastResponses.set(socket, undefined);
		socket.once("close", () => lastResponses.delete(socket));
	};
	server.on("connection", follow);
	// With TLS, this socket transfers the requests, and the socket below it transfers the encrypted bytes.
	server.on("secureConnection", follow);
	return {
		lastResponses,
		add(res) {
			const { socket } = res.req;
			if (mustClose()) {
				const previous = lastResponses.get(socket);
				// Node would drop this request after an earlier response that closes the connection.
				if (previous) previous.shouldKeepAlive = true;
				closeAfter(res);
			}
			lastResponses.set(socket, res);
		},
		closeWhile(given) {
			mustClose = given;
			if (!mustClose()) return;
			for (const res of lastResponses.values()) if (res) closeAfter(res);
		},
		closeIdle(sockets) {
			const open = sockets.filter((each) => !each.writableEnded);
			if (open.length === 0) return;
			const all = open.map(
				(each) =>
					new Promise<unknown>((resolve) => each.once("close", resolve)),
			);
			closed = Promise.race([Promise.all(all), sleep(MAX_WAIT_MS)]);
			for (const socket of open) closeAfterReading(socket);
		},
		untilClosed: () => closed,
	};
}

const breaksConnection = ({ kind }: Pick<Fault, "kind">): boolean =>
	kind === "reset" || kind === "empty";

const SESSION_IN_TARGET = /\/__session\/([^/?]+)|[?&]session=([^&]+)/;

/** Returns the name of the session that a request is for. */
function sessionOf({ headers, url = "" }: IncomingMessage): string {
	const [, inPath, inQuery] = SESSION_IN_TARGET.exec(url) ?? [];
	return `${headers["mock-session"] ?? inPath ?? inQuery ?? DEFAULT_SESSION}`;
}

/**
 * Closes connections while a fault that breaks connections is set, or while new sessions start with one. Browsers
 * silently repeat a request if a connection with an earlier response breaks, so such a fault must meet a new
 * connection. Idle connections are closed only if they were last used for a session with such a fault, because clients
 * of other sessions may have sent their next request already.
 * @returns a function that ends this behavior
 */
export function closeWhileArmed(
	{ closeWhile, closeIdle, lastResponses }: Connections,
	{ changes, sessions, presets, initial }: Engine["context"],
): () => void {
	const { faults: initialFaults = [] } =
		presets.scenarios[initial.scenario] ?? {};
	const isInitial = initialFaults.some(breaksConnection);
	function report(): void {
		const breaking = sessions
			.inMemory()
			.flatMap(({ id, faults, active }) =>
				[...faults, ...active.faults]
					.filter(({ fault }) => breaksConnection(fault))
					.map((each) => ({ id, each })),
			);
		const isArmed = (): boolean =>
			isInitial || breaking.some(({ each }) => each.left > 0);
		closeWhile(isArmed);
		const armed = new Set(
			breaking.flatMap(({ id, each }) => (each.left > 0 ? id : [])),
		);
		if (armed.size === 0) return;
		const idle = [...lastResponses].filter(
			([, res]) =>
				res?.writableFinished &&
				// A preflight names no session.
				(res.req.method === "OPTIONS" || armed.has(sessionOf(res.req))),
		);
		closeIdle(idle.map(([socket]) => socket));
	}
	report();
	return changes.subscribe(report);
}

const SWEEP_MS = 20;
/** The number of sweeps without data from a client before idle connections are closed. */
const QUIET_SWEEPS = 3;
/** The same number if clients have sent data since the server began to close, because more requests may follow. */
const QUIET_SWEEPS_IF_BUSY = 25;

/** Closes a server. Waits at most `grace` milliseconds for requests in progress. */
export async function closeGracefully(
	server: Server,
	{ lastResponses, closeWhile }: Connections,
	grace: number,
): Promise<void> {
	let lastReceived: number | undefined;
	let quietSweeps = 0;
	let needed = QUIET_SWEEPS;
	/** Closes connections without a request, once no client has sent anything for a while. */
	const sweep = (): void => {
		const sockets = [...lastResponses.keys()];
		const received = sockets.reduce((sum, each) => sum + each.bytesRead, 0);
		quietSweeps = received === lastReceived ? quietSweeps + 1 : 0;
		if (lastReceived !== undefined && received > lastReceived)
			needed = QUIET_SWEEPS_IF_BUSY;
		lastReceived = received;
		// For Node, a connection is idle while its client is still reading the response, so Node would cut it off.
		const isReading = sockets.some(({ writableLength }) => writableLength > 0);
		if (quietSweeps < needed || isReading) return;
		// Browsers open connections before they send requests. For Node, such a connection is busy.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		server.closeIdleConnections();
	};
	closeWhile(() => true);
	// After two turns of the event loop, all connections that the system has accepted so far are known.
	await setImmediate();
	await setImmediate();
	const closed = new Promise<void>((resolve) =>
		// The HTTP server's own `close` would first cut off connections that are idle for Node.
		TcpServer.prototype.close.call(server, () => resolve()),
	);
	// Not in the timer itself: data that arrived while the process was busy is read after the timer.
	const sweeps = setInterval(() => setImmediate().then(sweep), SWEEP_MS);
	const end = setTimeout(() => {
		// Not `closeAllConnections`, which misses clients that have not finished the TLS handshake.
		for (const socket of lastResponses.keys()) socket.destroy();
	}, grace);
	await closed;
	clearInterval(sweeps);
	clearTimeout(end);
}
