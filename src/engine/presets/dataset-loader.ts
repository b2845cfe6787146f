import type { Clock } from "../../store/clock.ts";
import type { Dataset, Origin } from "../../store/store.ts";
import type { Datasets, Presets } from "../model/service.ts";

/** By the function that makes the dataset, then by seed and time. A reloaded configuration has other functions. */
type LoadedDatasets = WeakMap<Datasets[string], Map<string, Promise<Dataset>>>;

/** How many seeds and times of one dataset are kept. */
const MAX_LOADED = 8;

/** Shared by all mocks of this process that start at a fixed time: tests often create many. Records never change. */
const sharedDatasets: LoadedDatasets = new WeakMap();

/**
 * Returns a function that builds each dataset once for all sessions that start from it.
 * @param presets their datasets change if a configuration is reloaded
 * @param initial the time at which datasets end, unless the origin or the test has another one
 */
export function createDatasetLoader(
	presets: Pick<Presets, "datasets">,
	{ start, now, followsTest }: Clock,
	initial: number,
): (origin: Origin) => Promise<Dataset> {
	// In real time, no other mock ends at the same time.
	const loaded: LoadedDatasets =
		start === undefined ? new WeakMap() : sharedDatasets;
	return ({ dataset: name, seed, clock }) => {
		const end = clock?.end ?? (followsTest ? now() : initial);
		const { datasets } = presets;
		const make = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
		if (!make)
			throw new RangeError(
				`Dataset "${name}" was removed from the configuration. Add it again, or reset to one of ${Object.keys(datasets).join(", ")}.`,
			);
		const bySeed = loaded.get(make) ?? new Map<string, Promise<Dataset>>();
		loaded.set(make, bySeed);
		const key = `${seed} ${end}`;
		const known = bySeed.get(key);
		const dataset = known ?? make({ seed, now: end });
		// A dataset that failed to build is built again the next time.
		if (!known) dataset.catch(() => bySeed.delete(key));
		// The last one used is the last one to be dropped.
		bySeed.delete(key);
		bySeed.set(key, dataset);
		const [oldest] = bySeed.keys();
		if (bySeed.size > MAX_LOADED && oldest !== undefined) bySeed.delete(oldest);
		return dataset;
	};
}
