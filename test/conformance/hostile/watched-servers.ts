import express from "express";
import { afterAll, afterEach, expect } from "vitest";
import { createExpressMiddleware } from "../../../src/adapters/express/middleware.ts";
import { type ServeOptions, serve } from "../../../src/adapters/http/serve.ts";
import { createMock, type Mock } from "../../../src/entries/index.ts";
import { certificate } from "../../support/certificate.ts";
import { HOST, head, OK } from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { startStub } from "../../support/stub-server.ts";

/**
 * Opens a server, which must survive every request, for the tests around. Checks after each test that the mock responds and
 * has reported no error.
 * @param base the path below which the mock is mounted
 */
async function watch(
	base: string,
	open: (mock: Mock) => Promise<{ url: string; close(): Promise<void> }>,
): Promise<{ mock: Mock; url: string; base: string }> {
	const errors: unknown[] = [];
	const onError = (error: unknown): void => void errors.push(error);
	const events = ["uncaughtException", "unhandledRejection"];
	for (const event of events) process.on(event, onError);
	const mock = createMock({ onError });
	const { url, close } = await open(mock);
	afterEach(async () => {
		await mock.control.clearFaults();
		await using socket = await openSocket(url);
		socket.send(head(`GET ${base}/v1/health HTTP/1.1`, HOST));
		expect((await socket.responses()).map(summarize)).toEqual([OK]);
		expect(errors.splice(0)).toEqual([]);
	});
	afterAll(async () => {
		await close();
		for (const event of events) process.off(event, onError);
	});
	return { mock, url, base };
}

export const serveWatched = (options: Partial<ServeOptions> = {}) =>
	watch("", (mock) =>
		serve({ mock, port: 0, host: "127.0.0.1", grace: 0, ...options }),
	);

/** Mounts the mock in an app that also responds to `POST /echo`. */
export const mountWatched = (base: string, byEngine = false) =>
	watch(base, async (mock) => {
		const app = express();
		const mounted = createExpressMiddleware(mock, mock.handlers, byEngine);
		app.use(base || "/", mounted);
		app.post("/echo", express.json(), (request, response) => {
			response.json(request.body);
		});
		const server = await startStub(app);
		return {
			url: server.url,
			close: async () => server[Symbol.asyncDispose](),
		};
	});

export const watchedServers = {
	serve: serveWatched,
	"serve over HTTPS": () => serveWatched({ tls: certificate }),
	express: () => mountWatched("/api"),
};
