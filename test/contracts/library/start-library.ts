import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { listen, type StubServer } from "../../support/listen.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** A defect of the ordinary implementation: a name, and a text of its source with what replaces it. */
export type Mutant = readonly [name: string, from: string, to: string];

const read = (file: string): Promise<string> =>
	readFile(join(import.meta.dirname, file), "utf8");

const SOURCE = (
	await read("../../../examples/library/implementation.ts")
).replaceAll(/\s+/g, " ");

export const MUTANTS: readonly Mutant[] = (await read("mutants.txt"))
	.trim()
	.split("\n")
	.map((line) => {
		const [name = "", from = "", to = ""] = line.split(/ \|(?: |$)/);
		return [name, from, to];
	});

/**
 * Starts the ordinary implementation of the library.
 * @param mutant a defect that it has
 * @throws Error if its source does not have the text of the mutant
 */
export async function startLibrary(mutant?: Mutant): Promise<StubServer> {
	const [name, from = "", to = ""] = mutant ?? [];
	if (!SOURCE.includes(from)) throw new Error(`Nothing to change: ${name}.`);
	const source = from ? SOURCE.replaceAll(from, () => to) : SOURCE;
	const { code } = await transform(source, { loader: "ts" });
	await using folder = await scratchFolder();
	const file = pathToFileURL(await folder.file("library.mjs", code)).href;
	const { createLibrary }: { createLibrary(): Server } = await import(
		/* @vite-ignore */ file
	);
	return await listen(createLibrary());
}
