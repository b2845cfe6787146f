import { describeUnknownName } from "../values/describe-unknown-name.ts";

type Named = Readonly<Record<string, unknown>>;

/**
 * Rejects options of `setupMock` that need the configuration, which `setupMock` does not read itself.
 * @param builtIn the datasets and scenarios of a mock without a configuration
 * @param config the path of the configuration, if there is one
 * @throws TypeError for the option `config`
 * @throws RangeError for an unknown dataset or scenario, if there is a configuration
 */
export function adviseLoadConfig(
	options: {
		readonly dataset?: string | undefined;
		readonly scenario?: string | undefined;
		readonly presets?: unknown;
	},
	builtIn: { readonly datasets: Named; readonly scenarios: Named },
	config: string | undefined,
): void {
	if ("config" in options)
		throw new TypeError(
			`Unknown option "config" of setupMock. Load the configuration: setupMock({ ...(await loadConfig(${JSON.stringify(options.config) ?? ""})) }).`,
		);
	if (config === undefined || options.presets) return;
	const { dataset, scenario } = options;
	for (const [kind, name, known] of [
		["dataset", dataset, builtIn.datasets],
		["scenario", scenario, builtIn.scenarios],
	] as const) {
		if (name === undefined || Object.hasOwn(known, name)) continue;
		if (kind === "dataset" && name.endsWith(".json")) continue;
		throw new RangeError(
			`${describeUnknownName(kind, name, Object.keys(known))} If ${config} defines it, load the configuration: setupMock({ ...(await loadConfig()), ${kind}: "${name}" }).`,
		);
	}
}
