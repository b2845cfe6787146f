import type { Address } from "./address.ts";
import { createBeyond } from "./beyond.ts";
import { type Control, createControl } from "./control.ts";
import {
	checkRepertoire,
	createEngine,
	type MockOptions,
	type Repertoire,
} from "./engine.ts";
import type { NearMiss } from "./near-miss.ts";
import { createRespond, type Respond } from "./respond.ts";
import { createRouter, type Route } from "./router.ts";
import type { Service } from "./service.ts";

/** One thing that the mock answers: an operation, or what lies beside or beyond the operations. */
export interface Responder {
	/** What it answers, in words. */
	readonly header: string;
	matches(request: Request): boolean;
	readonly respond: Respond;
	/** Whether it is the one that refuses what no other matches; false when absent. */
	readonly answersUnknownPaths?: boolean;
}

/** The mock before any transport is put around it; it loads neither MSW nor anything of Node. */
export interface Core {
	/** One an operation, one a known path for undefined methods and, where a base URL was given, one for unknown paths below it. */
	readonly responders: readonly Responder[];
	/** The same, called directly. Unknown paths, and requests to elsewhere, are answered with 404. */
	readonly fetch: (request: Request) => Promise<Response>;
	/** The journal, scenarios, faults, state and sessions. */
	readonly control: Control;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
	/** The same for a request that nobody will answer, which the journal then has. */
	miss(request: Request): NearMiss[];
	/**
	 * Takes other datasets and scenarios; state, and what is in force, stay.
	 * @throws RangeError for a scenario that cannot be
	 */
	restock(repertoire: Repertoire): void;
	/** Ends every wait at once: delays, drips and timeouts. */
	hurry(): void;
	close(): Promise<void>;
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset or scenario, a number that cannot be used, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createCore(service: Service, options: MockOptions = {}): Core {
	const engine = createEngine(service, options);
	const specs = service.operations.map(({ spec }) => spec);
	const router = createRouter(specs, options);
	const { find, readAddress, paths } = router;
	const { nearest, miss, respondUnknown, respondUndefined } = createBeyond(
		engine,
		router,
		options.baseUrl,
	);

	const routeOf = ({ method, url }: Request): Route | undefined =>
		find(method, readAddress(url));
	const operations = service.operations.map((definition) => {
		const { id, method, path } = definition.spec;
		return {
			header: `${method} ${path}`,
			matches(request: Request) {
				const route = routeOf(request);
				return (
					route !== undefined && "operation" in route && route.operation === id
				);
			},
			respond: createRespond(engine, definition, readAddress),
		};
	});
	const undefinedMethods = paths.map((path) => ({
		header: `any other method ${path}`,
		matches(request: Request) {
			const route = routeOf(request);
			return route !== undefined && "allow" in route && route.path === path;
		},
		respond: respondUndefined,
	}));
	const unknownPaths =
		options.baseUrl === undefined
			? []
			: [
					{
						header: `any other path of ${options.baseUrl}`,
						matches: (request: Request) => routeOf(request) !== undefined,
						respond: respondUnknown,
						answersUnknownPaths: true,
					},
				];

	const byOperation = new Map(
		specs.map(({ id }, index) => [
			id,
			operations[index]?.respond ?? respondUnknown,
		]),
	);
	const respondTo = (method: string, address: Address): Respond => {
		const route = find(method, address);
		if (route && "operation" in route)
			return byOperation.get(route.operation) ?? respondUnknown;
		return route && "allow" in route ? respondUndefined : respondUnknown;
	};
	return {
		responders: [...operations, ...undefinedMethods, ...unknownPaths],
		async fetch(request) {
			const address = readAddress(request.url);
			return respondTo(request.method, address)(request, address);
		},
		control: createControl(engine),
		nearest,
		miss,
		restock({ datasets, scenarios }) {
			checkRepertoire(service, { datasets, scenarios });
			Object.assign(engine.repertoire, { datasets, scenarios });
		},
		hurry: () => engine.ending.abort(),
		async close() {
			engine.ending.abort();
			engine.sessions.close();
			await engine.store.close();
		},
	};
}
