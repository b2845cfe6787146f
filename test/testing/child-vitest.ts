import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/run.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

export interface ChildVitest extends AsyncDisposable {
	readonly folder: string;
	readonly code: number | null;
	/** All that it wrote, without colours. */
	readonly output: string;
}

/**
 * Runs Vitest in a process of its own, over files that import `test` and what else there is from `../../../src/`.
 * They are called `*.spec.ts`, which are none of this project's tests.
 */
export async function childVitest(
	files: Readonly<Record<string, string>>,
	config: object = {},
): Promise<ChildVitest> {
	// Below the sources, which Vitest only transforms where it finds them in its root or beside it.
	const folder = await mkdtemp(join(import.meta.dirname, "child-"));
	const written = {
		...files,
		"vitest.config.js": `export default ${JSON.stringify({ test: { include: ["*.spec.ts"], ...config } })};`,
	};
	for (const [name, text] of Object.entries(written))
		await writeFile(join(folder, name), text);
	const args = [VITEST, "run", "--root", folder];
	const { code, stdout, stderr } = await run(process.execPath, args);
	return {
		folder,
		code,
		output: stdout + stderr,
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	};
}
