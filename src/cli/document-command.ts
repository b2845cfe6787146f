import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Parties } from "../checks/create-contract.ts";
import { DEFAULT_LEDGER, findConfig } from "../config/project-files.ts";
import type { DocumentFlags } from "../schemas/generated/types.ts";
import type { MockDocument } from "../service/load-document.ts";
import { packageRoot } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { valueAt } from "../values/json.ts";
import { formatList } from "../values/plural.ts";
import { describeDocument, describeRefused } from "./describe-document.ts";
import { requireDocument } from "./options/serve-flags.ts";
import { UsageError } from "./options/usage-error.ts";
import { writeModule, writeOutput } from "./options/write-output.ts";

/** Returns the text of a new ledger, and the number of its assumptions. */
export async function createLedger(
	document?: MockDocument,
): Promise<{ readonly text: string; readonly size: number }> {
	// Imported here, because they are slow to load, and other commands do not need them.
	const [{ listAssumptions }, { formatLedger }] = await Promise.all([
		import("../config/load-ledger.ts"),
		import("../verification/ledger/edit-ledger.ts"),
	]);
	const [ledger, digests] = listAssumptions(document);
	return { text: formatLedger(ledger, digests), size: ledger.length };
}

/**
 * Writes a ledger, and returns the next steps.
 * @param document the document with the assumptions; defaults to the document of the package
 * @throws UsageError if the document has no assumptions, or if the file exists or cannot be written
 */
export async function initLedger(
	file: string,
	document?: MockDocument,
): Promise<string> {
	const { text, size } = await createLedger(document);
	if (size === 0)
		throw new UsageError(
			"The document declares no assumption, so everything in it is specified and binds. Add x-assumption: <id> to an element that is not certain.",
		);
	await writeOutput(file, text, {
		what: `the ledger ${file}`,
		remedy: "Pass another path.",
		exists: `it exists. To update it, run \`${commandLine("verify <base-url>")}\` with --record --ledger ${file}, or pass another path.`,
	});
	const option =
		file === DEFAULT_LEDGER
			? "--record"
			: `--record --ledger ${file}, or set ledger in understudy.config.ts`;
	return `Wrote ${size} assumptions to ${file}. To record which of them your service meets, run \`${commandLine("verify <base-url>")}\` with ${option}.`;
}

const DOCUMENT_FILE = "openapi.yaml";
const CONFIG = "understudy.config.ts";

const CONFIG_TEXT = `import { defineConfig } from "zaps-understudy";

export default defineConfig({
	document: "./${DOCUMENT_FILE}",
	ledger: "./${DEFAULT_LEDGER}",
});
`;

/**
 * Copies the document of the package into a folder, writes a ledger beside it, and names both in a configuration.
 * Keeps an existing ledger and configuration.
 * @returns the next steps
 * @throws UsageError if the document exists, or a file cannot be written
 */
export async function initDocument(folder: string): Promise<string> {
	const { documentPath } = await import("../service/shipped-service.ts");
	const file = join(folder, DOCUMENT_FILE);
	const ledger = join(folder, DEFAULT_LEDGER);
	const config = findConfig(undefined, folder) ?? join(folder, CONFIG);
	const kept = [ledger, config].filter((each) => existsSync(each));
	const text = await readFile(join(packageRoot, documentPath), "utf8");
	const remedy = "Pass another folder.";
	await writeOutput(file, text, {
		...{ what: `the document ${file}`, remedy },
		exists: "it exists. Pass another folder, or edit the file.",
	});
	if (!kept.includes(ledger)) {
		const { loadDocument } = await import("../service/load-document.ts");
		const { text } = await createLedger(await loadDocument(file));
		await writeOutput(ledger, text, { what: `the ledger ${ledger}`, remedy });
	}
	const serve = commandLine("serve");
	if (!kept.includes(config))
		await writeOutput(config, CONFIG_TEXT, { what: config, remedy });
	const written = [file, ledger, config].filter((each) => !kept.includes(each));
	const wrote = `Wrote ${formatList(written)}.`;
	return kept.includes(config)
		? `${wrote} Add document: "./${DOCUMENT_FILE}" and ledger: "./${DEFAULT_LEDGER}" to ${config}, edit the document, and run \`${serve}\`.`
		: `${wrote} Edit the document, and run \`${serve}\`.`;
}

const MODULE_TYPES = `import type { PageDocument } from "zaps-understudy/document";

export declare const mockDocument: PageDocument;
`;

/**
 * Writes a module with the document that a page can import.
 * @returns how to use the module
 * @throws UsageError if the path does not end with `.js` or `.mjs`, or the file cannot be written
 */
async function writeDocumentModule(read: MockDocument, out: string) {
	const { parts, file, service } = read;
	const types = out.replace(/\.(m?)js$/, ".d.$1ts");
	if (types === out)
		throw new UsageError(
			`Cannot write ${out}: the module is JavaScript. Pass a path that ends with .js or .mjs as --out.`,
		);
	const { renameFiles } = await import("../document/bundle.ts");
	// Absolute paths would differ between machines.
	const document = renameFiles(parts.root, (path) =>
		relative(dirname(file), path),
	);
	const data = JSON.stringify({ document, ledger: service.ledger }, null, "\t");
	const from = `${basename(file)} by \`understudy document\``;
	await writeModule(
		out,
		from,
		`import { createDocument } from "zaps-understudy/document";

export const mockDocument = createDocument(${data});
`,
	);
	await writeModule(types, from, MODULE_TYPES);
	return [
		`Wrote ${out} and ${types}. Import mockDocument from it in a page, and pass it on: setupMock({ document: mockDocument }).`,
		...describeRefused(read),
	].join("\n");
}

/**
 * Writes the pact of a document into a folder.
 * @returns the path of the file
 * @throws UsageError if the file cannot be written
 */
async function writePactOf(
	document: MockDocument,
	folder: string,
	parties: Parties,
): Promise<string> {
	const { createContract } = await import("../checks/create-contract.ts");
	const { pact } = createContract(document, parties);
	const name = (party: unknown): string => String(valueAt(party, "name"));
	const path = join(
		folder,
		`${name(pact.consumer)}-${name(pact.provider)}.json`,
	);
	await writeOutput(path, `${JSON.stringify(pact, null, 2)}\n`, {
		what: `the pact ${path}`,
		remedy: "Pass another folder.",
	});
	return path;
}

/** Runs `understudy document`, and returns the text to print. */
export async function runDocument(
	flags: DocumentFlags,
	file: string,
): Promise<string> {
	const { json = false, diffShipped, only, out, writePact, ...parties } = flags;
	const read = await requireDocument(file);
	if (writePact !== undefined) {
		const folder = typeof writePact === "string" ? writePact : dirname(file);
		return `Wrote ${await writePactOf(read, folder, parties)}.`;
	}
	if (out !== undefined) return writeDocumentModule(read, out);
	if (!diffShipped) return describeDocument(read, { json, only });
	const { describeChanges } = await import("./describe-changes.ts");
	return describeChanges(read, json);
}
