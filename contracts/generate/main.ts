import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readDocument } from "./document.ts";
import { emitConstants } from "./emit-constants.ts";
import { replaceTables } from "./emit-doc-tables.ts";
import { emitElements } from "./emit-elements.ts";
import { emitExamples } from "./emit-examples.ts";
import { emitInvalidRequests } from "./emit-invalid-requests.ts";
import { emitLedgerPage } from "./emit-ledger-page.ts";
import { emitNames } from "./emit-names.ts";
import { emitOperations } from "./emit-operations.ts";
import { emitResponseSchemas } from "./emit-response-schemas.ts";
import { emitSchemas } from "./emit-schemas.ts";
import { emitTypes } from "./emit-types.ts";
import { emitValidators } from "./emit-validators.ts";
import { readLedger } from "./ledger.ts";
import { findProvenanceErrors } from "./provenance.ts";
import { readSchemas } from "./schemas.ts";

const HEADER =
	"// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.\n\n";
const SCHEMAS_HEADER =
	"// Generated from src/schemas/schemas.yaml by `npm run generate`.\n\n";

/** The pages with generated tables. */
const PAGES = ["docs/control.md", "docs/config.md", "docs/forward.md"];

/**
 * Generates files from the OpenAPI document, the ledger and the schemas under `root`. Returns their texts by path relative to `root`.
 * @throws Error if an element has no assumption, an id is unknown, or a ledger entry is unused
 */
export async function generate(root: string): Promise<Map<string, string>> {
	const [document, ledger, schemas] = await Promise.all([
		readDocument(root),
		readLedger(root),
		readSchemas(root),
	]);
	const errors = findProvenanceErrors(document, ledger);
	if (errors.length > 0) throw new Error(errors.join("\n"));
	const [types, { requests, responses, records }] = await Promise.all([
		emitTypes(root),
		emitValidators(document),
	]);
	const modules = {
		types,
		names: emitNames(document),
		operations: emitOperations(document),
		elements: emitElements(document),
		ledger: emitConstants({ ledger }),
		"request-validators": `// @ts-nocheck\n${requests}`,
		"response-validators": `// @ts-nocheck\n${responses}`,
		"record-validators": `// @ts-nocheck\n${records}`,
		examples: emitExamples(document),
		"response-schemas": emitResponseSchemas(document),
		"invalid-requests": emitInvalidRequests(document),
	};
	const place = (folder: string, header: string, texts: object) =>
		Object.entries(texts).map(([name, text]): [path: string, text: string] => [
			`${folder}/generated/${name}.ts`,
			header + text,
		]);
	const pages = await Promise.all(
		PAGES.map(async (path): Promise<[path: string, text: string]> => {
			const page = await readFile(join(root, path), "utf8");
			return [path, replaceTables(page, schemas)];
		}),
	);
	return new Map([
		...pages,
		...place("contracts", HEADER, modules),
		...place("src/schemas", SCHEMAS_HEADER, await emitSchemas(schemas)),
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
