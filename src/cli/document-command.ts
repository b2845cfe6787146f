import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Command } from "commander";
import type { DocumentChange } from "../document/list-changes.ts";
import type { MockDocument } from "../service/load-document.ts";
import { packageRoot, packageVersion } from "../service/package-info.ts";
import { commandLine } from "../values/command-line.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { valueAt } from "../values/json.ts";
import { plural } from "../values/plural.ts";
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

/** @throws UsageError if the document cannot be used */
async function load(file: string): Promise<MockDocument> {
	const { InvalidDocumentError, loadDocument } = await import(
		"../service/load-document.ts"
	);
	return loadDocument(file).catch((error) => {
		if (!(error instanceof InvalidDocumentError)) throw error;
		throw new UsageError(error.message, { cause: error });
	});
}

/** Describes what the mock makes of a document. */
async function describeDocument(file: string, isJson: boolean) {
	const { describePlans } = await import("../behaviors/describe-plans.ts");
	const { document, plans, refused } = await load(file);
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

/** So that they fit on one screen. */
const MAX_CHANGES = 40;
const MAX_VALUE_LENGTH = 40;

function spell(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > MAX_VALUE_LENGTH
		? `${text.slice(0, MAX_VALUE_LENGTH)}…`
		: text;
}

function formatChange(change: DocumentChange): string {
	const { pointer, before, after } = change;
	if (!("after" in change)) return `  removed  ${pointer}: ${spell(before)}`;
	if (!("before" in change)) return `  added    ${pointer}: ${spell(after)}`;
	return `  changed  ${pointer}: ${spell(before)} → ${spell(after)}`;
}

/** Describes where a document differs from that of the package, of which it is a copy. */
async function describeChanges(file: string, isJson: boolean): Promise<string> {
	const [{ documentPath }, { listChanges }] = await Promise.all([
		import("../service/shipped-service.ts"),
		import("../document/list-changes.ts"),
	]);
	const shipped = await load(join(packageRoot, documentPath));
	const copy = await load(file);
	const changes = [...listChanges(shipped.document, copy.document)];
	if (isJson) return JSON.stringify({ changes }, null, 2);
	const others = `the document of zaps-understudy ${packageVersion}`;
	if (changes.length === 0) return `${file} says the same as ${others}.`;
	const more = changes.length - MAX_CHANGES;
	return [
		`${file} differs from ${others} in ${plural(changes.length, "element")}.`,
		"",
		...changes.slice(0, MAX_CHANGES).map(formatChange),
		...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
	].join("\n");
}

export const documentCommand = (): Command =>
	new Command("document")
		.description(
			"Show what the mock makes of an OpenAPI document: behaviors, collections and roles.",
		)
		.argument("<file>", "the document, YAML or JSON")
		.option(
			"--diff-shipped",
			"show instead where it differs from the document of the package",
		)
		.option("--json", "print JSON")
		.action(
			async (
				file: string,
				{
					json = false,
					diffShipped = false,
				}: { json?: boolean; diffShipped?: boolean },
			) => {
				const describe = diffShipped ? describeChanges : describeDocument;
				console.log(await describe(file, json));
			},
		)
		.addHelpText(
			"after",
			formatExamples([
				"understudy document openapi.yaml",
				"understudy document openapi.yaml --diff-shipped",
			]),
		);
