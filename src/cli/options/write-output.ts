import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { replaceFile } from "../../verification/replace-file.ts";
import { UsageError } from "./usage-error.ts";

/** The texts of the error if a file cannot be written. */
interface WriteFailure {
	/** Names the file, such as "the ledger ledger.yaml". */
	readonly what: string;
	readonly remedy: string;
	/** The reason and the remedy if the file exists. Without it, the file is replaced. */
	readonly exists?: string;
}

/**
 * Writes a file, and creates its folder.
 * @throws UsageError if it cannot be written
 */
export async function writeOutput(
	file: string,
	text: string,
	{ what, remedy, exists }: WriteFailure,
): Promise<void> {
	try {
		// A link counts, too, even if it leads nowhere.
		const found = lstatSync(file, { throwIfNoEntry: false });
		if (exists === undefined || !found) return await replaceFile(file, text);
	} catch (error) {
		const reason = `${errorMessage(error)}. ${remedy}`;
		throw new UsageError(`Cannot write ${what}: ${reason}`, { cause: error });
	}
	throw new UsageError(`Cannot write ${what}: ${exists}`);
}

const BEGIN = "// Generated from ";

/**
 * Writes a generated module. Replaces only files that the same command has written before.
 * @param from the source of the module, and the command that generates it
 * @throws UsageError if the file has other contents, or cannot be written
 */
export async function writeModule(
	file: string,
	from: string,
	text: string,
): Promise<void> {
	const remedy = "Pass another path as --out.";
	const before = await readFile(file, "utf8").catch(() => BEGIN);
	if (!before.startsWith(BEGIN))
		throw new UsageError(
			`Cannot write ${file}: it exists, and was not generated. ${remedy}`,
		);
	const module = `${BEGIN}${from}. Do not edit.\n\n${text}`;
	await writeOutput(file, module, { what: file, remedy });
}
