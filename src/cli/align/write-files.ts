import { rename, stat, writeFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { UsageError } from "../options/usage-error.ts";

/**
 * Replaces a file in one step: writes a temporary file and renames it, so that no reader sees a half-written file.
 * @throws UsageError if the file cannot be written
 */
export async function replaceFile(file: string, text: string): Promise<void> {
	const aside = `${file}.${process.pid}.tmp`;
	try {
		const { mode } = await stat(file);
		await writeFile(aside, text, { mode });
		await rename(aside, file);
	} catch (error) {
		throw new UsageError(
			`Cannot write ${file}: ${errorMessage(error)}. Allow it to be written, or run without --apply.`,
			{ cause: error },
		);
	}
}
