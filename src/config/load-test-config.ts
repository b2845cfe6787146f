import { resolve } from "node:path";
import type { OperationModel, Presets } from "../engine/model/service.ts";
import type { ConfiguredHandler } from "../service/defined-handler.ts";
import type { MockDocument } from "../service/load-document.ts";
import { operationSpecs, serviceOf } from "../service/shipped-service.ts";
import { loadOnce } from "../values/load-once.ts";
import { findConfig } from "./project-files.ts";

/** The part of a configuration that is passed to `setupMock`. */
export interface TestConfig {
	readonly document: MockDocument | undefined;
	readonly presets: Presets;
	readonly handlers: readonly ConfiguredHandler[];
	/** The path of the ledger. */
	readonly ledger: string | undefined;
}

/**
 * Loads the document, the datasets, the scenarios, the fixtures, the handlers and the path of the ledger of a
 * configuration. Its flags are for `understudy serve`.
 * @param file defaults to `understudy.config.ts`, or `.mts`, `.js` or `.mjs`, in the current folder
 * @example
 * const mock = setupMock({ ...(await loadConfig()), dataset: "shop" });
 * @throws Error if there is no configuration, or it is invalid
 */
export async function loadConfig(
	file: string | undefined = findConfig(),
): Promise<TestConfig> {
	if (file === undefined)
		throw new Error(
			`No configuration found in ${resolve()}. Write understudy.config.ts there, or pass the path of the file.`,
		);
	// Loads only on request, because it is slow.
	const { loadConfig: load } = await import("./load-config.ts");
	const { document, presets, flags, ...loaded } = await load(resolve(file));
	const handlers = [...loaded.defined, ...loaded.handlers];
	return { document, presets, handlers, ledger: flags.ledger };
}

export const listOperations = (
	options: Parameters<typeof serviceOf>[0],
): readonly OperationModel[] =>
	serviceOf(options).operations.map(({ spec }) => spec);

/**
 * Returns the operations of the document that the configuration in the current folder names, or else of the document
 * of the package.
 */
export const loadOperations: () => Promise<readonly OperationModel[]> =
	loadOnce(async () => {
		const file = findConfig();
		if (file === undefined) return operationSpecs;
		const { loadRawConfig } = await import("./load-config.ts");
		const { document, handlers } = await loadRawConfig(resolve(file));
		if (document === undefined) return listOperations({ handlers });
		const { loadDocument } = await import("../service/load-document.ts");
		return listOperations({ document: await loadDocument(document), handlers });
	});
