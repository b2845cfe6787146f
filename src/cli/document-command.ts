import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Command } from "commander";
import type { Parties } from "../checks/create-contract.ts";
import { packageRoot } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { valueAt } from "../values/json.ts";
import { formatExamples } from "./options/add-options.ts";
import { UsageError } from "./options/usage-error.ts";

const DOCUMENT = "openapi.yaml";
const CONFIG = "understudy.config.ts";

const CONFIG_TEXT = `import { defineConfig } from "zaps-understudy";

export default defineConfig({
	document: "./${DOCUMENT}",
});
`;

/**
 * Copies the document of the package into a folder, and names it in a configuration.
 * @returns what to do with it
 * @throws UsageError if the document exists or cannot be written
 */
export async function initDocument(folder: string): Promise<string> {
	const { documentPath } = await import("../service/shipped-service.ts");
	const file = join(folder, DOCUMENT);
	const config = join(folder, CONFIG);
	try {
		await mkdir(folder, { recursive: true });
		await copyFile(
			join(packageRoot, documentPath),
			file,
			constants.COPYFILE_EXCL,
		);
	} catch (error) {
		const reason = hasCode(error, "EEXIST")
			? "it exists. Pass another folder, or edit the file"
			: `${errorMessage(error)}. Pass another folder`;
		throw new UsageError(`Cannot write the document ${file}: ${reason}.`, {
			cause: error,
		});
	}
	const serve = commandLine("serve");
	if (existsSync(config))
		return `Wrote ${file}. Add document: "./${DOCUMENT}" to ${config}, edit the document, and run \`${serve}\`.`;
	await writeFile(config, CONFIG_TEXT);
	return `Wrote ${file} and ${config}. Edit the document, and run \`${serve}\`.`;
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
	const { document, plans, refused } = await loadDocument(file).catch(
		(error) => {
			throw new UsageError(errorMessage(error), { cause: error });
		},
	);
	const operations = describePlans(plans);
	if (isJson) return JSON.stringify({ operations, refused }, null, 2);
	const title = String(valueAt(document, "info", "title") ?? file);
	const lines = operations.flatMap(
		({ id, method, path, behavior, resource, roles }) => [
			`  ${method} ${path}  ${id}: ${behavior}${resource === undefined ? "" : ` ${resource}`}`,
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

interface DocumentOptions extends Parties {
	readonly json?: boolean;
	/** True for the folder of the document. */
	readonly writePact?: string | true;
}

/**
 * Writes the pact of a document into a folder.
 * @returns the path of the file
 * @throws UsageError if the document cannot be used, or the file cannot be written
 */
async function writePactOf(
	file: string,
	folder: string,
	parties: Parties,
): Promise<string> {
	const [{ loadDocument }, { createContract }] = await Promise.all([
		import("../service/load-document.ts"),
		import("../checks/create-contract.ts"),
	]);
	try {
		const { pact } = createContract(await loadDocument(file), parties);
		const name = (party: unknown): string => String(valueAt(party, "name"));
		const path = join(
			folder,
			`${name(pact.consumer)}-${name(pact.provider)}.json`,
		);
		await mkdir(folder, { recursive: true });
		await writeFile(path, `${JSON.stringify(pact, null, 2)}\n`);
		return path;
	} catch (error) {
		throw new UsageError(errorMessage(error), { cause: error });
	}
}

export const documentCommand = (): Command =>
	new Command("document")
		.description(
			"Show what the mock makes of an OpenAPI document: behaviors, collections and roles.",
		)
		.argument("<file>", "the document, YAML or JSON")
		.option("--json", "print JSON")
		.option(
			"--write-pact [folder]",
			"write the pact that follows from the document, for a broker; by default beside the document",
		)
		.option("--consumer <name>", "the consumer of the pact", "understudy")
		.option(
			"--provider <name>",
			"the provider of the pact; by default the title of the document",
		)
		.action(async (file: string, options: DocumentOptions) => {
			const { json = false, writePact } = options;
			if (writePact === undefined) {
				console.log(await describeDocument(file, json));
				return;
			}
			const folder = writePact === true ? dirname(file) : writePact;
			console.log(`Wrote ${await writePactOf(file, folder, options)}.`);
		})
		.addHelpText(
			"after",
			formatExamples([
				"understudy document openapi.yaml",
				"understudy document openapi.yaml --write-pact",
			]),
		);
