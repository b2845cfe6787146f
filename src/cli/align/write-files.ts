import { rename, stat, writeFile } from "node:fs/promises";
import { errorMessage } from "../../values/errors.ts";
import { UsageError } from "../options/usage-error.ts";

/**
 * Writes a file aside, and renames it into its place, so that it is never seen half written.
 * @throws UsageError
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
