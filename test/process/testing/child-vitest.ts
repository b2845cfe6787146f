import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonTestResults } from "vitest/reporters";
import { run } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

/** The imports of test files that use the fixture. */
export const SPEC_HEAD = `
import { afterAll, beforeAll, describe, expect, test as plain } from "vitest";
import { test } from "../../../../src/entries/vitest.ts";
import { createClient } from "../../../../src/entries/client.ts";
import { loadConfig, setupMock } from "../../../../src/entries/node.ts";
const baseUrl = "http://zaps.test";
`;

/**
 * Runs Vitest in a child process, in one worker. The files import the package from `../../../../src/`. Test files are named `*.spec.ts`,
 * so that this project does not run them as its own tests.
 */
export async function childVitest(
	files: Readonly<Record<string, string>>,
	{ reporters, ...config }: { reporters: unknown[]; [option: string]: unknown },
) {
	// Inside of the project, because Vitest transforms sources only in or near its root.
	const folder = await mkdtemp(join(import.meta.dirname, "child-"));
	const report = join(folder, "report.json");
	const json = ["json", { outputFile: report }];
	const test = {
		include: ["*.spec.ts"],
		reporters: ["default", json, ...reporters],
		isolate: false,
		fileParallelism: false,
		testTimeout: 30_000,
		...config,
	};
	const written = {
		...files,
		"vitest.config.js": `export default ${JSON.stringify({ test })};`,
	};
	for (const [name, text] of Object.entries(written))
		await writeFile(join(folder, name), text);
	const args = [VITEST, "run", "--root", folder];
	const { stdout, stderr } = await run(process.execPath, args);
	const { testResults }: Pick<JsonTestResults, "testResults"> = JSON.parse(
		await readFile(report, "utf8"),
	);
	const tests = testResults.flatMap((file) => file.assertionResults);
	return {
		folder,
		/** Standard output and standard error. */
		output: stdout + stderr,
		/** By title of the test: the messages of its failures, or its status. */
		outcomes: Object.fromEntries(
			tests.map(({ title, status, failureMessages }) => [
				title,
				status === "failed" ? `${failureMessages?.join("\n")}` : status,
			]),
		),
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	};
}
