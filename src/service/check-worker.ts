import { parentPort, workerData } from "node:worker_threads";
import { createDocumentService } from "../behaviors/create-service.ts";
import type { CheckInput, CheckOutput } from "../forward/check-thread.ts";
import { findViolations } from "../forward/find-violations.ts";
import { errorMessage } from "../values/errors.ts";
import type { ReadDocument } from "./document-cache.ts";

const { root, ledger, model }: ReadDocument = workerData;
const documented = createDocumentService(root, ledger, model).describe();

function check({ request, response }: CheckInput): CheckOutput {
	try {
		return { violations: findViolations(documented, request, response) };
	} catch (error) {
		return { problem: errorMessage(error) };
	}
}

parentPort?.on("message", (input: CheckInput) =>
	parentPort?.postMessage(check(input)),
);
parentPort?.postMessage("ready");
