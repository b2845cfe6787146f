import {
	mkdir,
	readFile,
	rename,
	rm,
	symlink,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { watchFiles } from "../../../src/cli/serve/watch-files.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** Watches a file, whose folder is two levels deep, and records each text that is loaded. */
async function watchDeepFile() {
	const scratch = await scratchFolder();
	const stopping = new AbortController();
	const { signal } = stopping;
	const at = (path: string): string => join(scratch.path, path);
	async function write(folder: string, text: string): Promise<void> {
		await mkdir(at(folder), { recursive: true });
		await writeFile(at(`${folder}/api.yaml`), text);
	}
	const loaded: string[] = [];
	return {
		at,
		write,
		/** @param folder of the file */
		async watch(folder: string, since?: number): Promise<void> {
			const file = at(`${folder}/api.yaml`);
			await watchFiles(
				new Set([file]),
				{
					load: (read) => readFile(read.add(file) && file, "utf8"),
					onLoaded: async (text) => void loaded.push(text),
					onInvalid: async () => void loaded.push("invalid"),
				},
				signal,
				since,
			);
		},
		until: (text: string) =>
			vi.waitFor(() => expect(loaded.splice(0)).toContain(text), 5_000),
		async [Symbol.asyncDispose]() {
			stopping.abort();
			await scratch[Symbol.asyncDispose]();
		},
	};
}

test("a file that changed before it was watched, but perhaps after it was read, is loaded once more", async () => {
	await using watched = await watchDeepFile();
	const since = Date.now() - 1_000;
	await watched.write("dist/deep", "changed");
	await watched.watch("dist/deep", since);
	await watched.until("changed");
});

test.each(["dist", "dist/deep"])(
	"a file is followed in a folder that is missing for a time, with %s",
	async (removed) => {
		await using watched = await watchDeepFile();
		const { at, write, watch, until } = watched;
		await write("dist/deep", "one");
		await watch("dist/deep");
		for (const text of ["two", "three"]) {
			await rm(at(removed), { recursive: true });
			await until("invalid");
			await write("dist/deep", text);
			await until(text);
		}
	},
);

test.each(["dist", "dist/deep"])(
	"a file is followed when another folder replaces %s",
	async (replaced) => {
		await using watched = await watchDeepFile();
		const { at, write, watch, until } = watched;
		await write("dist/deep", "one");
		await watch("dist/deep");
		await write("next/deep", "two");
		await rename(at(replaced), at("old"));
		await rename(at(replaced.replace("dist", "next")), at(replaced));
		await until("two");
		await write("dist/deep", "three");
		await until("three");
	},
);

test("a file is followed when a link on its path leads to another folder", async () => {
	await using watched = await watchDeepFile();
	const { at, write, watch, until } = watched;
	await write("one/deep", "one");
	await write("two/deep", "two");
	await symlink(at("one"), at("current"));
	await watch("current/deep");
	await symlink(at("two"), at("next"));
	await rename(at("next"), at("current"));
	await until("two");
	await write("two/deep", "three");
	await until("three");
});
