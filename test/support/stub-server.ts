import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createRawServer, type Socket } from "node:net";
import { certificate } from "./certificate.ts";
import { listen, type StubServer } from "./listen.ts";

export type { StubServer };

/** Starts a server with the given listener. It closes all connections when disposed. */
export const startStub = (listener: RequestListener): Promise<StubServer> =>
	listen(createServer(listener));

/** Starts such a server with TLS, and with the certificate of `certificate.ts`. */
export async function startTlsStub(
	listener: RequestListener,
): Promise<StubServer> {
	const stub = await listen(createTlsServer(certificate, listener));
	return { ...stub, url: stub.url.replace("http:", "https:") };
}

/** Starts a TCP server with the given listener. It closes all connections when disposed. */
export const startRawStub = (
	onConnection: (socket: Socket) => void,
): Promise<StubServer> => listen(createRawServer(onConnection));

/** Returns the URL of a port that no server listens on. */
export async function closedPort(): Promise<StubServer> {
	const server = await startRawStub(() => {});
	await server[Symbol.asyncDispose]();
	return { url: server.url, async [Symbol.asyncDispose]() {} };
}

/** Starts a server that responds to every request with 200 and `{}`. */
export const startEmpty = (): Promise<StubServer> =>
	startStub((request, response) => {
		request.resume().on("end", () => {
			response.writeHead(200, { "content-type": "application/json" }).end("{}");
		});
	});
