import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDocument } from "./document.ts";
import { emitElements } from "./emit-elements.ts";
import { emitExamples } from "./emit-examples.ts";
import { emitLedgerPage } from "./emit-ledger-page.ts";
import { emitOperations } from "./emit-operations.ts";
import { emitTypes } from "./emit-types.ts";
import { emitValidators } from "./emit-validators.ts";
import { readLedger } from "./ledger.ts";
import { provenanceErrors } from "./provenance.ts";

const HEADER =
	"// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.\n\n";

/**
 * The generated files, path (relative to `root`) to text, made from the document and the ledger under `root`.
 * @throws where an element has no provenance, an id dangles or an entry is unused.
 */
export async function generate(root: string): Promise<Map<string, string>> {
	const [document, ledger] = await Promise.all([
		readDocument(root),
		readLedger(root),
	]);
	const errors = provenanceErrors(document, ledger);
	if (errors.length > 0) throw new Error(errors.join("\n"));
	const [types, validators] = await Promise.all([
		emitTypes(root),
		emitValidators(document),
	]);
	return new Map([
		["contracts/generated/types.ts", HEADER + types],
		["contracts/generated/operations.ts", HEADER + emitOperations(document)],
		["contracts/generated/elements.ts", HEADER + emitElements(document)],
		[
			"contracts/generated/ledger.ts",
			`${HEADER}export const ledger = ${JSON.stringify(ledger, null, 2)} as const;\n`,
		],
		[
			"contracts/generated/request-validators.ts",
			`// @ts-nocheck\n${HEADER}${validators.requests}`,
		],
		[
			"contracts/generated/response-validators.ts",
			`// @ts-nocheck\n${HEADER}${validators.responses}`,
		],
		[
			"contracts/generated/record-validators.ts",
			`// @ts-nocheck\n${HEADER}${validators.records}`,
		],
		["contracts/generated/examples.ts", HEADER + emitExamples(document)],
		["docs/assumptions.md", emitLedgerPage(document, ledger)],
	]);
}

/** Generates and writes the files below `root`. */
export async function writeGenerated(root: string): Promise<void> {
	for (const [path, text] of await generate(root)) {
		const file = join(root, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}
