import { connect } from "node:net";

/** What came over one connection. */
export interface Wire {
	/** Status line and headers; empty where none came. */
	readonly head: string;
	readonly body: string;
	/** In how many reads the body came. */
	readonly reads: number;
	/** How the other side ended the connection. */
	readonly ending: "FIN" | "ECONNRESET";
}

/** Asks for the target on a connection of its own, and reads until the other side ends it. */
export function askOnWire(baseUrl: string, target: string): Promise<Wire> {
	const { hostname, port, pathname } = new URL(baseUrl + target);
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port) });
		const chunks: string[] = [];
		const end = (ending: Wire["ending"]): void => {
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
