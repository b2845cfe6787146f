import { Waits } from "../faults/damage-body.ts";
import { createContext, type EngineContext } from "./context.ts";
import { runExchange } from "./exchange.ts";
import type { MockOptions } from "./mock-options.ts";
import type { Service } from "./model/service.ts";
import { writeJournal } from "./record-exchange.ts";
import { fromFetchRequest, type MockRequest } from "./request/request.ts";
import {
	EMPTY,
	type MockResponse,
	renderOwn,
	toFetchResponse,
} from "./response/response.ts";
import {
	createUnmatchedReply,
	findNearMisses,
	type NearMiss,
} from "./routing/near-miss.ts";
import type { Match, Router } from "./routing/router.ts";
import { resolveSession } from "./sessions/access.ts";
import type { SessionFile } from "./sessions/session.ts";
import { DEFAULT_SESSION } from "./sessions/session-name.ts";
import type { SharedMock } from "./shared-mock.ts";

/**
 * The requests that one handler of the mock responds to: an operation, the other methods of a path, or the other
 * paths of a base URL.
 */
export interface Responder {
	/** The description in the list of handlers. */
	readonly header: string;
	/** Whether it rejects the requests that no other handler matches. */
	readonly answersUnknownPaths: boolean;
	handles(match: Match): boolean;
}

/** The mock of a service, independent of a transport. It needs neither MSW nor Node. */
export interface Engine {
	readonly context: EngineContext;
	readonly responders: readonly Responder[];
	/** Responds to a Fetch request. Unknown paths and other origins get 404. */
	readonly fetch: (request: Request) => Promise<Response>;
	/** Responds to a request from a transport without Fetch objects. */
	readonly handle: (request: MockRequest) => Promise<MockResponse>;
	/** Responds to a method that the path does not define, with 404 or 405. Creates no session. */
	readonly rejectMethod: (
		request: Pick<MockRequest, "method" | "origin" | "target">,
	) => MockResponse;
	/** Returns the route of a request. Each request is looked up once. */
	match(request: Request): Match;
	/** Whether a handler of the mock matches the request. */
	intercepts(request: Request): boolean;
	/** Returns the operations nearest to a request, nearest first, and why each does not match. */
	nearest(request: Request): readonly NearMiss[];
	/** Records a request that gets no response, and returns the operations nearest to it. */
	recordUnmatched(request: Request): readonly NearMiss[];
	/** Builds the dataset of the default session, so that the first request does not wait for it. Ignores failures. */
	readonly preload: () => Promise<void>;
	/** The options with which the mock was created. */
	readonly options: MockOptions;
	/** Uses another context for later requests. `followService` creates it for another service. */
	replaceContext(next: EngineContext): void;
	/** Ends every wait at once: delays, drips and timeouts. */
	cancelWaits(): void;
	/** Ends every wait, and deletes all state. */
	close(): Promise<void>;
	/** Makes a closed mock usable again. */
	reopen(): void;
}

function createResponders(router: Router): readonly Responder[] {
	const { operations, templates, baseUrl } = router;
	const responders: Responder[] = [];
	const add = (
		header: string,
		handles: Responder["handles"],
		answersUnknownPaths = false,
	): unknown => responders.push({ header, answersUnknownPaths, handles });
	for (const { spec } of operations)
		add(
			`${spec.method} ${spec.path}`,
			({ route }) => route.operation?.spec.id === spec.id,
		);
	for (const path of templates)
		add(
			`any other method ${path}`,
			({ route }) => route.kind === "undefined-method" && route.path === path,
		);
	// Without a base URL, a request to an unknown path may be for another service.
	if (baseUrl !== undefined)
		add(
			`any other path of ${baseUrl}`,
			({ route }) => route.kind !== "outside-base-url",
			true,
		);
	return responders;
}

/**
 * Creates the mock of a service.
 * @param file keeps the sessions. The mock continues the sessions in it.
 * @param shared shares the sessions with other mocks
 * @throws RangeError for an unknown dataset or scenario, an invalid number, or an invalid clock
 * @throws TypeError for an invalid base URL or base path
 */
export function createEngine(
	service: Service,
	options: MockOptions = {},
	file?: SessionFile,
	shared?: SharedMock,
): Engine {
	let context = createContext(service, options, file, shared);

	/** Cached, because MSW asks each handler in turn about the same request. */
	const matches = new WeakMap<Request, Match>();
	function match(request: Request): Match {
		const found =
			matches.get(request) ?? context.router.match(fromFetchRequest(request));
		matches.set(request, found);
		return found;
	}

	/** Only a shared store can fail outside of what an exchange records. */
	const run = (request: MockRequest, found: Match): Promise<MockResponse> => {
		const exchange = () => runExchange(context, request, found);
		return context.shared?.respond(request, found, exchange) ?? exchange();
	};

	const responders = createResponders(context.router);
	return {
		get context() {
			return context;
		},
		responders,
		handle: (request) => run(request, context.router.match(request)),
		fetch: async (request) =>
			toFetchResponse(await run(fromFetchRequest(request), match(request))),
		rejectMethod(request) {
			const { router } = context;
			const reply = createUnmatchedReply(
				router,
				request,
				router.match(request),
			);
			return renderOwn(reply, request.method);
		},
		match,
		intercepts(request) {
			const found = match(request);
			return responders.some(({ handles }) => handles(found));
		},
		nearest: (request) =>
			findNearMisses(context.router, request.method, match(request)),
		recordUnmatched(sent) {
			const request = fromFetchRequest(sent);
			const found = match(sent);
			const now = performance.now();
			const { session } = resolveSession(context, request, found, now);
			writeJournal(
				{ context, request, match: found, session, body: undefined },
				{ response: EMPTY, durationMs: 0 },
			);
			return findNearMisses(context.router, sent.method, found);
		},
		preload: async () => {
			// The first request that needs the dataset reports why it cannot be built.
			await context.store
				.origin(DEFAULT_SESSION)
				.then(context.loadDataset)
				.catch(() => {});
		},
		options,
		replaceContext(next) {
			context = next;
		},
		cancelWaits: () => context.waits.cancel(),
		async close() {
			context.waits.cancel();
			context.sessions.close();
			await context.forwarding.close();
			await context.store.close();
		},
		reopen() {
			if (context.waits.isCancelled) context.waits = new Waits();
		},
	};
}
