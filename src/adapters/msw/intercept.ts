import { AsyncLocalStorage } from "node:async_hooks";
import type { HttpHandler } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { findSender, rememberSender } from "./find-sender.ts";
import {
	type AnyHandler,
	completePath,
	createMswHandler,
} from "./msw-handler.ts";
import {
	type ActiveMock,
	createRejection,
	createUnhandledOptions,
	type FindActive,
	type Reporting,
	reportUnhandled,
} from "./unhandled-options.ts";

const reporting: Reporting = {
	warn: (message) => process.emitWarning(message, "UnhandledRequest"),
	findSender,
};

/** The URLs of test requests of `requireInterception` that no mock has received. */
const probes = new Set<string>();

const respondToProbe = async (): Promise<Response> =>
	new Response(null, { status: 204 });

/** Whether a request has proved the interception since the last `expectRequests`. */
let hasReceived = false;

/** Lets `requireInterception` count only later requests as a proof. */
export function expectRequests(): void {
	hasReceived = false;
}

async function respond(
	active: ActiveMock,
	request: Request,
): Promise<Response> {
	const response = await active.mock.fetch(request);
	// The error is only for the report: the code under test gets the response, such as 404.
	if (active.mock.match(request).route.kind !== "operation")
		reportUnhandled(active, request, reporting, response.status);
	return response;
}

/**
 * Creates one handler for all operations of the active mock, because MSW asks its handlers one by one, which takes
 * time.
 */
const createDispatcher = (findActive: FindActive): HttpHandler =>
	createMswHandler("any operation", (request) => {
		hasReceived = true;
		if (probes.delete(request.url)) return respondToProbe;
		const active = findActive(request);
		if (!active || "refused" in active) return undefined;
		const isIntercepted = active.mock.intercepts(request);
		return isIntercepted ? () => respond(active, request) : undefined;
	});

export interface Interception {
	/**
	 * Starts to intercept the requests of this process.
	 * @throws Error if another mock of this process is listening, because MSW intercepts for only one at a time
	 */
	listen(): this;
	/**
	 * Adds MSW handlers that are tried before the mock's own, the latest first, until `resetHandlers`. A relative path
	 * matches at each origin.
	 */
	use(...handlers: AnyHandler[]): void;
	resetHandlers(): void;
	/**
	 * Stops interception, and deletes all state. `listen` may be called again.
	 * @throws UnhandledRequestError if requests outside of any run matched no operation and `onUnhandled` is `error`
	 */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
	/** MSW's own server. */
	readonly server: SetupServer;
}

/** The listening mock. A second mock would take its requests, and end its interception by closing. */
let listening:
	| {
			readonly server: SetupServer;
			canBeReplaced(): boolean;
			/** The `fetch` that MSW has installed. */
			readonly fetch: typeof fetch;
			/** The handler of the mock. */
			readonly own: AnyHandler;
	  }
	| undefined;

const original = globalThis.fetch;
const isDelegating = new AsyncLocalStorage<true>();
let refuse: (request: Pick<Request, "url">) => string | undefined = () =>
	undefined;

/** Calls the `fetch` of the listening mock. Another MSW server may have saved this function as its original. */
const delegate: typeof fetch = async (...args) => {
	if (listening && !isDelegating.getStore())
		return isDelegating.run(true, listening.fetch, ...args);
	const [input, init] = args;
	const sent = input instanceof Request ? input : undefined;
	const url = sent?.url ?? String(input);
	const reason = URL.canParse(url) ? refuse({ url }) : undefined;
	if (reason === undefined) return original(...args);
	const method = init?.method ?? sent?.method ?? "GET";
	throw createRejection({ method, url }, reason, findSender());
};

/**
 * Installs a `fetch` that uses the mock while it is listening. Clients may save the current `fetch` when they load. A
 * mock that always listened would disturb files with their own MSW server.
 * @param refuseOutside returns why a request must be rejected while no mock is listening
 */
