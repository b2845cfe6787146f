import { join } from "node:path";
import type { RunResult } from "../../support/run.ts";
import { captureRun } from "../../support/run-in-process.ts";

type States =
	typeof import("../../../src/verification/pact/provider-states.ts");
type Mutation = typeof import("../../../src/mutation/mutate-contract.ts");
type Contract = typeof import("../../../contracts/contract.ts");
type Program = typeof import("../../../src/cli/program.ts");

const DIST = join(import.meta.dirname, "../../../dist");

/** From the build, because Vitest would transform the modules that a test writes. */
export const { createStateHandler }: States = await import(
	join(DIST, "src/verification/pact/provider-states.js")
);

/** From the build, because Node starts the child process of Pact's verifier from a JavaScript file. */
export const { mutateContract }: Mutation = await import(
	join(DIST, "src/mutation/mutate-contract.js")
);

export const { contract }: Contract = await import(
	join(DIST, "contracts/contract.js")
);

const { runProgram }: Program = await import(join(DIST, "src/cli/program.js"));

/** Runs the built `understudy` in this process, and captures its output. */
export const understudy = (...args: readonly string[]): Promise<RunResult> =>
	captureRun(runProgram, args);
