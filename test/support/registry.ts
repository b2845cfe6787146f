import { join } from "node:path";
import { run } from "./run.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Whether npm reaches a registry. */
export const HAS_REGISTRY: boolean =
	(await run("npm", ["view", "node", "version", "--fetch-retries=0"])).code ===
	0;
if (!HAS_REGISTRY)
	process.stderr.write(
		"Skipped: tests that install packages. To run them, let npm reach a registry: npm config set registry <url>\n",
	);

/** Packs this package, and returns the path of the tarball in the folder. */
export async function packInto(folder: string): Promise<string> {
	const args = ["pack", "--silent", "--ignore-scripts"];
	const to = ["--pack-destination", folder];
	const { stdout } = await run("npm", [...args, ...to], { cwd: ROOT });
	return join(folder, stdout.trim());
}

/**
 * Installs packages into a folder.
 * @throws Error with the output of npm
 */
export async function installPackages(
	folder: string,
	packages: readonly string[],
	env: NodeJS.ProcessEnv = {},
): Promise<void> {
	const quiet = ["--silent", "--no-audit", "--no-fund", "--prefer-offline"];
	const args = ["install", ...quiet, ...packages];
	const { code, stdout, stderr } = await run("npm", args, { cwd: folder, env });
	if (code !== 0) throw new Error(`npm install failed:\n${stdout}${stderr}`);
}