export function installFetch(refuseOutside: typeof refuse): void {
	refuse = refuseOutside;
	if (globalThis.fetch === original) globalThis.fetch = delegate;
}

const NOT_LISTENING = "This mock is not listening. Call mock.listen() first";

/** Mocks that are or were listening. */
const listened = new WeakSet<SetupServer>();

/**
 * Returns the server of a mock that is listening.
 * @throws Error if the mock is not listening
 */
export function requireListening(server: SetupServer): SetupServer {
	if (listening?.server !== server)
		throw new Error(
			`${NOT_LISTENING}, and mock.close() only after the last run.`,
		);
	return server;
}

/** Returns why a mock cannot have received requests; undefined if it was ever listening. */
export const explainSilence = (server: SetupServer): string | undefined =>
	listened.has(server) ? undefined : `${NOT_LISTENING}.`;

/**
 * Unless a request has proved the interception, sends one that MSW passes to its handlers and event listeners. So it
 * must not be called for servers with handlers of users.
 * @throws Error if another MSW server of this process receives the requests, or has ended the interception by closing
 */
export async function requireInterception(): Promise<void> {
	if (hasReceived && globalThis.fetch === listening?.fetch) return;
	// Without interception, connecting to the broadcast address fails at once, and nothing is sent. MSW 3 intercepts
	// sockets, so it would not see a URL without a host.
	const url = `http://255.255.255.255/understudy-probe-${crypto.randomUUID()}`;
	probes.add(url);
	await listening?.fetch(url).catch(() => {});
	if (probes.delete(url))
		throw new Error(
			"This mock is not listening: another MSW server of this process has taken over, or has ended the interception by closing. Do not call its listen() in files that use this mock: pass its handlers to mock.use(…).",
		);
}

/** Returns the handlers from `use` that have responded, such as "GET http://a.test/". */
export const listUsedHandlers = (): string[] =>
	(listening?.server.listHandlers() ?? []).flatMap((handler) =>
		handler !== listening?.own && "isUsed" in handler && handler.isUsed
			? handler.info.header
			: [],
	);

/**
 * Intercepts the requests of this process.
 * @param findActive called for each request; returns undefined to ignore it
 * @param onClose called after interception has stopped
 * @param canBeReplaced returns whether another mock may take over
 * @param onListen called before interception starts
 * @param configured handlers of the configuration, which are tried before the handlers of the mock
 */
export function intercept(
	findActive: FindActive,
	onClose: () => Promise<void>,
	canBeReplaced: () => boolean,
	onListen: () => void = () => {},
	configured: readonly AnyHandler[] = [],
): Interception {
	const own = createDispatcher(findActive);
	const server = setupServer(...configured.map(completePath), own);
	const close = async (): Promise<void> => {
		// MSW 3 throws if the server is not listening.
		if (listening?.server === server) {
			server.close();
			listening = undefined;
		}
		await onClose();
	};
	return {
		listen() {
			if (listening?.server === server) return this;
			if (listening && !listening.canBeReplaced())
				throw new Error(
					"Cannot listen: another mock of this process is listening, and MSW intercepts for one at a time. Close that one first.",
				);
			listening?.server.close();
			onListen();
			// MSW saves the current `fetch`, which must not lead back to MSW.
			if (globalThis.fetch === delegate) globalThis.fetch = original;
			server.listen(createUnhandledOptions(findActive, reporting));
			// Only MSW 3 has this property. Its `fetch` calls handlers from where no stack trace leads to the sender.
			if ("readyState" in server)
				globalThis.fetch = rememberSender(globalThis.fetch);
			listened.add(server);
			listening = { server, canBeReplaced, fetch: globalThis.fetch, own };
			return this;
		},
		use(...handlers) {
			server.use(...handlers.map(completePath));
		},
		resetHandlers: () => server.resetHandlers(),
		close,
		[Symbol.asyncDispose]: close,
		server,
	};
}
