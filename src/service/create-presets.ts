import { createFixtures } from "../../fixtures/create-fixtures.ts";
import type { Presets } from "../engine/model/service.ts";
import { checkFixtures, composePresets } from "./compose-presets.ts";
import type { Config } from "./config.ts";
import { type Followed, serviceOf } from "./shipped-service.ts";

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
	const presets = composePresets(config, followed, load, timeoutMs);
	const { datasets = {}, fixtures = {} } = config;
	await checkFixtures(serviceOf(followed), fixtures, load);
	for (const name of Object.keys(datasets))
		await presets.datasets[name]?.({ seed: 1, now: Date.now() });
	return presets;
}
