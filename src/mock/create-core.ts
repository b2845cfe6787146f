import { createBeyond } from "./beyond.ts";
import { createEngine, type MockOptions } from "./engine.ts";
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
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
	close(): Promise<void>;
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset, a seed that is no whole number, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createCore(service: Service, options: MockOptions = {}): Core {
	const engine = createEngine(service, options);
	const specs = service.operations.map(({ spec }) => spec);
	const router = createRouter(specs, options);
	const { find, paths } = router;

	const { nearest, respondUnknown, respondUndefined } = createBeyond(
		engine,
		router,
		options.baseUrl,
	);

	const operations = service.operations.map((definition) => {
		const { id, method, path } = definition.spec;
		const isOurs = (route: Route | undefined): boolean =>
			route !== undefined && "operation" in route && route.operation === id;
		return {
			header: `${method} ${path}`,
			matches: (request: Request) => isOurs(find(request)),
			respond: createRespond(engine, definition),
		};
	});
	const undefinedMethods = paths.map((path) => ({
		header: `any other method ${path}`,
		matches(request: Request) {
			const route = find(request);
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
						matches: (request: Request) => find(request) !== undefined,
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
	return {
		responders: [...operations, ...undefinedMethods, ...unknownPaths],
		async fetch(request) {
			const route = find(request);
			if (route && "operation" in route)
				return (byOperation.get(route.operation) ?? respondUnknown)(request);
			return route && "allow" in route
				? respondUndefined(request)
				: respondUnknown(request);
		},
		nearest,
		close: () => engine.store.close(),
	};
}
