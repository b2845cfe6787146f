import { AsyncLocalStorage } from "node:async_hooks";
import { join, sep } from "node:path";

/**
 * The folder of this package. Its code is not the code under test. Vite would take `new URL("../../", import.meta.url)`
 * for an asset, in a package that is linked.
 */
const OWN_FOLDER = join(import.meta.dirname, "../..", sep);

/** Enough for the frames of MSW, which come before the frame of the sender. */
const MAX_FRAMES = 100;

const PLACE = /(?:file:\/\/)?([^\s(]+:\d+:\d+)\)?$/;

/** The stacks of `fetch` calls. */
const calls = new AsyncLocalStorage<{ readonly stack?: string }>();

function captureStack(): { readonly stack?: string } {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = MAX_FRAMES;
	const error = new Error();
	Error.stackTraceLimit = stackTraceLimit;
	return error;
}

const findPlace = ({ stack = "" }: { readonly stack?: string }) =>
	stack
		.split("\n")
		.flatMap((frame) => PLACE.exec(frame)?.[1] ?? [])
		.find(
			(place) =>
				!place.startsWith("node:") &&
				!place.startsWith(OWN_FOLDER) &&
				!/[\\/]node_modules[\\/]/.test(place),
		);

/**
 * Returns file, line and column of the code that sent the current request. Returns undefined if neither the async stack
 * trace nor a call of `fetch` leads to this code, as with clients based on `node:http`.
 */
export const findSender = (): string | undefined =>
	findPlace(captureStack()) ?? findPlace(calls.getStore() ?? {});

/** Returns a `fetch` whose calls `findSender` finds. */
export const rememberSender =
	(send: typeof fetch): typeof fetch =>
	(...args) =>
		calls.run(captureStack(), send, ...args);
