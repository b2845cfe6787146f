import type { RequestHandler } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import type { Mock } from "../mock/create-mock.ts";
import { type OnUnhandled, unhandledStrategy } from "./unhandled.ts";

export interface Interception {
	/** Begins to intercept the requests of this process. */
	listen(): this;
	/** Handlers to be tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: RequestHandler[]): void;
	resetHandlers(): void;
	/** Ends interception. */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
	/** MSW's own server, for whatever else it can do. */
	readonly server: SetupServer;
}

/** Intercepts the requests of this process, whatever sends them. */
export function intercept(mock: Mock, onUnhandled: OnUnhandled): Interception {
	const server = setupServer(...mock.handlers);
	const close = async (): Promise<void> => {
		server.close();
		await mock.close();
	};
	return {
		listen() {
			server.listen({
				onUnhandledRequest: unhandledStrategy(mock, onUnhandled, (message) =>
					process.emitWarning(message, "UnhandledRequest"),
				),
			});
			return this;
		},
		use: (...handlers) => server.use(...handlers),
		resetHandlers: () => server.resetHandlers(),
		close,
		[Symbol.asyncDispose]: close,
		server,
	};
}
