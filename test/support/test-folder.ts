import { afterAll } from "vitest";
import { type ScratchFolder, scratchFolder } from "./scratch-folder.ts";

/** Creates a temporary folder for the tests of a file, which is removed after them. */
export async function testFolder(): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	afterAll(() => folder[Symbol.asyncDispose]());
	return folder;
}
