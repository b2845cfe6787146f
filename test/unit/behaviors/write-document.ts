import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach } from "vitest";
import { loadDocument } from "../../../src/service/load-document.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";

let folder: ScratchFolder;

beforeEach(async () => {
	folder = await scratchFolder();
	return () => folder[Symbol.asyncDispose]();
});

/** Writes files into a folder of the running test, and returns the path of the first. */
export async function write(
	files: Readonly<Record<string, unknown>>,
): Promise<string> {
	const paths: string[] = [];
	for (const [name, content] of Object.entries(files)) {
		await mkdir(join(folder.path, dirname(name)), { recursive: true });
		const isText = typeof content === "string";
		const text = isText ? content : JSON.stringify(content);
		paths.push(await folder.file(name, text));
	}
	return paths[0] ?? "";
}

/** Loads a document, which may refer to files beside it. */
export const loadContent = async (content: unknown, parts: object = {}) =>
	loadDocument(await write({ "api.yaml": content, ...parts }));
