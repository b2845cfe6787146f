import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DocumentError } from "../../src/document/node.ts";
import { type PreparedDocument, prepare } from "../../src/document/prepare.ts";
import { findProvenanceErrors } from "../../src/document/provenance.ts";
import { readOperations } from "../../src/document/read-operations.ts";
import { emitConstants, emitContract, emitTypes } from "./emit-contract.ts";
import { replaceTables } from "./emit-doc-tables.ts";
import { emitLedgerPage } from "./emit-ledger-page.ts";
import { emitSchemas } from "./emit-schemas.ts";
import { type LedgerEntry, readDocument, readLedger } from "./read-sources.ts";
import { readSchemas } from "./schemas.ts";

const HEADER =
	"// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.\n\n";
const SCHEMAS_HEADER =
	"// Generated from src/schemas/schemas.yaml by `npm run generate`.\n\n";

/** The pages with generated tables. */
const PAGES = ["docs/control.md", "docs/config.md", "docs/forward.md"];

/** Adds the name of the file to the errors of its contents. */
async function inFile<Result>(
	file: string,
	read: () => Result | Promise<Result>,
): Promise<Result> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		throw new Error(`${file}: ${error.message}`, { cause: error });
	}
}

/** @throws Error if the document cannot be prepared, or provenance is incomplete */
function prepareShipped(
	root: unknown,
	ledger: readonly LedgerEntry[],
): PreparedDocument {
	const errors = findProvenanceErrors(readOperations(root), ledger);
	if (errors.length > 0) throw new Error(errors.join("\n"));
	return prepare(root);
}

/**
 * Generates files from the OpenAPI document, the ledger and the schemas under `root`. Returns their texts by path relative to `root`.
 * @throws Error if an element has no assumption, an id is unknown, or a ledger entry is unused
 */
export async function generate(root: string): Promise<Map<string, string>> {
	const [document, ledger, schemas] = await Promise.all([
		readDocument(root),
		readLedger(root),
		inFile("schemas.yaml", () => readSchemas(root)),
	]);
	const prepared = await inFile("openapi.yaml", () =>
		prepareShipped(document, ledger),
	);
	const [types, contract] = await Promise.all([
		emitTypes(root),
		emitContract(document, prepared),
	]);
	const modules = {
		types,
		ledger: emitConstants({ ledger }),
		...contract,
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
		["docs/assumptions.md", emitLedgerPage(readOperations(document), ledger)],
	]);
}

/** Generates the files and writes those that changed under `root`: all, or only the modules, which are not in git. */
export async function writeGenerated(
	root: string,
	onlyModules = false,
): Promise<void> {
	for (const [path, text] of await generate(root)) {
		if (onlyModules && !path.endsWith(".ts")) continue;
		const file = join(root, path);
		const current = await readFile(file, "utf8").catch(() => undefined);
		if (current === text) continue;
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}
