import { createBeyond } from "./beyond.ts";
import { createEngine, type Engine, type MockOptions } from "./engine.ts";
import {
	createOverrideRecorder,
	type RecordResponse,
} from "./override-recorder.ts";
import { fromFetchRequest, type MockRequest } from "./request/request.ts";
import { createRespond, type Respond } from "./respond.ts";
import { type MockResponse, toFetchResponse } from "./response/response.ts";
import type { Address } from "./routing/address.ts";
import type { NearMiss } from "./routing/near-miss.ts";
import { createRouter, type Match } from "./routing/router.ts";
import type { Service } from "./service.ts";

/** One thing that the mock answers: an operation, or what lies beside or beyond the operations. */
export interface Responder {
	/** What it answers, in words. */
	readonly header: string;
	matches(request: Request): boolean;
	respond(request: Request): Promise<Response>;
	/** Whether it answers what no operation matches. */
	readonly isUnmatched: boolean;
	/** Whether it is the one that refuses what no other matches; false when absent. */
	readonly answersUnknownPaths?: boolean;
}

/** The mock before any transport is put around it; it loads neither MSW nor anything of Node, nor what controls it. */
export interface BareCore {
	readonly engine: Engine;
	/** One an operation, one a known path for undefined methods and, where a base URL was given, one for unknown paths below it. */
	readonly responders: readonly Responder[];
	/** The same, called directly. Unknown paths, and requests to elsewhere, are answered with 404. */
	readonly fetch: (request: Request) => Promise<Response>;
	/** The same for a transport that has no use for objects of the Fetch standard. */
	readonly handle: (incoming: MockRequest) => Promise<MockResponse>;
	/** Where a request goes, and the session that its path names. */
	addressOf(request: Request): Address;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
	/** The same for a request that nobody will answer, which the journal then has. */
	recordUnmatched(request: Request): NearMiss[];
	/**
	 * Writes into the journal what somebody else answers in place of the mock; reads the request's body to its end.
	 * @returns undefined where the mock has to refuse the request itself
	 */
	recordOverride(request: Request): RecordResponse | undefined;
	/** Ends every wait at once: delays, drips and timeouts. */
	cancelWaits(): void;
	/** Ends every wait, and forgets all state. */
	close(): Promise<void>;
	/** Lets answers wait again once it was closed. */
	reopen(): void;
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset or scenario, a number that cannot be used, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createBareCore(
	service: Service,
	options: MockOptions = {},
): BareCore {
	const engine = createEngine(service, options);
	const specs = service.operations.map(({ spec }) => spec);
	const router = createRouter(specs, options);
	const { match: find, readAddress, paths } = router;
	const beyond = createBeyond(engine, router, options.baseUrl);
	const { respondUnknown, respondUndefined } = beyond;

	const responder = (
		header: string,
		respond: Respond,
		leadsHere: (route: Match) => boolean,
		isBeyond: boolean,
	): Responder => ({
		header,
		isUnmatched: isBeyond,
		matches(request) {
			const incoming = fromFetchRequest(request);
			const route = find(incoming.method, readAddress(incoming));
			return route !== undefined && leadsHere(route);
		},
		async respond(request) {
			const incoming = fromFetchRequest(request);
			return toFetchResponse(await respond(incoming, readAddress(incoming)));
		},
	});
	const byOperation = new Map(
		service.operations.map((definition) => [
			definition.spec.id,
			createRespond(engine, definition),
		]),
	);
	const operations = specs.map(({ id, method, path }) =>
		responder(
			`${method} ${path}`,
			byOperation.get(id) ?? respondUnknown,
			(route) => "operation" in route && route.operation === id,
			false,
		),
	);
	const undefinedMethods = paths.map((path) =>
		responder(
			`any other method ${path}`,
			respondUndefined,
			(route) => "allow" in route && route.path === path,
			true,
		),
	);
	const unknownPaths =
		options.baseUrl === undefined
			? []
			: [
					{
						...responder(
							`any other path of ${options.baseUrl}`,
							respondUnknown,
							() => true,
							true,
						),
						answersUnknownPaths: true,
					},
				];

	const respondTo = (method: string, address: Address): Respond => {
		const route = find(method, address);
		if (route && "operation" in route)
			return byOperation.get(route.operation) ?? respondUnknown;
		return route && "allow" in route ? respondUndefined : respondUnknown;
	};
	const answer = (incoming: MockRequest): Promise<MockResponse> => {
		const address = readAddress(incoming);
		return respondTo(incoming.method, address)(incoming, address);
	};
	const witness = createOverrideRecorder(
		engine,
		readAddress,
		service.limits.maxBytes,
	);
	return {
		engine,
		responders: [...operations, ...undefinedMethods, ...unknownPaths],
		handle: answer,
		fetch: async (request) =>
			toFetchResponse(await answer(fromFetchRequest(request))),
		addressOf: (request) => readAddress(fromFetchRequest(request)),
		nearest: (request) => beyond.nearest(fromFetchRequest(request)),
		recordUnmatched: (request) => beyond.miss(fromFetchRequest(request)),
		recordOverride: (request) => witness(fromFetchRequest(request)),
		cancelWaits: () => engine.ending.abort(),
		async close() {
			engine.ending.abort();
			engine.sessions.close();
			await engine.store.close();
		},
		reopen() {
			if (engine.ending.signal.aborted) engine.ending = new AbortController();
		},
	};
}
