import type { Dataset, Origin } from "../../store/store.ts";
import type { Datasets } from "../service.ts";

/** How many built datasets are kept for sessions to share. */
const MAX_LOADED = 16;

/**
 * Returns a function that builds each dataset once for all sessions that start from it.
 * @param datasets called each time, since a configuration may be reloaded
 * @param now the time at which datasets end, in milliseconds since the epoch
 */
export function createDatasetLoader(
	datasets: () => Datasets,
	now: number,
): (origin: Origin) => Promise<Dataset> {
	const loaded = new Map<
		string,
		{ from: unknown; dataset: Promise<Dataset> }
	>();
	return ({ dataset: name, seed }) => {
		const key = `${name} ${seed}`;
		const make = Object.hasOwn(datasets(), name) ? datasets()[name] : undefined;
		if (!make)
			throw new RangeError(
				`Dataset "${name}" was removed from the configuration. Add it again, or reset to one of ${Object.keys(datasets()).join(", ")}.`,
			);
		const known = loaded.get(key);
		if (known?.from === make) return known.dataset;
		const dataset = make({ seed, now });
		// A dataset that failed to build is built again the next time.
		dataset.catch(() => loaded.delete(key));
		loaded.set(key, { from: make, dataset });
		const [oldest] = loaded.keys();
		if (loaded.size > MAX_LOADED && oldest !== undefined) loaded.delete(oldest);
		return dataset;
	};
}
