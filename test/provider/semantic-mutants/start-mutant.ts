import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { startLibrary } from "../../contracts/library/start-library.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import type { Service } from "../server.ts";

/** A service that conforms in each single response, and breaks a rule over several. */
export interface SemanticMutant {
	/** The service that is changed. */
	readonly service: "zaps" | "library";
	readonly name: string;
	/** The number of requests that show the defect, on a service without records. */
	readonly shortest: number;
	/** The text of the source that is replaced. */
	readonly from: string;
	readonly to: string;
}

const ROWS = readFileSync(join(import.meta.dirname, "mutants.txt"), "utf8");

export const SEMANTIC_MUTANTS: readonly SemanticMutant[] = ROWS.trim()
	.split("\n")
	.map((row) => {
		const [service = "", name = "", shortest, from = "", to = ""] =
			row.split(/ \|(?: |$)/);
		return {
			service: service === "library" ? service : "zaps",
			...{ name, shortest: Number(shortest), from, to },
		};
	});

/** Starts the ordinary zaps service with another text in its sources. */
async function startChangedZaps(mutant: SemanticMutant): Promise<Service> {
	let count = 0;
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, "../server.ts")],
		// With the packages, so that it runs in any folder.
		...{ bundle: true, write: false, platform: "node", format: "cjs" },
		plugins: [
			{
				name: "change",
				setup: ({ onLoad }) =>
					onLoad({ filter: /provider\/[^/]+\.ts$/ }, async ({ path }) => {
						const source = await readFile(path, "utf8");
						count += source.split(mutant.from).length - 1;
						const contents = source.replace(mutant.from, () => mutant.to);
						return { contents, loader: "ts" };
					}),
			},
		],
	});
	if (count !== 1)
		throw new Error(`${count} texts instead of one to change: ${mutant.name}.`);
	const folder = await scratchFolder();
	const [{ text = "" } = {}] = outputFiles;
	const file = await folder.file("server.cjs", text);
	try {
		const { startService }: typeof import("../server.ts") = await import(
			/* @vite-ignore */ pathToFileURL(file).href
		);
		return await startService();
	} finally {
		await folder[Symbol.asyncDispose]();
	}
}

/**
 * Starts the service of a mutant.
 * @throws Error if the source does not have the text of the mutant
 */
export const startMutant = (
	mutant: SemanticMutant,
): Promise<Pick<Service, "url" | typeof Symbol.asyncDispose>> =>
	mutant.service === "zaps"
		? startChangedZaps(mutant)
		: startLibrary([mutant.name, mutant.from, mutant.to]);
