import { writeFile } from "node:fs/promises";
import { readLedger } from "../generate/read-sources.ts";
import { interactions } from "./index.ts";
import { PACT_FILE, writePact } from "./write-pact.ts";

await writeFile(
	`contracts/pacts/${PACT_FILE}`,
	await writePact(interactions, await readLedger(process.cwd())),
);
