import type { RequestHandler } from "msw";
import { type SetupWorker, setupWorker } from "msw/browser";
import type { Mock } from "../mock/create-mock.ts";
import type { OnUnhandled } from "../mock/on-unhandled.ts";
import { unhandledStrategy } from "./unhandled.ts";

export interface WorkerInterception {
	/** Registers the service worker, whose script `npx msw init` puts among the files of the page, and begins to intercept. */
	start(options?: Parameters<SetupWorker["start"]>[0]): Promise<void>;
	/** Handlers to be tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: RequestHandler[]): void;
	resetHandlers(): void;
	/** Ends interception, and forgets all state; `start` may be called again. */
	stop(): Promise<void>;
	/** MSW's own worker, for whatever else it can do. */
	readonly worker: SetupWorker;
}

/** Intercepts the requests of the page. */
export function interceptInPage(
	mock: Mock,
	onUnhandled: OnUnhandled,
): WorkerInterception {
	// The page is often at the base URL itself, and its own files are not the service's to answer.
	const worker = setupWorker(
		...mock.handlers.filter(({ answersUnknownPaths }) => !answersUnknownPaths),
	);
	return {
		async start(options) {
			mock.reopen();
			const warn = (message: string): void => reportError(new Error(message));
			await worker.start({
				quiet: true,
				onUnhandledRequest: unhandledStrategy(
					() => ({ mock, onUnhandled }),
					warn,
				),
				...options,
			});
		},
		use: (...handlers) => worker.use(...handlers),
		resetHandlers: () => worker.resetHandlers(),
		async stop() {
			worker.stop();
			await mock.close();
		},
		worker,
	};
}
