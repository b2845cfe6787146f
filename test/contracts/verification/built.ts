import { join } from "node:path";

type Verification = typeof import("../../../src/verification/verify.ts");
type Contract = typeof import("../../../contracts/contract.ts");

const DIST = join(import.meta.dirname, "../../../dist");

/** From the build, because Node starts the child process of Pact's verifier from a JavaScript file. */
export const { verifyContract }: Verification = await import(
	join(DIST, "src/verification/verify.js")
);

export const { contract }: Contract = await import(
	join(DIST, "contracts/contract.js")
);
