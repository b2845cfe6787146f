import { createFixtures } from "../../fixtures/create-fixtures.ts";
import type { Presets } from "../engine/model/service.ts";
import { mapValues } from "../values/json.ts";
import { withTimeLimit } from "../values/with-time-limit.ts";
import { checkFixtures, composePresets } from "./compose-presets.ts";
import type { Config } from "./config.ts";
import { type Followed, serviceOf } from "./shipped-service.ts";

/** Returns the presets with datasets that fail by their name if they are not made in time. */
const limitTime = (presets: Presets, timeoutMs: number): Presets => ({
	...presets,
	datasets: mapValues(
		presets.datasets,
		(make, name) => (context) =>
			withTimeLimit(
				make(context),
				timeoutMs,
				() =>
					new Error(
						`The dataset "${name}" was not made after ${timeoutMs} ms. Look for a promise that never resolves in it, or pass a longer --config-timeout to serve.`,
					),
			),
	),
});

/**
 * Returns the datasets and scenarios of the service and of a configuration. Checks everything first.
 * @param document the document of the configuration; defaults to the document of the package
 * @param timeoutMs how long making a dataset may take; defaults to no limit
 * @throws Error that says which dataset, scenario or fixture is invalid
 */
export async function createPresets(
	config: Config,
	document?: Followed["document"],
	timeoutMs?: number,
): Promise<Presets> {
	const followed = { document, handlers: config.handlers };
	const load = async () => ({ createFixtures });
	const presets = composePresets(config, followed, load);
	const { datasets = {}, fixtures = {} } = config;
	await checkFixtures(serviceOf(followed), fixtures, load);
	for (const name of Object.keys(datasets))
		await presets.datasets[name]?.({ seed: 1, now: Date.now() });
	return timeoutMs === undefined ? presets : limitTime(presets, timeoutMs);
}
