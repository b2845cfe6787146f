import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkKeywords } from "../../src/document/check-keywords.ts";
import { findProvenanceErrors } from "../../src/document/extensions.ts";
import { DocumentError, readOperations } from "../../src/document/node.ts";
import { emitConstants } from "./emit-constants.ts";
import { emitContract } from "./emit-contract.ts";
import { emitLedgerPage, replaceTables } from "./emit-pages.ts";
import { emitSchemas } from "./emit-schemas.ts";
import { readDocument, readLedger, readSchemas } from "./read-sources.ts";

const HEADER =
	"// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.\n\n";
const SCHEMAS_HEADER =
	"// Generated from src/schemas/*.yaml by `npm run generate`.\n\n";

/** The programs in other languages, with the names of the constants that contain them. */
const PROGRAMS = [
	["src/store/redis/script.lua", "SCRIPT"],
	["src/store/sqlite/schema.sql", "SCHEMA"],
] as const;

/** The pages with generated tables. */
const PAGES = [
	"docs/control.md",
	"docs/config.md",
	"docs/forward.md",
	"docs/document.md",
];

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
	const { parts, contract } = await inFile("openapi.yaml", async () => {
		checkKeywords(document);
		const parts = readOperations(document);
		const errors = findProvenanceErrors(parts, ledger);
		if (errors.length > 0) throw new Error(errors.join("\n"));
		return { parts, contract: await emitContract(root, parts, ledger) };
	});
	const files = new Map<string, string>();
	for (const path of PAGES) {
		const page = await readFile(join(root, path), "utf8");
		files.set(path, replaceTables(page, schemas));
	}
	for (const [name, text] of Object.entries(contract))
		files.set(`contracts/generated/${name}.ts`, HEADER + text);
	for (const [name, text] of Object.entries(await emitSchemas(schemas)))
		files.set(`src/schemas/generated/${name}.ts`, SCHEMAS_HEADER + text);
	for (const [path, name] of PROGRAMS) {
		const text = await readFile(join(root, path), "utf8");
		const header = `// Generated from ${path} by \`npm run generate\`.\n\n`;
		const constant = emitConstants({ [name]: text }, { [name]: "string" });
		files.set(path.replace(/\w+$/, "ts"), header + constant);
	}
	const page = emitLedgerPage(parts, ledger);
	return files.set("docs/assumptions.md", page);
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
