import { createFixtures } from "../fixtures/create-fixtures.ts";
import { createDatasets } from "../fixtures/datasets.ts";
import type { FixtureOverrides } from "../fixtures/overrides.ts";
import { service } from "../handlers/index.ts";
import type { Config, ConfiguredDataset } from "./config.ts";
import { ControlError } from "./control/control-error.ts";
import type { Presets } from "./engine/context.ts";
import { validatePresets } from "./engine/presets/validate-presets.ts";
import { readState } from "./engine/request/read-state.ts";
import type { Validator } from "./engine/service.ts";
import type { Dataset, DatasetContext } from "./store/store.ts";
import { errorMessage } from "./values/error-message.ts";

/** So that the records are older than what the mock creates. */
const DAY_MS = 86_400_000;

type Validators = Readonly<Record<string, Validator>>;

async function makeDataset(
	name: string,
	configured: ConfiguredDataset,
	{ seed, now }: DatasetContext,
	overrides: FixtureOverrides | undefined,
	validators: Validators,
): Promise<Dataset> {
	const clock = new Date(now - DAY_MS).toISOString();
	const state =
		typeof configured === "function"
			? await configured(createFixtures({ seed, clock }, overrides))
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

const COLLECTIONS = {
	zap: "zaps",
	command: "commands",
	pipeline: "pipelines",
} as const;

/** Of each kind two are made, since what is the same of both would be the same of all. */
function checkFixtures(
	overrides: FixtureOverrides,
	validators: Validators,
): void {
	const make = createFixtures({}, overrides);
	for (const kind of ["zap", "command", "pipeline"] as const) {
		if (overrides[kind] === undefined) continue;
		const collection = COLLECTIONS[kind];
		try {
			const made = { [collection]: [make[kind](), make[kind]()] };
			const read = readState(made, validators);
			if (!("invalid" in read)) continue;
			throw new ControlError(400, "Of two that it makes:", read.invalid);
		} catch (error) {
			const reason = errorMessage(error);
			throw new Error(`fixtures.${kind} cannot be used. ${reason}`, {
				cause: error,
			});
		}
	}
}

/**
 * The datasets and scenarios of the package with those of a configuration.
 * @throws Error with a sentence that says which scenario, fixture or dataset cannot be
 */
export async function createPresets(config: Config): Promise<Presets> {
	const validators = await service.recordValidators();
	const own = Object.entries(config.datasets ?? {}).map(
		([name, configured]) =>
			[
				name,
				(context: DatasetContext) =>
					makeDataset(name, configured, context, config.fixtures, validators),
			] as const,
	);
	const repertoire: Presets = {
		datasets: {
			...createDatasets(config.fixtures),
			...Object.fromEntries(own),
		},
		scenarios: { ...service.scenarios, ...config.scenarios },
	};
	validatePresets(service, repertoire);
	checkFixtures(config.fixtures ?? {}, validators);
	// Made once now, so that what is wrong is said at once and not to the first client.
	for (const [, make] of own) await make({ seed: 1, now: Date.now() });
	return repertoire;
}
