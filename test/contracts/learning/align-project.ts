import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { understudy } from "../verification/built.ts";

export const SHIPPED = "contracts/openapi.yaml";

interface Project extends ScratchFolder {
	/** The options that name the document and the ledger. */
	readonly args: readonly string[];
	readonly read: (name: string) => Promise<string>;
}

/** Creates a folder with a copy of the shipped document and a ledger. */
export async function createProject(): Promise<Project> {
	const folder = await scratchFolder();
	const document = join(folder.path, "openapi.yaml");
	const ledger = join(folder.path, "ledger.yaml");
	await copyFile(SHIPPED, document);
	await understudy("ledger", "init", ledger, "--document", document);
	return {
		...folder,
		args: ["--document", document, "--ledger", ledger],
		read: (name) => readFile(join(folder.path, name), "utf8"),
	};
}
