import { existsSync } from "node:fs";
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../values/errors.ts";

/** Creates a folder. In `/proc`, the `recursive` of `mkdir` would never end. */
async function makeFolder(folder: string): Promise<void> {
	const parent = dirname(folder);
	if (existsSync(folder) || parent === folder) return;
	await makeFolder(parent);
	await mkdir(folder).catch((error) => {
		if (!hasCode(error, "EEXIST")) throw error;
	});
}

/**
 * Writes a file aside, and renames it into its place, so that a full disk or a kill leaves the file as it was. Creates
 * its folder. A link stays, and the file that it leads to changes.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
	await makeFolder(dirname(file));
	const target = await realpath(file).catch(() => file);
	const found = await stat(target).catch(() => undefined);
	// A device or a pipe cannot be replaced.
	if (found && !found.isFile()) return writeFile(file, text);
	const aside = `${target}.${process.pid}.tmp`;
	try {
		await writeFile(aside, text, { mode: found?.mode ?? 0o666 });
		await rename(aside, target);
	} catch (error) {
		await rm(aside, { force: true });
		// The folder may be read-only, or the file mounted alone.
		if (!found || !hasCode(error, "EACCES", "EPERM", "EBUSY", "EROFS"))
			throw error;
		await writeFile(target, text);
	}
}
