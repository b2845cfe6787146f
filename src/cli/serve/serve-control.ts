import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { ControlServer } from "../../adapters/http/serve.ts";
import type { ProposedEdits } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
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
import { startThread } from "../../service/start-thread.ts";
import { commandLine } from "../../values/command-line.ts";
import { hasCode } from "../../values/errors.ts";
import type { EditsInput } from "./propose-edits.ts";

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
			required: true,
			schema: { type },
		}));
		const responses = { default: { description: "That of the handler." } };
		const operation = { summary, parameters, responses };
		paths[path] = { ...Object(paths[path]), [method.toLowerCase()]: operation };
	}
	return { ...document, paths };
}

/** Less than a page waits for a response. */
const EDITS_LIMIT_MS = 9_000;

/** @throws ControlError if the document is invalid now, or if it takes too long */
async function proposeInThread(input: EditsInput): Promise<ProposedEdits> {
	const worker = startThread("edits-worker.js", input);
	const limit = AbortSignal.timeout(EDITS_LIMIT_MS);
	try {
		const [result] = await once(worker, "message", { signal: limit });
		if ("problem" in result) throw new ControlError(409, result.problem);
		return result;
	} catch (error) {
		if (!limit.aborted) throw error;
		throw new ControlError(
			503,
			`No edit was found within ${EDITS_LIMIT_MS / 1000} s. Save the requests with \`${commandLine("requests --json")}\`, and run \`${commandLine("align --traffic <file>")}\`.`,
		);
	} finally {
		await worker.terminate();
	}
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
		proposeEdits: (operation, entries) =>
			proposeInThread({ file: options.document?.file, operation, entries }),
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
