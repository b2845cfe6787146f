import type { RequestHandler } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { type ActiveMock, createDispatcher } from "./dispatcher.ts";
import { findSender } from "./find-sender.ts";
import {
	type RejectedRequest,
	unhandledStrategy,
} from "./unhandled-strategy.ts";

export interface Interception {
	/**
	 * Starts to intercept the requests of this process.
	 * @throws Error if another mock of this process is listening, since MSW intercepts for one at a time
	 */
	listen(): this;
	/** Adds MSW handlers that are tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: RequestHandler[]): void;
	resetHandlers(): void;
	/**
	 * Stops interception, and deletes all state; `listen` may be called again.
	 * @throws UnhandledRequestError if requests outside of any run matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
	/** MSW's own server. */
	readonly server: SetupServer;
}

/** The mock that is listening. Another one would take its requests, and end its interception by closing. */
let listening:
	| { readonly server: SetupServer; givesWay(): boolean }
	| undefined;

const warn = (message: string): void =>
	process.emitWarning(message, "UnhandledRequest");

/**
 * Intercepts the requests of this process.
 * @param activeMock called for each request; undefined to let it pass
 * @param onClose called after interception has stopped
 * @param givesWay whether another mock may take over
 * @param onListen called before interception starts
 */
export function intercept(
	activeMock: (request: Request) => ActiveMock | RejectedRequest | undefined,
	onClose: () => Promise<void>,
	givesWay: () => boolean,
	onListen: () => void = () => {},
): Interception {
	const server = setupServer(createDispatcher(activeMock, warn));
	const close = async (): Promise<void> => {
		server.close();
		if (listening?.server === server) listening = undefined;
		await onClose();
	};
	return {
		listen() {
			if (listening?.server === server) return this;
			if (listening && !listening.givesWay())
				throw new Error(
					"Cannot listen: another mock of this process is listening, and MSW intercepts for one at a time. Close that one first.",
				);
			listening?.server.close();
			onListen();
			server.listen({
				onUnhandledRequest: unhandledStrategy(activeMock, warn, findSender),
			});
			listening = { server, givesWay };
			return this;
		},
		use: (...handlers) => server.use(...handlers),
		resetHandlers: () => server.resetHandlers(),
		close,
		[Symbol.asyncDispose]: close,
		server,
	};
}
