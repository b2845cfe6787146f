import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { DocumentModel } from "../document/model.ts";
import type { Node } from "../document/node.ts";
import type { StartThread } from "../forward/check-thread.ts";
import { packageRoot } from "./package-info.ts";

/** What a thread does needs a small part of it. */
const MAX_MEMORY_MB = 1_024;

/**
 * Starts a thread without the options of the process. What they run first, such as a server in a file of `--import`, must
 * not run again.
 * @param name the file in `dist/cli`
 */
export function startThread(name: string, workerData: unknown): Worker {
	const { NODE_OPTIONS: _, ...env } = process.env;
	return new Worker(join(packageRoot, "dist/cli", name), {
		...{ workerData, env, execArgv: [] },
		resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
	});
}

/** What the thread needs of a document. All of it is copied. */
export interface CheckedDocument {
	readonly root: Node;
	readonly model: DocumentModel;
}

export const startCheckThread =
	(document: CheckedDocument): StartThread =>
	() =>
		startThread("check-worker.js", document);
