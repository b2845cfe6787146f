import { join } from "node:path";

type Verification = typeof import("../../src/verification/verify.ts");
type Contract = typeof import("../../contracts/contract.ts");

const DIST = join(import.meta.dirname, "../../dist");

/** As built, since the verifier's process is a file of its own that Node starts. */
export const { verifyContract }: Verification = await import(
	join(DIST, "src/verification/verify.js")
);

export const { contract }: Contract = await import(
	join(DIST, "contracts/contract.js")
);
