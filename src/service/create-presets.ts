import {
	createFixtures,
	type FixtureOverrides,
} from "../../fixtures/create-fixtures.ts";
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
import { withTimeLimit } from "../values/with-time-limit.ts";
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
