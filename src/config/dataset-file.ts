import { readFileSync } from "node:fs";
import type { Presets, Service } from "../engine/model/service.ts";
import { requireRecords } from "../engine/presets/datasets.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage } from "../values/errors.ts";

function readJson(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		throw new Error(
			`Cannot use ${path} as a dataset: ${errorMessage(error)}. Write it with \`${commandLine("state export <file>")}\`.`,
			{ cause: error },
		);
	}
}

/**
 * Returns the presets together with a dataset whose name is the path of a JSON file. Its records are checked when a
 * session first needs them.
 * @throws Error if the file cannot be read, or is not JSON
 */
export function withDatasetFile(
	service: Service,
	presets: Presets | undefined,
	dataset: string | undefined,
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
