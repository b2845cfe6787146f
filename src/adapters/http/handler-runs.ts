import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import {
	HANDLER_HEADER,
	readDepth,
	rememberHandled,
} from "../../engine/request/handler-requests.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import { createProblem } from "../../engine/response/problems.ts";
import {
	type MockResponse,
	renderOwn,
} from "../../engine/response/response.ts";
import { computeOnce } from "../../values/load-once.ts";

/** A larger number means a loop, which would continue until the process has no sockets left. */
const MAX_DEPTH = 10;

interface Run {
	readonly request: MockRequest;
	/** The value of the header of requests that the handler sends. */
	readonly header: string;
	/** Whether the handler has responded. Requests that it sends later cannot make a client wait. */
	isDone: boolean;
}

const runs = new AsyncLocalStorage<Run>();

/** The message that undici publishes for each new request. Node's `fetch` uses undici. Its types lack the method. */
interface Created {
	readonly request: { addHeader(name: string, value: string): unknown };
}

// Added for every URL, because a URL may lead back here through a proxy, and whatever headers the handler sends.
const addHeaders = computeOnce(() =>
	subscribe("undici:request:create", (message) => {
		const run = runs.getStore();
		if (run && !run.isDone)
			(message as Created).request.addHeader(HANDLER_HEADER, run.header);
	}),
);

/** Returns the request to which the running code of the configuration responds. */
export const handledRequest = (): MockRequest | undefined =>
	runs.getStore()?.request;

/** Runs a handler. The requests that it sends with `fetch` name the request that it responds to. */
export async function runHandler<Result>(
	request: MockRequest,
	handle: () => Promise<Result>,
): Promise<Result> {
	addHeaders();
	const [header, forget] = rememberHandled(request);
	const run: Run = { request, header, isDone: false };
	try {
		return await runs.run(run, handle);
	} finally {
		run.isDone = true;
		forget();
	}
}

const USE_BYPASS =
	"In a handler that fetches what it handles, use fetch(bypass(request)) for the response of the mock, or the URL of another service.";

/** Returns the response to a request of a handler that may never end; undefined for other requests. */
export function rejectLoop(
	request: MockRequest,
	onError: (error: unknown) => void,
): MockResponse | undefined {
	const depth = readDepth(request);
	if (!(depth >= MAX_DEPTH)) return undefined;
	const { method, target } = request;
	const [path] = target.split("?");
	const reason = `${depth} handlers wait for ${method} ${path}, each for a request of the one before, which would never end. ${USE_BYPASS}`;
	onError(reason);
	return renderOwn(createProblem("handlerLoop", { reason }), method);
}
