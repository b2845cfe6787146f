import { type ClockOption, createClock } from "../state/clock.ts";
import { createMemoryStore } from "../state/memory-store.ts";
import { createMswHandler, type ExchangeHandler } from "./msw-handler.ts";
import { type NearMiss, nearMisses } from "./near-miss.ts";
import { problem } from "./problems.ts";
import { createRender, type ResponseConstructor } from "./render.ts";
import { createRespond, type Engine, type Respond } from "./respond.ts";
import { createRouter, type Route } from "./router.ts";
import type { Service } from "./service.ts";

export interface MockOptions {
	/** The name of the dataset to start from; `default` when absent. */
	readonly dataset?: string | undefined;
	/** A whole number from which data, ids and chance follow; 1 when absent. */
	readonly seed?: number | undefined;
	/** `system`, or the RFC 3339 time to start at, going on 1 ms with each accepted write; `2026-01-01T00:00:00.000Z` when absent. */
	readonly clock?: ClockOption | undefined;
	/** The only place to answer at, path included, like `http://localhost:3000/api`; without it any origin. */
	readonly baseUrl?: string | undefined;
	/** What the paths begin with, at any origin, like `/api`; not together with `baseUrl`. */
	readonly basePath?: string | undefined;
	/** The class of the responses; the platform's own when absent. */
	readonly Response?: ResponseConstructor | undefined;
	/** Told of what the mock itself did wrong, which is answered with 500; silent when absent. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Mock {
	/**
	 * For `setupServer`, `setupWorker`, Storybook: one handler an operation, one a known path for undefined methods and,
	 * where a base URL was given, one for unknown paths below it.
	 */
	readonly handlers: readonly ExchangeHandler[];
	/** The same, called directly. Unknown paths, and requests to elsewhere, are answered with 404. */
	readonly fetch: (request: Request) => Promise<Response>;
	/** The operations that a request came closest to, nearest first, and why each does not match. */
	nearest(request: Request): NearMiss[];
	close(): Promise<void>;
}

const SET_CLOCK = "2026-01-01T00:00:00.000Z";

function createEngine(service: Service, options: MockOptions): Engine {
	const {
		dataset = "default",
		seed = 1,
		clock: clockOption = SET_CLOCK,
	} = options;
	const load = Object.hasOwn(service.datasets, dataset)
		? service.datasets[dataset]
		: undefined;
	if (!load)
		throw new RangeError(
			`There is no dataset "${dataset}". Use one of ${Object.keys(service.datasets).join(", ")}.`,
		);
	if (!Number.isSafeInteger(seed))
		throw new RangeError(
			`The seed ${seed} cannot be used: it must be a whole number.`,
		);
	const clock = createClock(clockOption);
	const datasetEnd = clock.now();
	const store = createMemoryStore({
		load: () => load({ seed, now: datasetEnd }),
		facets: service.facets,
		seed,
		start: clock.start,
		now: clock.now,
		buckets: service.durationBuckets,
	});
	return {
		service,
		store,
		clock,
		Response: options.Response ?? Response,
		onError: options.onError ?? (() => {}),
	};
}

/**
 * Puts the service on stage.
 * @throws RangeError for an unknown dataset, a seed that is no whole number, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createMock(service: Service, options: MockOptions = {}): Mock {
	const engine = createEngine(service, options);
	const specs = service.operations.map(({ spec }) => spec);
	const { find, paths } = createRouter(specs, options);
	const { unknownPath, undefinedMethod } = service.beyond;

	const renderUnknown = createRender(
		engine.Response,
		{ [unknownPath.status]: unknownPath },
		[],
	);
	const pathOf = (request: Request): string => {
		const route = find(request);
		return route && "unknownPath" in route
			? route.unknownPath
			: new URL(request.url).pathname;
	};
	const nearest = (request: Request): NearMiss[] => {
		const misses = nearMisses(request.method, pathOf(request), specs);
		if (find(request)) return misses;
		const why = `the mock answers only below ${options.baseUrl}`;
		return misses.map(({ operation }) => ({ operation, why }));
	};
	const respondUnknown: Respond = async (request) => {
		const reply = problem(
			"unknownPath",
			unknownPath.status,
			unknownPath,
			{ path: pathOf(request) },
			{ nearest: nearest(request) },
		);
		return renderUnknown(reply, request.method);
	};

	const renderUndefined = createRender(
		engine.Response,
		{ [undefinedMethod.status]: undefinedMethod },
		[],
	);
	const respondUndefined: Respond = async (request) => {
		const route = find(request);
		if (!route || !("allow" in route)) return respondUnknown(request);
		const circumstances = { ...route, method: request.method };
		return renderUndefined(
			problem(
				"undefinedMethod",
				undefinedMethod.status,
				undefinedMethod,
				circumstances,
			),
			request.method,
			{ allow: route.allow },
		);
	};

	const operations = service.operations.map((definition) => {
		const { id, method, path } = definition.spec;
		const isOurs = (route: Route | undefined): boolean =>
			route !== undefined && "operation" in route && route.operation === id;
		return createMswHandler(
			`${method} ${path}`,
			(request) => isOurs(find(request)),
			createRespond(engine, definition),
		);
	});
	const undefinedMethods = paths.map((path) =>
		createMswHandler(
			`any other method ${path}`,
			(request) => {
				const route = find(request);
				return route !== undefined && "allow" in route && route.path === path;
			},
			respondUndefined,
		),
	);
	const unknownPaths =
		options.baseUrl === undefined
			? []
			: [
					createMswHandler(
						`any other path of ${options.baseUrl}`,
						(request) => find(request) !== undefined,
						respondUnknown,
					),
				];

	const byOperation = new Map(
		specs.map(({ id }, index) => [
			id,
			operations[index]?.respond ?? respondUnknown,
		]),
	);
	return {
		handlers: [...operations, ...undefinedMethods, ...unknownPaths],
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
