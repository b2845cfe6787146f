import type { Clock } from "../../store/clock.ts";
import type { Dataset, Origin } from "../../store/store.ts";
import type { Datasets, Presets } from "../model/service.ts";

/** By the function that makes the dataset, then by seed and time. A reloaded configuration contains new functions. */
type LoadedDatasets = WeakMap<Datasets[string], Map<string, Promise<Dataset>>>;

/** How many versions of one dataset are cached, each with its own seed and time. */
const MAX_LOADED = 8;

/**
 * Shared by all mocks of this process with a fixed start time, because tests often create many mocks. Records never
 * change.
 */
const sharedDatasets: LoadedDatasets = new WeakMap();

/**
 * Returns a function that builds each dataset once for all sessions that start with it.
 * @param presets a reload of the configuration replaces its datasets
 * @param initial the end of each dataset, unless the origin or the test has another time
 */
export function createDatasetLoader(
	presets: Pick<Presets, "datasets">,
	{ start, now, followsTest }: Clock,
	initial: number,
): (origin: Origin) => Promise<Dataset> {
	// In real time, no other mock has the same end, so nothing can be shared.
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
		// If building fails, the next call builds the dataset again.
		if (!known) dataset.catch(() => bySeed.delete(key));
		// Moves the dataset to the end, because the first entry is dropped first.
		bySeed.delete(key);
		bySeed.set(key, dataset);
		const [oldest] = bySeed.keys();
		if (bySeed.size > MAX_LOADED && oldest !== undefined) bySeed.delete(oldest);
		return dataset;
	};
}
