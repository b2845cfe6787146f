import { type Clock, type ClockOption, createClock } from "../state/clock.ts";
import { createMemoryStore } from "../state/memory-store.ts";
import type { Store } from "../state/store.ts";
import type { ResponseConstructor } from "./render.ts";
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

/** What every exchange of one mock shares. */
export interface Engine {
	readonly service: Service;
	readonly store: Store;
	readonly clock: Clock;
	readonly Response: ResponseConstructor;
	/** Told of what the mock itself did wrong. */
	readonly onError: (error: unknown) => void;
}

const SET_CLOCK = "2026-01-01T00:00:00.000Z";

/**
 * @throws RangeError for an unknown dataset, a seed that is no whole number, or a clock that is no time
 */
export function createEngine(service: Service, options: MockOptions): Engine {
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
