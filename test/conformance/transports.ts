import { join } from "node:path";
import express from "express";
import { setupServer } from "msw/node";
import { createExpressMiddleware } from "../../src/adapters/express/middleware.ts";
import { type ServeOptions, serve } from "../../src/adapters/http/serve.ts";
import type { Control } from "../../src/control/control.ts";
import { createControl } from "../../src/control/create-control.ts";
import { keepSessionsIn } from "../../src/engine/sessions/kept-session.ts";
import { createHandlers } from "../../src/entries/handlers.ts";
import { createMock, type MockOptions } from "../../src/entries/index.ts";
import { setupMock } from "../../src/entries/node.ts";
import { loadForwarder } from "../../src/service/load-forwarder.ts";
import { createServiceEngine } from "../../src/service/shipped-service.ts";
import { openStoreFile } from "../../src/store/sqlite/open-store-file.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { startStub } from "../support/stub-server.ts";
import type { TransportName } from "./capabilities.ts";

/** The methods of a control that the cases use. */
export interface TransportControl
	extends Pick<Control, "setFaults" | "requests"> {
	session(id: string): Pick<Control, "requests">;
}

/** A mock that is reached through a transport. */
export interface TransportMock extends AsyncDisposable {
	readonly baseUrl: string;
	readonly fetch: (
		input: string | Request,
		init?: RequestInit,
	) => Promise<Response>;
	/** Unusable if the transport has none, see `capabilities`. */
	readonly control: TransportControl;
}

export type OpenTransport = (
	options?: Omit<MockOptions, "baseUrl" | "basePath" | "currentSession">,
) => Promise<TransportMock>;

const ORIGIN = "http://zaps.test";

const listen = (mock: ServeOptions["mock"]) =>
	serve({ mock, port: 0, host: "127.0.0.1" });

/** A mock that `fetch` reaches. Once disposed, it calls `ends` one after the other. */
const reached = (
	baseUrl: string,
	control: TransportControl,
	...ends: readonly (() => unknown)[]
): TransportMock => ({
	baseUrl,
	fetch,
	control,
	async [Symbol.asyncDispose]() {
		for (const end of ends) await end();
	},
});

const openExpress =
	(byEngine: boolean): OpenTransport =>
	async (options) => {
		const app = express();
		// Like `mockMiddleware`, which does not return its mock.
		const mock = createMock(options);
		app.use("/api", createExpressMiddleware(mock, mock.handlers, byEngine));
		const server = await startStub(app);
		const close = () => server[Symbol.asyncDispose]();
		return reached(`${server.url}/api`, mock.control, close);
	};

/** Opens a mock behind each transport, except those that need a browser. */
export const transports: Readonly<
	Record<Exclude<TransportName, "service worker" | "redis">, OpenTransport>
> = {
	async serve(options) {
		const mock = createMock(options);
		const { url, close } = await listen(mock);
		return reached(url, mock.control, close);
	},
	async sqlite(options) {
		const { path, [Symbol.asyncDispose]: remove } = await scratchFolder();
		const file = keepSessionsIn(await openStoreFile(join(path, "mock.db")));
		const mock = createServiceEngine(options, file);
		const { url, close } = await listen(mock);
		const control = createControl(mock.context);
		return reached(url, control, close, mock.close, remove);
	},
	/** Every operation is forwarded to a second mock, which has the data. */
	async forward({ dataset, seed, clock, ...options } = {}) {
		const target = await listen(createMock({ dataset, seed, clock }));
		const forward = { url: target.url };
		const mock = createMock({ ...options, forward, loadForwarder });
		const { url, close } = await listen(mock);
		return reached(url, mock.control, close, mock.close, target.close);
	},
	async fetch(options) {
		const mock = createMock(options);
		return {
			...reached(ORIGIN, mock.control, mock.close),
			fetch: async (input, init) => mock.fetch(new Request(input, init)),
		};
	},
	async intercept(options) {
		const own = { baseUrl: ORIGIN, onUnhandled: "bypass" } as const;
		const mock = setupMock({ ...options, ...own }).listen();
		return reached(ORIGIN, mock.control, mock.close);
	},
	async setupServer(options) {
		const server = setupServer(...createHandlers(options));
		server.listen({
			onUnhandledRequest() {
				throw Object.assign(new Error("unhandled"), { code: "", errno: 0 });
			},
		});
		return reached(ORIGIN, {} as TransportControl, () => server.close());
	},
	express: openExpress(false),
	"express without @mswjs/http-middleware": openExpress(true),
};
