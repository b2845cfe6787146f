import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { StartThread } from "../forward/check-thread.ts";
import type { ReadDocument } from "./document-cache.ts";
import { packageRoot } from "./package-info.ts";

const CHECK_WORKER = join(packageRoot, "dist/cli/check-worker.js");
/** A check of 1 MiB needs a small part of it. */
const MAX_MEMORY_MB = 1_024;

/** @param workerData the document; undefined for the document of this package */
export const startCheckThread =
	(workerData?: ReadDocument): StartThread =>
	() =>
		new Worker(CHECK_WORKER, {
			workerData,
			resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
		});
