import type { RequestHandler } from "msw";
import { type SetupWorker, setupWorker } from "msw/browser";
import type { BareCore } from "../../engine/create-bare-core.ts";
import type { OnUnhandled } from "../../engine/routing/on-unhandled.ts";
import type { ExchangeHandler } from "./msw-handler.ts";
import { unhandledStrategy } from "./unhandled-strategy.ts";

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
	mock: Pick<BareCore, "recordUnmatched" | "reopen" | "close"> & {
		readonly handlers: readonly ExchangeHandler[];
	},
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
