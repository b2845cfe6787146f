import { join } from "node:path";
import type { RunResult } from "../../support/run.ts";
import { captureRun, runInFolder } from "../../support/run-in-process.ts";

type States =
	typeof import("../../../src/verification/pact/provider-states.ts");
type Mutation = typeof import("../../../src/mutation/mutate-contract.ts");
type Checks = typeof import("../../../src/checks/create-contract.ts");
type Loading = typeof import("../../../src/service/load-document.ts");
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

const { createContract }: Checks = await import(
	join(DIST, "src/checks/create-contract.js")
);
const { loadDocument }: Loading = await import(
	join(DIST, "src/service/load-document.js")
);

export const contract: ReturnType<typeof createContract> = createContract(
	await loadDocument("contracts/openapi.yaml"),
);

const { runProgram }: Program = await import(join(DIST, "src/cli/program.js"));

/** Runs the built `understudy` in this process, and captures its output. */
export const understudy = (...args: readonly string[]): Promise<RunResult> =>
	captureRun(runProgram, args);

/** Does the same in a folder. */
export const understudyIn = (
	folder: string,
	...args: readonly string[]
): Promise<RunResult> => runInFolder(folder, args, {}, runProgram);
