import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Command } from "commander";
import { DEFAULT_LEDGER } from "../config/project-files.ts";
import { packageRoot } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { valueAt } from "../values/json.ts";
import { createLedger } from "./ledger-command.ts";
import { formatExamples } from "./options/add-options.ts";
import { UsageError } from "./options/usage-error.ts";

const DOCUMENT = "openapi.yaml";
const CONFIG = "understudy.config.ts";

const CONFIG_TEXT = `import { defineConfig } from "zaps-understudy";

export default defineConfig({
	document: "./${DOCUMENT}",
	ledger: "./${DEFAULT_LEDGER}",
});
`;

/**
 * Copies the document of the package into a folder, writes a ledger beside it, and names both in a configuration. Keeps a
 * ledger and a configuration that exist.
 * @returns what to do with them
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
			"Copy the OpenAPI document into your project, to teach the mock what your service does.",
		)
		.argument("[folder]", "where to write the files", ".")
		.action(async (folder: string) => {
			console.log(await initDocument(folder));
		})
		.addHelpText(
			"after",
			formatExamples(["understudy init", "understudy serve"]),
		);

/** Describes what the mock makes of a document. */
async function describeDocument(file: string, isJson: boolean) {
	const [{ loadDocument }, { describePlans }] = await Promise.all([
		import("../service/load-document.ts"),
		import("../behaviors/describe-plans.ts"),
	]);
	const { document, plans, refused, service } = await loadDocument(file).catch(
		(error) => {
			throw new UsageError(errorMessage(error), { cause: error });
		},
	);
	const operations = describePlans(plans, service.operations);
	if (isJson) return JSON.stringify({ operations, refused }, null, 2);
	const title = String(valueAt(document, "info", "title") ?? file);
	const lines = operations.flatMap(
		({ id, method, path, behavior, resource, credentials, roles }) => [
			`  ${method} ${path}  ${id}: ${behavior}${resource === undefined ? "" : ` ${resource}`}`,
			...(credentials ? [`    credentials: ${credentials}`] : []),
			...Object.entries(roles).map(
				([place, found]) => `    ${place}: ${found.join(", ")}`,
			),
		],
	);
	return [
		`${title} (${relative("", file) || file})`,
		"",
		...lines,
		...refused.map((each) => `  Not served: ${each}`),
	].join("\n");
}

export const documentCommand = (): Command =>
	new Command("document")
		.description(
			"Show what the mock makes of an OpenAPI document: behaviors, collections and roles.",
		)
		.argument("<file>", "the document, YAML or JSON")
		.option("--json", "print JSON")
		.action(async (file: string, { json = false }: { json?: boolean }) => {
			console.log(await describeDocument(file, json));
		})
		.addHelpText("after", formatExamples(["understudy document openapi.yaml"]));
