import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLedger } from "../generate/ledger.ts";
import { interactions } from "./index.ts";
import { PACT_FILE, writePact } from "./write-pact.ts";

const root = process.argv[2] ?? process.cwd();
const folder = join(root, "contracts/pacts");
await mkdir(folder, { recursive: true });
await writeFile(
	join(folder, PACT_FILE),
	await writePact(interactions, await readLedger(root)),
);
