import type { FixtureOverrides } from "../../fixtures/build-records.ts";
import type { createFixtures } from "../../fixtures/create-fixtures.ts";
import { createDatasets } from "../../fixtures/datasets.ts";
import type { Datasets, Presets, Service } from "../engine/model/service.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import {
	InvalidRecordsError,
	requireRecords,
} from "../engine/presets/datasets.ts";
import { validatePresets } from "../engine/reload-presets.ts";
import { errorMessage } from "../values/errors.ts";
import { mapValues, type Optional } from "../values/json.ts";
import { loadOnce } from "../values/load-once.ts";
import type { Config } from "./config.ts";
import { type Followed, serviceOf } from "./shipped-service.ts";

/** Loads the builders. They need faker, which is slow to load. */
export type LoadFixtures = () => Promise<{
	readonly createFixtures: typeof createFixtures;
}>;

/** The age of a dataset's newest record, so that its records are older than records of clients. */
const DAY_MS = 86_400_000;

/** @throws Error that says which fixture is invalid */
export async function checkFixtures(
	service: Service,
	fixtures: FixtureOverrides,
	loadFixtures: LoadFixtures,
): Promise<void> {
	const { createFixtures } = await loadFixtures();
	const make = createFixtures({}, fixtures);
	for (const kind of ["zap", "command", "pipeline"] as const) {
		if (fixtures[kind] === undefined) continue;
		try {
			// Two records, to find an id that is equal for all records.
			const made = { [`${kind}s`]: [make[kind](), make[kind]()] };
			const what = "Two records made with it are invalid";
			await requireRecords(service, what, made);
		} catch (error) {
			throw new Error(`Invalid fixtures.${kind}. ${errorMessage(error)}`, {
				cause: error,
			});
		}
	}
}

/** The data and the behavior of a mock, in the form that users write. */
type Configured<Types extends ServiceTypes> = Optional<
	Pick<Config<Types>, "datasets" | "scenarios" | "fixtures">
>;

/**
 * Returns the datasets and scenarios of the service and of a configuration. The records of a dataset and the fixtures
 * are checked when a session first needs them.
 * @throws RangeError that says which scenario is invalid
 * @throws TypeError for fixtures if the document is not that of the package
 */
export function composePresets<Types extends ServiceTypes>(
	{ datasets = {}, scenarios, fixtures = {} }: Configured<Types>,
	{
		presets,
		...followed
	}: Followed & { readonly presets?: Presets | undefined },
	loadFixtures: LoadFixtures,
): Presets {
	const service = serviceOf(followed);
	const hasFixtures = Object.keys(fixtures).length > 0;
	if (followed.document && hasFixtures)
		throw new TypeError(
			"Fixtures are for the document of the package. Remove fixtures, or write a dataset with the records.",
		);
	const check = loadOnce(() => checkFixtures(service, fixtures, loadFixtures));
	const known = presets ?? service;
	const given: Datasets = hasFixtures ? createDatasets(fixtures) : {};
	const checked: Datasets = mapValues(given, (make) => async (context) => {
		await check();
		return make(context);
	});
	const configured: Datasets = mapValues(
		datasets,
		(dataset, name) =>
			async ({ seed, now }) => {
				const { createFixtures } = await loadFixtures();
				const clock = new Date(now - DAY_MS).toISOString();
				const what = `Invalid dataset "${name}"`;
				try {
					const state =
						typeof dataset === "function"
							? await dataset(createFixtures({ seed, clock }, fixtures))
							: dataset;
					return await requireRecords(service, what, state);
				} catch (error) {
					if (error instanceof InvalidRecordsError) throw error;
					const named = `${what}: ${errorMessage(error)}`;
					// The stack names the place in the configuration.
					const { stack } = Object(error);
					throw Object.assign(new InvalidRecordsError(named), { stack });
				}
			},
	);
	const composed = {
		datasets: { ...known.datasets, ...checked, ...configured },
		scenarios: { ...known.scenarios, ...scenarios },
	};
	validatePresets(service, composed);
	return composed;
}
