import { isCommonAssetRequest } from "msw";
import { type SetupWorker, setupWorker } from "msw/browser";
import type { Engine } from "../../engine/engine.ts";
import { errorMessage } from "../../values/errors.ts";
import {
	type AnyHandler,
	type ExchangeHandler,
	toRequestHandlers,
} from "./msw-handler.ts";
import {
	type ActiveMock,
	createUnhandledOptions,
	type FindActive,
	type OnUnhandled,
	type Reporting,
} from "./unhandled-options.ts";

export interface WorkerInterception {
	/**
	 * Registers the service worker, and starts to intercept. `npx msw init public --save` copies its script to the page's
	 * files.
	 * @throws Error if the worker cannot be registered, or the page is outside its scope
	 */
	start(options?: Parameters<SetupWorker["start"]>[0]): Promise<void>;
	/** Adds MSW handlers that are tried before the mock's own, the latest first, until `resetHandlers`. */
	use(...handlers: AnyHandler[]): void;
	resetHandlers(): void;
	/** Stops interception, and deletes all state. `start` may be called again. */
	stop(): Promise<void>;
	/** MSW's own worker. */
	readonly worker: SetupWorker;
}

const PASS_URL = "pass it: `start({ serviceWorker: { url: … } })`";

const reporting: Reporting = {
	// biome-ignore lint/suspicious/noConsole: a page has no other log
	warn: (message) => console.warn(message),
	findSender: () => undefined,
};

/**
 * Returns once the worker receives the requests of this page. If MSW 2 has unregistered its worker while another page uses
 * it, the browser registers it again without giving it this page, and gives it the page when the page is loaded again.
 * @throws Error if the page is outside the scope of the worker
 */
async function requireControl(): Promise<void> {
	const { serviceWorker } = navigator;
	if (serviceWorker.controller) return;
	if (!(await serviceWorker.getRegistration()))
		throw new Error(
			`The service worker of MSW cannot intercept the requests of ${location.href}, because the page is outside its scope. Serve the script in the folder of the page or in one above, and ${PASS_URL}.`,
		);
	location.reload();
	await new Promise(() => {});
}

/**
 * Intercepts the requests of the page.
 * @param configured handlers of the configuration, which are tried before the handlers of the mock
 */
export function interceptInPage(
	mock: ActiveMock["mock"] &
		Pick<Engine, "reopen" | "close"> & {
			readonly handlers: readonly ExchangeHandler[];
		},
	onUnhandled: OnUnhandled,
	configured: readonly AnyHandler[] = [],
): WorkerInterception {
	// The page is often below the base URL itself, so the paths of its own files are unknown to the service.
	const worker = setupWorker(
		...toRequestHandlers(configured),
		...mock.handlers.filter(({ answersUnknownPaths }) => !answersUnknownPaths),
	);
	// A page loads scripts and other files while it runs, also those of the mock itself. Only MSW 3 sees how pages are opened.
	const findActive: FindActive = (request) =>
		isCommonAssetRequest(request) || request.mode === "navigate"
			? undefined
			: { mock, onUnhandled };
	let started = false;
	return {
		async start(options) {
			mock.reopen();
			try {
				await worker.start({
					quiet: true,
					...createUnhandledOptions(findActive, reporting),
					...options,
				});
			} catch (cause) {
				throw new Error(
					`The service worker of MSW cannot be registered: ${errorMessage(cause)}. If the page does not serve its script, run \`npx msw init public --save\`, where public is the folder of the page's files. If the script has another path than /mockServiceWorker.js, ${PASS_URL}.`,
					{ cause },
				);
			}
			await requireControl();
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
