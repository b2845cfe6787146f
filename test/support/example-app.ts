import { join } from "node:path";
import { CHROMIUM } from "./chromium.ts";
import { type RunResult, run } from "./run.ts";
import { scratchFolder } from "./scratch-folder.ts";

export const EXAMPLE: string = join(
	import.meta.dirname,
	"../../examples/frontend",
);

const BIN = join(EXAMPLE, "../../node_modules/.bin");

/** Returns a configuration of Playwright with the tests of the example, whose pages use a mock that runs already. */
const configure = (output: string, waitMs: number): string => `
const cwd = ${JSON.stringify(EXAMPLE)};
const { CHROMIUM, APP_URL } = process.env;
export default {
	testDir: cwd + "/tests",
	outputDir: ${JSON.stringify(output)},
	timeout: 60_000,
	expect: { timeout: ${waitMs} },
	use: { baseURL: APP_URL, launchOptions: { executablePath: CHROMIUM } },
	webServer: [{
		command: ${JSON.stringify(join(BIN, "vite"))} + " preview --port 0",
		cwd,
		wait: { stdout: /(?<APP_URL>http:\\/\\/127\\.0\\.0\\.1:\\d+)/ },
	}],
};
`;

/** Runs a program of the packages in the folder of the example app; npx would take a second more. */
const runHere = (program: string, args: readonly string[], env = {}) =>
	run(join(BIN, program), args, { cwd: EXAMPLE, env });

export const buildExample = (): Promise<RunResult> =>
	runHere("vite", ["build"]);

/**
 * Runs the Playwright tests of the built example app with a mock that runs already.
 * @param waitMs how long an assertion waits for the page
 */
export async function testExample(
	url: string,
	waitMs = 10_000,
): Promise<RunResult> {
	await using folder = await scratchFolder();
	const config = await folder.file(
		"playwright.config.mjs",
		configure(join(folder.path, "out"), waitMs),
	);
	const args = ["test", "-c", config];
	// Awaited, because the folder is deleted afterwards.
	return await runHere("playwright", args, { UNDERSTUDY_URL: url, CHROMIUM });
}
