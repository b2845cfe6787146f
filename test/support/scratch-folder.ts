import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ScratchFolder extends AsyncDisposable {
	readonly path: string;
	/** Writes a file and returns its path. */
	file(name: string, content: string): Promise<string>;
}

/** Creates a temporary folder, which is removed when disposed. */
export async function scratchFolder(): Promise<ScratchFolder> {
	const path = await mkdtemp(join(tmpdir(), "understudy-"));
	return {
		path,
		async file(name, content) {
			const file = join(path, name);
			// In one step, so that a mock that watches the file never reads a part of it.
			await writeFile(`${file}.new`, content);
			await rename(`${file}.new`, file);
			return file;
		},
		[Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
	};
}
