import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { readBeforeClosing } from "./close-after-reading.ts";

/** The open connections of a server, each with the response to its last request. */
export interface Connections {
	readonly lastResponses: ReadonlyMap<Socket, ServerResponse | undefined>;
	/** Sets the response to the last request of its connection. */
	add(res: ServerResponse): void;
	/** From now on, the last response of each connection says that it closes. */
	announceClose(): void;
	/** While it returns true, each connection closes after its response. Closes those without a request now. */
	closeWhile(isArmed: () => boolean): void;
}

function closeAfter(res: ServerResponse): void {
	if (res.headersSent) return;
	res.shouldKeepAlive = false;
	readBeforeClosing(res.req.socket);
}

export function followConnections(server: Server): Connections {
	const lastResponses = new Map<Socket, ServerResponse | undefined>();
	let isClosing = false;
	let isArmed = (): boolean => false;
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
			if (isClosing || isArmed()) {
				const previous = lastResponses.get(socket);
				// Node would drop this request after a previous response that closes.
				if (previous) previous.shouldKeepAlive = true;
				closeAfter(res);
			}
			lastResponses.set(socket, res);
		},
		announceClose() {
			isClosing = true;
			for (const res of lastResponses.values()) if (res) closeAfter(res);
		},
		closeWhile(given) {
			isArmed = given;
			if (!isArmed()) return;
			for (const res of lastResponses.values()) if (res) closeAfter(res);
			server.closeIdleConnections();
		},
	};
}
