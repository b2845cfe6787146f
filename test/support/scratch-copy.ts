import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "./scratch-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface ScratchCopy extends AsyncDisposable {
	readonly root: string;
	/** @throws Error if the file does not contain `from`, so that every replacement takes effect */
	replace(path: string, from: string | RegExp, to: string): Promise<void>;
}

/** Copies the sources into a temporary folder that a test may change. */
export async function scratchCopy(): Promise<ScratchCopy> {
	const { path: root, ...folder } = await scratchFolder();
	const parts = "contracts docs fixtures handlers src".split(" ");
	const files = ["package.json", "tsconfig.json", "tsconfig.build.json"];
	await Promise.all([
		...[...parts, ...files].map((part) =>
			cp(join(ROOT, part), join(root, part), { recursive: true }),
		),
		symlink(join(ROOT, "node_modules"), join(root, "node_modules"), "dir"),
	]);
	return {
		...folder,
		root,
		async replace(path, from, to) {
			const file = join(root, path);
			const text = await readFile(file, "utf8");
			const changed =
				typeof from === "string"
					? text.replaceAll(from, to)
					: text.replace(from, to);
			if (changed === text) throw new Error(`${path} does not contain ${from}`);
			await writeFile(file, changed);
		},
	};
}
