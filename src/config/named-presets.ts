import { readFileSync } from "node:fs";
import type { Presets, Service } from "../engine/model/service.ts";
import { requireRecords } from "../engine/presets/datasets.ts";
import { service as shipped } from "../service/shipped-service.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage } from "../values/errors.ts";
import { withoutByteOrderMark } from "../values/json.ts";

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
