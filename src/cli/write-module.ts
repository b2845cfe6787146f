import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage, hasCode } from "../values/errors.ts";
import { UsageError } from "./options/usage-error.ts";

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
	try {
		const before = await readFile(file, "utf8").catch((error) => {
			if (!hasCode(error, "ENOENT")) throw error;
			return BEGIN;
		});
		if (!before.startsWith(BEGIN))
			throw new Error("it exists, and was not generated");
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `${BEGIN}${from}. Do not edit.\n\n${text}`);
	} catch (error) {
		throw new UsageError(
			`Cannot write ${file}: ${errorMessage(error)}. Pass another path as --out.`,
			{ cause: error },
		);
	}
}
