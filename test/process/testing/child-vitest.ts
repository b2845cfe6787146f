import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

export interface ChildVitest extends AsyncDisposable {
	readonly folder: string;
	readonly code: number | null;
	/** Standard output and standard error. */
	readonly output: string;
}

/**
 * Runs Vitest in a child process. The files import the package from `../../../../src/`. Test files are named `*.spec.ts`,
 * so that this project does not run them as its own tests.
 */
export async function childVitest(
	files: Readonly<Record<string, string>>,
	config: object = {},
): Promise<ChildVitest> {
	// Inside of the project, because Vitest transforms sources only in or near its root.
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
