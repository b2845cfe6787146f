import type { Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../engine/engine.ts";
import type { Fault } from "../../faults/fault.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Sends what is written, and closes the connection once the client has stopped sending: a client that is still sending
 * would see a reset connection, not the response. Reads and discards at most 4 MiB, for at most 2 seconds.
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
		// Node's parser would run further requests of the client.
		socket.removeAllListeners("data");
		socket.on("data", (bytes: Uint8Array) => {
			left -= bytes.byteLength;
			if (left < 0) close();
		});
	};
	// A paused connection resumes only while Node's parser still reads it.
	if (socket.isPaused()) socket.once("resume", discard).resume();
	else discard();
}

/** Replaces what Node does after the last response of a connection, which is to close it at once. */
export function readBeforeClosing(socket: Socket): void {
	socket.destroySoon = () => closeAfterReading(socket);
}

/** The open connections of a server, each with the response to its last request. */
export interface Connections {
	readonly lastResponses: ReadonlyMap<Socket, ServerResponse | undefined>;
	/** Sets the response to the last request of its connection. */
	add(res: ServerResponse): void;
	/** While it returns true, each connection closes after its last response, which says so. */
	closeWhile(mustClose: () => boolean): void;
}

function closeAfter(res: ServerResponse): void {
	if (res.headersSent) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(res.req.socket);
}

export function followConnections(server: Server): Connections {
	const lastResponses = new Map<Socket, ServerResponse | undefined>();
	let mustClose = (): boolean => false;
	const follow = (socket: Socket): void => {
		lastResponses.set(socket, undefined);
		socket.once("close", () => lastResponses.delete(socket));
	};
	server.on("connection", follow);
	// Over TLS, this socket has the requests, and the one above the encrypted bytes.
	server.on("secureConnection", follow);
	return {
		lastResponses,
		add(res) {
			const { socket } = res.req;
			if (mustClose()) {
				const previous = lastResponses.get(socket);
				// Node would drop this request after a previous response that closes.
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
	};
}

const breaksConnection = ({ kind }: Pick<Fault, "kind">): boolean =>
	kind === "reset" || kind === "empty";

/**
 * Closes connections while a fault that breaks connections is set, or new sessions start with one. Browsers silently
 * send a request again if a connection with an earlier response breaks, so such a fault has to meet a new connection.
 * @returns a function that ends this
 */
export function closeWhileArmed(
	server: Server,
	{ closeWhile }: Connections,
	{ changes, sessions, presets, initial }: Engine["context"],
): () => void {
	function report(): void {
		const breaking = sessions
			.inMemory()
			.flatMap(({ faults, active }) => [...faults, ...active.faults])
			.filter(({ fault }) => breaksConnection(fault));
		const { faults = [] } = presets.scenarios[initial.scenario] ?? {};
		const isInitial = faults.some(breaksConnection);
		const isArmed = (): boolean =>
			isInitial || breaking.some(({ left }) => left > 0);
		closeWhile(isArmed);
		if (isArmed()) server.closeIdleConnections();
	}
	report();
	return changes.subscribe(report);
}

const SWEEP_MS = 20;
/** For how many sweeps no client may have sent anything before idle connections are closed. */
const QUIET_SWEEPS = 3;
/** The same if clients have sent something since the server began to close: more requests may be on their way. */
const QUIET_SWEEPS_IF_BUSY = 25;

/** Closes a server, waiting at most `grace` milliseconds for requests under way. */
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
		// Node counts a connection as idle, and would cut it off, while its client is still reading the response.
		const isReading = sockets.some(({ writableLength }) => writableLength > 0);
		if (quietSweeps < needed || isReading) return;
		// Browsers connect ahead of their requests. Node counts such a connection as busy.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		server.closeIdleConnections();
	};
	closeWhile(() => true);
	// Two turns of the event loop accept the connections that the system has made for the server so far.
	await setImmediate();
	await setImmediate();
	const closed = new Promise<void>((resolve) =>
		// The HTTP server's own `close` would first cut off connections that it counts as idle.
		TcpServer.prototype.close.call(server, () => resolve()),
	);
	// Not in the timer itself: what clients sent while the process was busy is read only after it.
	const sweeps = setInterval(() => setImmediate().then(sweep), SWEEP_MS);
	const end = setTimeout(() => {
		// Not `closeAllConnections`, which leaves clients that have not finished the handshake of TLS.
		for (const socket of lastResponses.keys()) socket.destroy();
	}, grace);
	await closed;
	clearInterval(sweeps);
	clearTimeout(end);
}
