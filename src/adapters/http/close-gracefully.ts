import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Connections } from "./connections.ts";

const SWEEP_MS = 20;
/** For how many sweeps no client may have sent anything before idle connections are closed. */
const QUIET_SWEEPS = 3;
/** The same if clients have sent something since the server began to close: more requests may be on their way. */
const QUIET_SWEEPS_IF_BUSY = 25;

/** Closes a server, waiting at most `grace` milliseconds for requests under way. */
export async function closeGracefully(
	server: Server,
	{ lastResponses, announceClose }: Connections,
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
	announceClose();
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
