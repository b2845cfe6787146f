import { parentPort, workerData } from "node:worker_threads";
import { createDocumentService } from "../behaviors/create-service.ts";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { CheckInput, CheckOutput } from "../forward/check-thread.ts";
import { findViolations } from "../forward/find-violations.ts";
import { errorMessage } from "../values/errors.ts";
import type { ReadDocument } from "./document-cache.ts";

async function describe(
	own: ReadDocument | undefined,
): Promise<DocumentedBehavior> {
	if (!own) return (await import("../../contracts/documented.ts")).documented;
	return createDocumentService(own.root, own.ledger, own.model).describe();
}

const documented = await describe(workerData);

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
