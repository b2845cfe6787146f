import { type SetupWorker, setupWorker } from "msw/browser";
import type { Engine } from "../../engine/engine.ts";
import {
	type AnyHandler,
	type ExchangeHandler,
	toRequestHandlers,
} from "./msw-handler.ts";
import {
	createUnhandledOptions,
	type OnUnhandled,
} from "./unhandled-options.ts";

export interface WorkerInterception {
	/** Registers the service worker, and starts to intercept. `npx msw init` copies its script to the page's files. */
	start(options?: Parameters<SetupWorker["start"]>[0]): Promise<void>;
	/** Adds MSW handlers that are tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: AnyHandler[]): void;
	resetHandlers(): void;
	/** Stops interception, and deletes all state; `start` may be called again. */
	stop(): Promise<void>;
	/** MSW's own worker. */
	readonly worker: SetupWorker;
}

/** Intercepts the requests of the page. */
export function interceptInPage(
	mock: Pick<Engine, "recordUnmatched" | "reopen" | "close"> & {
		readonly handlers: readonly ExchangeHandler[];
	},
	onUnhandled: OnUnhandled,
): WorkerInterception {
	// The page is often below the base URL itself, and its own files are unknown paths of the service.
	const worker = setupWorker(
		...mock.handlers.filter(({ answersUnknownPaths }) => !answersUnknownPaths),
	);
	let started = false;
	return {
		async start(options) {
			mock.reopen();
			const warn = (message: string): void => reportError(new Error(message));
			await worker.start({
				quiet: true,
				...createUnhandledOptions(() => ({ mock, onUnhandled }), warn),
				...options,
			});
			started = true;
		},
		use: (...handlers) => worker.use(...toRequestHandlers(handlers)),
		resetHandlers: () => worker.resetHandlers(),
		async stop() {
			// MSW 3 throws if the worker has not started, and returns a promise.
			if (started) await worker.stop();
			started = false;
			await mock.close();
		},
		worker,
	};
}
