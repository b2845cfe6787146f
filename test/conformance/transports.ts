import { join } from "node:path";
import express from "express";
import { setupServer } from "msw/node";
import { createExpressMiddleware } from "../../src/adapters/express/middleware.ts";
import { serve } from "../../src/adapters/http/serve.ts";
import type { Control } from "../../src/control/control.ts";
import { createControl } from "../../src/control/create-control.ts";
import { createHandlers } from "../../src/handlers.ts";
import { createMock, type MockOptions } from "../../src/index.ts";
import { loadForwarder } from "../../src/load-forwarder.ts";
import { setupMock } from "../../src/node.ts";
import { createServiceEngine } from "../../src/service-engine.ts";
import { openStoreFile } from "../../src/store/sqlite/open-store-file.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { startStub } from "../support/stub-server.ts";
import type { TransportName } from "./capabilities.ts";

/** What the cases use of a control. */
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
	/** Undefined if the transport has none, see `capabilities`. */
	readonly control: TransportControl | undefined;
}

export type OpenTransport = (
	options?: Omit<MockOptions, "baseUrl" | "basePath" | "currentSession">,
) => Promise<TransportMock>;

const ORIGIN = "http://zaps.test";

const openExpress =
	(byEngine: boolean): OpenTransport =>
	async (options) => {
		const app = express();
		// Like `mockMiddleware`, which does not return its mock.
		const mock = createMock(options);
		app.use("/api", createExpressMiddleware(mock, mock.handlers, byEngine));
		const server = await startStub(app);
		return {
			baseUrl: `${server.url}/api`,
			fetch,
			control: mock.control,
			[Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
		};
	};

/** Opens a mock behind each transport, except those that need a browser. */
export const transports: Readonly<
	Record<Exclude<TransportName, "service worker">, OpenTransport>
> = {
	async serve(options) {
		const mock = createMock(options);
		const served = await serve({ mock, port: 0, host: "127.0.0.1" });
		return {
			baseUrl: served.url,
			fetch,
			control: mock.control,
			[Symbol.asyncDispose]: served.close,
		};
	},
	async sqlite(options) {
		const scratch = await scratchFolder();
		const file = await openStoreFile(join(scratch.path, "mock.db"));
		const mock = createServiceEngine(options, file);
		const served = await serve({ mock, port: 0, host: "127.0.0.1" });
		return {
			baseUrl: served.url,
			fetch,
			control: createControl(mock.context),
			async [Symbol.asyncDispose]() {
				await served.close();
				await mock.close();
				await scratch[Symbol.asyncDispose]();
			},
		};
	},
	/** Every operation is forwarded to a second mock, which has the data. */
	async forward({ dataset, seed, clock, ...options } = {}) {
		const service = createMock({ dataset, seed, clock });
		const target = await serve({ mock: service, port: 0, host: "127.0.0.1" });
		const mock = createMock({
			...options,
			forward: { url: target.url },
			loadForwarder,
		});
		const served = await serve({ mock, port: 0, host: "127.0.0.1" });
		return {
			baseUrl: served.url,
			fetch,
			control: mock.control,
			async [Symbol.asyncDispose]() {
				await served.close();
				await mock.close();
				await target.close();
			},
		};
	},
	async fetch(options) {
		const mock = createMock(options);
		return {
			baseUrl: ORIGIN,
			fetch: async (input, init) => mock.fetch(new Request(input, init)),
			control: mock.control,
			[Symbol.asyncDispose]: mock.close,
		};
	},
	async intercept(options) {
		const mock = setupMock({
			...options,
			baseUrl: ORIGIN,
			onUnhandled: "bypass",
		}).listen();
		return {
			baseUrl: ORIGIN,
			fetch,
			control: mock.control,
			[Symbol.asyncDispose]: mock.close,
		};
	},
	async setupServer(options) {
		const server = setupServer(...createHandlers(options));
		server.listen({
			onUnhandledRequest() {
				throw Object.assign(new Error("unhandled"), { code: "", errno: 0 });
			},
		});
		return {
			baseUrl: ORIGIN,
			fetch,
			control: undefined,
			[Symbol.asyncDispose]: async () => server.close(),
		};
	},
	express: openExpress(false),
	"express without @mswjs/http-middleware": openExpress(true),
};
