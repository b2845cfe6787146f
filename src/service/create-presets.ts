import type { FixtureOverrides } from "../../fixtures/build-records.ts";
import { createFixtures } from "../../fixtures/create-fixtures.ts";
import { createDatasets } from "../../fixtures/datasets.ts";
import type { Presets, Service } from "../engine/model/service.ts";
import { requireRecords } from "../engine/presets/datasets.ts";
import { validatePresets } from "../engine/reload-presets.ts";
import type { DatasetContext } from "../store/store.ts";
import { errorMessage } from "../values/errors.ts";
import type { Config } from "./config.ts";
import { service as shipped } from "./shipped-service.ts";

/** Makes the records of a dataset older than those that clients create. */
const DAY_MS = 86_400_000;

async function checkFixtures(
	service: Service,
	fixtures: FixtureOverrides,
): Promise<void> {
	if (service !== shipped && Object.keys(fixtures).length > 0)
		throw new Error(
			"Fixtures are for the document of the package. Remove fixtures, or write a dataset with the records.",
		);

	const make = createFixtures({}, fixtures);
	for (const [kind, collection] of [
		["zap", "zaps"],
		["command", "commands"],
		["pipeline", "pipelines"],
	] as const) {
		if (fixtures[kind] === undefined) continue;
		try {
			// Two records, to find an id that is the same for all.
			const made = { [collection]: [make[kind](), make[kind]()] };
			await requireRecords(
				service,
				"Two records made with it are invalid",
				made,
			);
		} catch (error) {
			throw new Error(`Invalid fixtures.${kind}. ${errorMessage(error)}`, {
				cause: error,
			});
		}
	}
}

/**
 * Returns the datasets and scenarios of the service together with those of a configuration.
 * @param service that of the configured document; defaults to that of the package
 * @throws Error that says which dataset, scenario or fixture is invalid
 */
export async function createPresets(
	{ datasets = {}, scenarios, fixtures = {} }: Config,
	service: Service = shipped,
): Promise<Presets> {
	const configured: Presets["datasets"] = Object.fromEntries(
		Object.entries(datasets).map(([name, dataset]) => [
			name,
			async ({ seed, now }: DatasetContext) => {
				const clock = new Date(now - DAY_MS).toISOString();
				const state =
					typeof dataset === "function"
						? await dataset(createFixtures({ seed, clock }, fixtures))
						: dataset;
				return requireRecords(service, `Invalid dataset "${name}"`, state);
			},
		]),
	);
	const presets: Presets = {
		datasets: {
			...(service === shipped ? createDatasets(fixtures) : service.datasets),
			...configured,
		},
		scenarios: { ...service.scenarios, ...scenarios },
	};
	validatePresets(service, presets);
	await checkFixtures(service, fixtures);
	// Make each dataset now, so that an invalid one is reported at once and not at the first request.
	for (const make of Object.values(configured))
		await make({ seed: 1, now: Date.now() });
	return presets;
}
