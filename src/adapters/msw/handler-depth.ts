import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";

/** How many handlers wait for the request, each for a request of the one before. Never forwarded to a service. */
export const DEPTH_HEADER = "mock-handler-depth";

/** More are a loop, which would go on until the process has no sockets left. */
export const MAX_DEPTH = 10;

interface Run {
	readonly depth: number;
	/** What a handler sends after its response cannot make a client wait. */
	isDone: boolean;
}

const runs = new AsyncLocalStorage<Run>();

/** What undici, of which the `fetch` of Node is a part, publishes for each new request. Its types lack the method. */
interface Created {
	readonly request: { addHeader(name: string, value: string): unknown };
}

// Whatever the URL, since it may lead back here through a proxy, and whatever headers the handler sends.
subscribe("undici:request:create", (message) => {
	const run = runs.getStore();
	if (!run || run.isDone) return;
	(message as Created).request.addHeader(DEPTH_HEADER, `${run.depth}`);
});

/** Returns how many handlers wait for the response to a request. */
export const readDepth = ({ headers }: Request): number =>
	Number(headers.get(DEPTH_HEADER) ?? 0);

/** Runs a handler so that the requests that it sends with `fetch` say how many handlers wait for them. */
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
