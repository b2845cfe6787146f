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
const configure = (output: string): string => `
const cwd = ${JSON.stringify(EXAMPLE)};
const { CHROMIUM, APP_URL } = process.env;
export default {
	testDir: cwd + "/tests",
	outputDir: ${JSON.stringify(output)},
	timeout: 60_000,
	expect: { timeout: 10_000 },
	use: { baseURL: APP_URL, launchOptions: { executablePath: CHROMIUM } },
	webServer: [{
		command: ${JSON.stringify(join(BIN, "vite"))} + " preview --port 0",
		cwd,
		wait: { stdout: /(?<APP_URL>http:\\/\\/127\\.0\\.0\\.1:\\d+)/ },
	}],
};
`;

/** Runs the Playwright tests of the built example app with a mock that runs already. */
export async function testExample(url: string): Promise<RunResult> {
	await using folder = await scratchFolder();
	const config = await folder.file(
		"playwright.config.mjs",
		configure(join(folder.path, "out")),
	);
	const args = ["test", "-c", config];
	// Awaited, because the folder is deleted afterwards.
	return await run(join(BIN, "playwright"), args, {
		cwd: EXAMPLE,
		env: { UNDERSTUDY_URL: url, CHROMIUM },
	});
}
