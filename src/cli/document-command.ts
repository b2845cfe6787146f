import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { Command, Option } from "commander";
import type { Parties } from "../checks/create-contract.ts";
import { DEFAULT_LEDGER } from "../config/project-files.ts";
import type { MockDocument } from "../service/load-document.ts";
import { packageRoot } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { valueAt } from "../values/json.ts";
import { describeDocument, describeRefused } from "./describe-document.ts";
import { createLedger } from "./ledger-command.ts";
import { formatExamples } from "./options/add-options.ts";
import { UsageError } from "./options/usage-error.ts";
import { writeModule } from "./write-module.ts";

const DOCUMENT = "openapi.yaml";
const CONFIG = "understudy.config.ts";

const CONFIG_TEXT = `import { defineConfig } from "zaps-understudy";

export default defineConfig({
	document: "./${DOCUMENT}",
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
	const file = join(folder, DOCUMENT);
	const ledger = join(folder, DEFAULT_LEDGER);
	const config = join(folder, CONFIG);
	const kept = [ledger, config].filter((each) => existsSync(each));
	try {
		await mkdir(folder, { recursive: true });
		await copyFile(
			join(packageRoot, documentPath),
			file,
			constants.COPYFILE_EXCL,
		);
		if (!kept.includes(ledger)) {
			const { loadDocument } = await import("../service/load-document.ts");
			const { text } = await createLedger(await loadDocument(file));
			await writeFile(ledger, text);
		}
	} catch (error) {
		const reason = hasCode(error, "EEXIST")
			? "it exists. Pass another folder, or edit the file"
			: `${errorMessage(error)}. Pass another folder`;
		throw new UsageError(`Cannot write the document ${file}: ${reason}.`, {
			cause: error,
		});
	}
	const serve = commandLine("serve");
	if (!kept.includes(config)) await writeFile(config, CONFIG_TEXT);
	const written = [file, ledger, config].filter((each) => !kept.includes(each));
	const wrote = `Wrote ${new Intl.ListFormat("en-GB").format(written)}.`;
	return kept.includes(config)
		? `${wrote} Add document: "./${DOCUMENT}" and ledger: "./${DEFAULT_LEDGER}" to ${config}, edit the document, and run \`${serve}\`.`
		: `${wrote} Edit the document, and run \`${serve}\`.`;
}

export const initCommand = (): Command =>
	new Command("init")
		.description(
			"Copy the OpenAPI document into your project. Edit the copy to describe your service.",
		)
		.argument("[folder]", "where to write the files", ".")
		.action(async (folder: string) => {
			console.log(await initDocument(folder));
		})
		.addHelpText(
			"after",
			formatExamples(["understudy init", "understudy serve"]),
		);

/** @throws UsageError if the document cannot be used */
export async function readDocument(file: string): Promise<MockDocument> {
	const [{ loadDocument }, { InvalidDocumentError }] = await Promise.all([
		import("../service/load-document.ts"),
		import("../service/source-file.ts"),
	]);
	return loadDocument(file).catch((error) => {
		if (!(error instanceof InvalidDocumentError)) throw error;
		throw new UsageError(error.message, { cause: error });
	});
}

const MODULE_TYPES = `import type { PageDocument } from "zaps-understudy/document";

export declare const mockDocument: PageDocument;
`;

/**
 * Writes a module with the document that a page can import.
 * @returns how to use the module
 * @throws UsageError if the path does not end with `.js` or `.mjs`, or the file cannot be written
 */
async function writeDocumentModule(
	read: MockDocument,
	out: string,
): Promise<string> {
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

interface DocumentOptions extends Parties {
	readonly json?: boolean;
	readonly diffShipped?: boolean;
	readonly only?: string;
	readonly out?: string;
	/** True to write to the folder of the document. */
	readonly writePact?: string | true;
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
	try {
		await mkdir(folder, { recursive: true });
		await writeFile(path, `${JSON.stringify(pact, null, 2)}\n`);
	} catch (error) {
		throw new UsageError(
			`Cannot write the pact ${path}: ${errorMessage(error)}. Pass another folder.`,
			{ cause: error },
		);
	}
	return path;
}

export const documentCommand = (): Command =>
	new Command("document")
		.description(
			"Show how the mock understands an OpenAPI document: behaviors, collections and roles.",
		)
		.argument("<file>", "the document, YAML or JSON")
		.option("--json", "print JSON")
		.addOption(
			new Option(
				"--only <text>",
				"show the operations with this text in their name, path or collection",
			).conflicts(["diffShipped", "out", "writePact"]),
		)
		.addOption(
			new Option(
				"--diff-shipped",
				"show the differences from the document of the package instead",
			).conflicts(["out", "writePact"]),
		)
		.addOption(
			new Option(
				"--out <module>",
				"write a JavaScript module with the document instead, for mocks in pages",
			).conflicts("json"),
		)
		.addOption(
			new Option(
				"--write-pact [folder]",
				"write the pact of the document, for a broker (default: to the folder of the document)",
			).conflicts(["json", "out"]),
		)
		.option("--consumer <name>", "the consumer of the pact", "understudy")
		.option(
			"--provider <name>",
			"the provider of the pact (default: the title of the document)",
		)
		.action(async (file: string, options: DocumentOptions) => {
			const { json = false, diffShipped, only, out, writePact } = options;
			const read = await readDocument(file);
			if (writePact !== undefined) {
				const folder = writePact === true ? dirname(file) : writePact;
				console.log(`Wrote ${await writePactOf(read, folder, options)}.`);
				return;
			}
			const describe = async (): Promise<string> => {
				if (!diffShipped) return describeDocument(read, { json, only });
				const { describeChanges } = await import("./describe-changes.ts");
				return describeChanges(read, json);
			};
			console.log(
				await (out === undefined ? describe() : writeDocumentModule(read, out)),
			);
		})
		.addHelpText(
			"after",
			formatExamples([
				"understudy document openapi.yaml",
				"understudy document openapi.yaml --only books",
				"understudy document openapi.yaml --diff-shipped",
				"understudy document openapi.yaml --write-pact",
				"understudy document openapi.yaml --out src/mocks/openapi.mock.js",
			]),
		);
