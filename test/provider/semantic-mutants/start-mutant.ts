import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { startLibrary } from "../../contracts/library/start-library.ts";
import type { StubServer } from "../../support/listen.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

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

/** Starts the ordinary zaps service with other texts in its sources. Each is changed once, in this order. */
export async function startChangedZaps(
	changes: readonly (readonly [from: string, to: string])[],
): Promise<StubServer> {
	const changed = new Set<string>();
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, "../server.ts")],
		// With the packages, so that it runs in any folder.
		...{ bundle: true, write: false, platform: "node", format: "cjs" },
		plugins: [
			{
				name: "change",
				setup: ({ onLoad }) =>
					onLoad({ filter: /provider\/[^/]+\.ts$/ }, async ({ path }) => {
						let contents = await readFile(path, "utf8");
						for (const [from, to] of changes) {
							if (!contents.includes(from)) continue;
							contents = contents.replace(from, () => to);
							changed.add(from);
						}
						return { contents, loader: "ts" };
					}),
			},
		],
	});
	const missing = changes.find(([from]) => !changed.has(from));
	if (missing) throw new Error(`No source has the text ${missing[0]}.`);
	await using folder = await scratchFolder();
	const [{ text = "" } = {}] = outputFiles;
	const file = await folder.file("server.cjs", text);
	const { startService }: typeof import("../server.ts") = await import(
		/* @vite-ignore */ pathToFileURL(file).href
	);
	return await startService();
}

/**
 * Starts the service of a mutant.
 * @throws Error if the source does not have the text of the mutant
 */
export const startMutant = (mutant: SemanticMutant): Promise<StubServer> =>
	mutant.service === "zaps"
		? startChangedZaps([[mutant.from, mutant.to]])
		: startLibrary([mutant.name, mutant.from, mutant.to]);
