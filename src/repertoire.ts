import { createFixtures } from "../fixtures/create-fixtures.ts";
import { createDatasets } from "../fixtures/datasets.ts";
import { service } from "../handlers/index.ts";
import type { Config, ConfiguredDataset } from "./config.ts";
import { checkRepertoire } from "./mock/check-repertoire.ts";
import { ControlError } from "./mock/control-error.ts";
import type { Repertoire } from "./mock/engine.ts";
import { readState } from "./mock/read-state.ts";
import type { Validator } from "./mock/service.ts";
import type { Dataset, DatasetContext } from "./state/store.ts";

/** So that the records are older than what the mock creates. */
const DAY_MS = 86_400_000;

type Validators = Readonly<Record<string, Validator>>;

function makeDataset(
	name: string,
	configured: ConfiguredDataset,
	{ seed, now }: DatasetContext,
	validators: Validators,
): Dataset {
	const state =
		typeof configured === "function"
			? configured(
					createFixtures({ seed, clock: new Date(now - DAY_MS).toISOString() }),
				)
			: configured;
	const read = readState(state, validators);
	if ("invalid" in read)
		throw new ControlError(
			400,
			`The dataset "${name}" cannot be used.`,
			read.invalid,
		);
	return read.dataset;
}

/**
 * The datasets and scenarios of the package with those of a configuration.
 * @throws RangeError for a scenario that cannot be, ControlError for a dataset that cannot
 */
export async function createRepertoire(config: Config): Promise<Repertoire> {
	const validators = await service.recordValidators();
	const own = Object.entries(config.datasets ?? {}).map(
		([name, configured]) =>
			[
				name,
				async (context: DatasetContext) =>
					makeDataset(name, configured, context, validators),
			] as const,
	);
	const repertoire: Repertoire = {
		datasets: {
			...createDatasets(config.fixtures),
			...Object.fromEntries(own),
		},
		scenarios: { ...service.scenarios, ...config.scenarios },
	};
	checkRepertoire(service, repertoire);
	// Made once now, so that what is wrong is said at once and not to the first client.
	for (const [, make] of own) await make({ seed: 1, now: Date.now() });
	return repertoire;
}
