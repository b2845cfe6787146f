import { parentPort, workerData } from "node:worker_threads";
import { errorMessage } from "../../values/errors.ts";
import { type EditsInput, proposeEdits } from "./propose-edits.ts";

// A thread, so that the mock responds to others meanwhile.
const input: EditsInput = workerData;
void proposeEdits(input)
	.catch((error) => ({ problem: errorMessage(error) }))
	.then((result) => parentPort?.postMessage(result));
