import { parentPort, workerData } from "node:worker_threads";
import { createDocumentedBehavior } from "../document/documented-behavior.ts";
import { readOperations } from "../document/node.ts";
import type { CheckInput, CheckOutput } from "../forward/check-thread.ts";
import { findViolations } from "../forward/find-violations.ts";
import { errorMessage } from "../values/errors.ts";
import type { CheckedDocument } from "./start-thread.ts";

const { root, model }: CheckedDocument = workerData;
const documented = createDocumentedBehavior(readOperations(root), model);

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
