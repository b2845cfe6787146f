import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { MockOptions } from "../engine/mock-options.ts";
import type { Presets, Service } from "../engine/model/service.ts";
import { requireRecords } from "../engine/presets/datasets.ts";
import { service as shipped } from "../service/shipped-service.ts";
import { commandLine } from "../values/command-line.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { errorMessage } from "../values/errors.ts";
import { isObject, withoutByteOrderMark } from "../values/json.ts";

type Options = Pick<MockOptions, "dataset" | "scenario" | "presets">;

/** Other sources of datasets and scenarios. */
interface Sources {
	readonly config?: unknown;
	readonly datasets?: unknown;
	readonly scenarios?: unknown;
}

export const describeNoConfig = (): string =>
	`No understudy.config.ts in ${resolve()};`;

/**
 * Rejects names of datasets and scenarios that are not built in.
 * @param advise returns the remedy: how to use a configuration
 * @throws RangeError for an unknown dataset or scenario
 */
function requireBuiltIn(
	options: Options,
	advise: (kind: string, name: string) => string,
): void {
	for (const kind of ["dataset", "scenario"] as const) {
		const known = shipped[`${kind}s`];
		const name: unknown = options[kind];
		if (typeof name !== "string" || Object.hasOwn(known, name)) continue;
		if (kind === "dataset" && name.endsWith(".json")) continue;
		const unknown = describeUnknownName(kind, name, Object.keys(known));
		throw new RangeError(`${unknown} ${advise(kind, name)}`);
	}
}

/**
 * Rejects names that are not built in if no configuration was found.
 * @param config the path of the configuration, if there is one
 * @throws RangeError for an unknown dataset or scenario, if there is no configuration
 */
export function adviseConfig(
	options: Options,
	config: string | undefined,
): void {
	if (config !== undefined) return;
	requireBuiltIn(
		options,
		() => `${describeNoConfig()} pass \`config\` to use another.`,
	);
}

/**
 * Rejects options of `setupMock` that need the configuration. `setupMock` does not read the configuration itself.
 * @param config the path of the configuration, if there is one
 * @throws TypeError if the option `config` is a path
 * @throws RangeError for an unknown dataset or scenario
 */
export function adviseLoadConfig(
	options: Options & Sources,
	config: string | undefined,
): void {
	const { config: given } = options;
	if (given !== undefined && !isObject(given))
		throw new TypeError(
			`Invalid config of setupMock. Pass what defineConfig returns, or load the file: setupMock({ ...(await loadConfig(${JSON.stringify(given)})) }).`,
		);
	if (options.presets || options.datasets || options.scenarios || given) return;
	requireBuiltIn(options, (kind, name) =>
		config === undefined
			? `${describeNoConfig()} load another: setupMock({ ...(await loadConfig(file)), ${kind}: "${name}" }).`
			: `If ${config} defines it, load the configuration: setupMock({ ...(await loadConfig()), ${kind}: "${name}" }).`,
	);
}

function readJson(path: string): unknown {
	try {
		return JSON.parse(withoutByteOrderMark(readFileSync(path, "utf8")));
	} catch (error) {
		throw new Error(
			`Cannot use ${path} as a dataset: ${errorMessage(error)}. Write it with \`${commandLine("state export <file>")}\`.`,
			{ cause: error },
		);
	}
}

/**
 * Returns the presets and, if the name of the dataset is the path of a JSON file, this dataset. Its records are
 * checked when a session first needs them.
 * @param service the service of the mock; defaults to the service of the package
 * @throws Error if the file cannot be read, or is not JSON
 */
export function withDatasetFile(
	presets: Presets | undefined,
	dataset: string | undefined,
	service: Service = shipped,
): Presets | undefined {
	if (!dataset?.endsWith(".json")) return presets;
	const state = readJson(dataset);
	const { datasets, scenarios } = presets ?? service;
	return {
		scenarios,
		datasets: {
			...datasets,
			[dataset]: () =>
				requireRecords(service, `Invalid dataset ${dataset}`, state),
		},
	};
}
