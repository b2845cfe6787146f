import type { RequestHandler } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { type ActiveMock, createDispatcher } from "./dispatcher.ts";
import {
	type RejectedRequest,
	unhandledStrategy,
} from "./unhandled-strategy.ts";

export interface Interception {
	/**
	 * Begins to intercept the requests of this process.
	 * @throws Error where another mock of this process is listening, since MSW intercepts for one at a time
	 */
	listen(): this;
	/** Handlers to be tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: RequestHandler[]): void;
	resetHandlers(): void;
	/**
	 * Ends interception, and forgets all state; `listen` may be called again.
	 * @throws UnhandledRequestError where requests outside of any run matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
	/** MSW's own server, for whatever else it can do. */
	readonly server: SetupServer;
}

/** The one that is listening: the next would take its requests away, and end its interception by closing. */
let listening:
	| { readonly server: SetupServer; givesWay(): boolean }
	| undefined;

const warn = (message: string): void =>
	process.emitWarning(message, "UnhandledRequest");

/**
 * Intercepts the requests of this process, whatever sends them.
 * @param answering who answers, looked up for each request; undefined to let it through
 * @param onClose what else ends with the interception
 * @param givesWay whether another mock may begin to listen in its place
 * @param onListen what else begins with the interception
 */
export function intercept(
	answering: (request: Request) => ActiveMock | RejectedRequest | undefined,
	onClose: () => Promise<void>,
	givesWay: () => boolean,
	onListen: () => void = () => {},
): Interception {
	const server = setupServer(createDispatcher(answering, warn));
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
			server.listen({ onUnhandledRequest: unhandledStrategy(answering, warn) });
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
