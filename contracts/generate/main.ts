import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDocument } from "./document.ts";
import { emitConstants } from "./emit-constants.ts";
import { emitElements } from "./emit-elements.ts";
import { emitExamples } from "./emit-examples.ts";
import { emitInvalidRequests } from "./emit-invalid-requests.ts";
import { emitLedgerPage } from "./emit-ledger-page.ts";
import { emitNames } from "./emit-names.ts";
import { emitOperations } from "./emit-operations.ts";
import { emitResponseSchemas } from "./emit-response-schemas.ts";
import { emitTypes } from "./emit-types.ts";
import { emitValidators } from "./emit-validators.ts";
import { readLedger } from "./ledger.ts";
import { findProvenanceErrors } from "./provenance.ts";

const HEADER =
	"// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.\n\n";

/**
 * Generates files from the OpenAPI document and the ledger under `root`. Returns their texts by path relative to `root`.
 * @throws Error if an element has no assumption, an id is unknown, or a ledger entry is unused
 */
export async function generate(root: string): Promise<Map<string, string>> {
	const [document, ledger] = await Promise.all([
		readDocument(root),
		readLedger(root),
	]);
	const errors = findProvenanceErrors(document, ledger);
	if (errors.length > 0) throw new Error(errors.join("\n"));
	const [types, { requests, responses, records }] = await Promise.all([
		emitTypes(root),
		emitValidators(document),
	]);
	const modules = {
		types: HEADER + types,
		names: HEADER + emitNames(document),
		operations: HEADER + emitOperations(document),
		elements: HEADER + emitElements(document),
		ledger: HEADER + emitConstants({ ledger }),
		"request-validators": `// @ts-nocheck\n${HEADER}${requests}`,
		"response-validators": `// @ts-nocheck\n${HEADER}${responses}`,
		"record-validators": `// @ts-nocheck\n${HEADER}${records}`,
		examples: HEADER + emitExamples(document),
		"response-schemas": HEADER + emitResponseSchemas(document),
		"invalid-requests": HEADER + emitInvalidRequests(document),
	};
	return new Map([
		...Object.entries(modules).map(
			([name, text]) => [`contracts/generated/${name}.ts`, text] as const,
		),
		["docs/assumptions.md", emitLedgerPage(document, ledger)],
	]);
}

/** Generates the files and writes them under `root`. */
export async function writeGenerated(root: string): Promise<void> {
	for (const [path, text] of await generate(root)) {
		const file = join(root, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}
