import { connect } from "node:net";

/** What one connection received. */
export interface SocketResponse {
	/** Status line and headers. Empty if none arrived. */
	readonly head: string;
	readonly body: string;
	/** The number of reads of the socket. */
	readonly reads: number;
	/** How the server ended the connection. */
	readonly ending: "FIN" | "ECONNRESET";
}

/** Requests the target on a new connection, and reads until the server ends it. */
export function requestOnSocket(
	baseUrl: string,
	target: string,
): Promise<SocketResponse> {
	const { hostname, port, pathname } = new URL(baseUrl + target);
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port) });
		const chunks: string[] = [];
		const end = (ending: SocketResponse["ending"]): void => {
			const text = chunks.join("");
			const at = text.indexOf("\r\n\r\n");
			resolve({
				head: at === -1 ? text : text.slice(0, at),
				body: at === -1 ? "" : text.slice(at + 4),
				reads: chunks.length,
				ending,
			});
			socket.destroy();
		};
		socket.setEncoding("latin1");
		socket.on("data", (chunk: string) => chunks.push(chunk));
		socket.on("end", () => end("FIN"));
		socket.on("error", (error: NodeJS.ErrnoException) =>
			error.code === "ECONNRESET" ? end("ECONNRESET") : reject(error),
		);
		socket.write(
			`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
		);
	});
}
