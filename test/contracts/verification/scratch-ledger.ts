import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ScratchLedger extends AsyncDisposable {
	/** The folder that holds `contracts/assumptions.yaml`. */
	readonly root: string;
	/** The path of the ledger. */
	readonly ledger: string;
	read(): Promise<string>;
}

/** Writes a temporary ledger, which is deleted on disposal. */
export async function scratchLedger(text: string): Promise<ScratchLedger> {
	const root = await mkdtemp(join(tmpdir(), "understudy-"));
	const ledger = join(root, "contracts/assumptions.yaml");
	await mkdir(join(root, "contracts"));
	await writeFile(ledger, text);
	return {
		root,
		ledger,
		read: () => readFile(ledger, "utf8"),
		[Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
	};
}
