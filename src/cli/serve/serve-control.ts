import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { ControlServer } from "../../adapters/http/serve.ts";
import { createControl } from "../../control/create-control.ts";
import {
	type ControlServerOptions,
	createControlServer,
} from "../../control/server/control-server.ts";
import type { ReadPageFile } from "../../control/server/responses.ts";
import type { EngineContext } from "../../engine/context.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { packageRoot, packageVersion } from "../../service/package-info.ts";
import { documentPath } from "../../service/shipped-service.ts";
import { hasCode } from "../../values/errors.ts";

/** Reads a file of the built page. */
export const readPageFile: ReadPageFile = (path) =>
	readFile(join(packageRoot, "dist/inspector", path)).catch((error) => {
		if (hasCode(error, "ENOENT", "ENOTDIR", "EISDIR")) return undefined;
		throw error;
	});

/**
 * Returns the document with the operations that only handlers define. Only the request of these operations is known.
 */
function withHandlers(
	document: Readonly<Record<string, unknown>>,
	{ operations }: EngineContext["service"],
): object {
	const paths: Record<string, unknown> = { ...Object(document.paths) };
	for (const { spec } of operations) {
		const { method, path, summary, isUndocumented } = spec;
		if (!isUndocumented) continue;
		const parameters = spec.parameters.map(({ type, ...each }) => ({
			...each,
			schema: { type },
		}));
		const responses = { default: { description: "That of the handler." } };
		const operation = { summary, parameters, responses };
		paths[path] = { ...Object(paths[path]), [method.toLowerCase()]: operation };
	}
	return { ...document, paths };
}

/** Creates the handler of `/__mock` for a served mock. */
export const createServeControl = (
	context: EngineContext,
	options: Pick<
		ControlServerOptions,
		"token" | "basePath" | "ending" | "rejections"
	> & { readonly document: MockDocument | undefined },
): ControlServer =>
	createControlServer({
		...options,
		async proposeEdits(operation, entries) {
			// Imported here, because it is slow to load, and few mocks need it.
			const { proposeEdits } = await import("./propose-edits.ts");
			return proposeEdits(options.document, operation, entries);
		},
		control: createControl(context),
		version: packageVersion,
		readPageFile,
		onError: context.onError,
		document: async () =>
			withHandlers(
				options.document?.document ??
					parse(await readFile(join(packageRoot, documentPath), "utf8")),
				context.service,
			),
	});
