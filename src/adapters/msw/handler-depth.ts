import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";

/**
 * The number of handlers that wait for the response to a request, directly or indirectly. Never forwarded to a
 * service.
 */
export const DEPTH_HEADER = "mock-handler-depth";

/** A larger number means a loop, which would continue until the process has no sockets left. */
export const MAX_DEPTH = 10;

interface Run {
	readonly depth: number;
	/** Whether the handler has responded. Requests that it sends later cannot make a client wait. */
	isDone: boolean;
}

const runs = new AsyncLocalStorage<Run>();

/** The message that undici publishes for each new request. Node's `fetch` uses undici. Its types lack the method. */
interface Created {
	readonly request: { addHeader(name: string, value: string): unknown };
}

// Added for every URL, because a URL may lead back here through a proxy, and whatever headers the handler sends.
subscribe("undici:request:create", (message) => {
	const run = runs.getStore();
	if (!run || run.isDone) return;
	(message as Created).request.addHeader(DEPTH_HEADER, `${run.depth}`);
});

/** Returns how many handlers wait for the response to a request. */
export const readDepth = ({ headers }: Request): number =>
	Number(headers.get(DEPTH_HEADER) ?? 0);

/** Runs a handler. The requests that it sends with `fetch` contain the number of waiting handlers. */
export async function runAtDepth<Result>(
	depth: number,
	handle: () => Promise<Result>,
): Promise<Result> {
	const run: Run = { depth, isDone: false };
	try {
		return await runs.run(run, handle);
	} finally {
		run.isDone = true;
	}
}
