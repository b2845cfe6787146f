import express from "express";
import { afterAll, afterEach } from "vitest";
import { createExpressMiddleware } from "../../../src/adapters/express/middleware.ts";
import { type ServeOptions, serve } from "../../../src/adapters/http/serve.ts";
import { createMock, type Mock } from "../../../src/index.ts";
import { certificate } from "../../support/certificate.ts";
import { startStub } from "../../support/stub-server.ts";
import { watchForErrors } from "../../support/watch-for-errors.ts";

/**
 * Opens a server, which must survive every request, for the tests around. Checks after each test that the mock responds and
 * has reported no error.
 * @param base the path below which the mock is mounted
 */
async function watch(
	base: string,
	open: (mock: Mock) => Promise<{ url: string; close(): Promise<void> }>,
): Promise<{ mock: Mock; url: string; base: string }> {
	const errorWatch = watchForErrors();
	const mock = createMock({ onError: errorWatch.onError });
	const { url, close } = await open(mock);
	afterEach(async () => {
		await mock.control.clearFaults();
		await errorWatch.check(url + base);
	});
	afterAll(async () => {
		await close();
		errorWatch[Symbol.dispose]();
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
