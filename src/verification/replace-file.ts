import { existsSync } from "node:fs";
import {
	type FileHandle,
	mkdir,
	open,
	realpath,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
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

/** Makes bytes the whole content of a file. */
async function setContent(file: FileHandle, bytes: Buffer): Promise<void> {
	for (let start = 0; start < bytes.length; ) {
		const { bytesWritten } = await file.write(bytes, start, null, start);
		start += bytesWritten;
	}
	await file.truncate(bytes.length);
}

/** Writes into a file that stays where it is. If the disk is full, the old content, which has its room, comes back. */
export async function overwrite(file: string, text: string): Promise<void> {
	const handle = await open(file, "r+");
	try {
		const old = await handle.readFile();
		await setContent(handle, Buffer.from(text)).catch(async (error) => {
			await setContent(handle, old);
			throw error;
		});
	} finally {
		await handle.close();
	}
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
		await overwrite(target, text);
	}
}
