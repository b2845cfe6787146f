import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createControlClient } from "../../src/control/client/client.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { describeInChromium } from "../support/describe-in-chromium.ts";
import { EXAMPLE, testExample } from "../support/example-app.ts";
import { run } from "../support/run.ts";
import { startCli } from "../support/understudy.ts";
import { startServer } from "./start-server.ts";

const cwd = EXAMPLE;
const NO_SERVER = "http://127.0.0.1:1";
const TIMEOUT_MS = 120_000;

/** Starts the dev server of the example with one of its scripts. */
const startApp = (script: string, env: NodeJS.ProcessEnv) =>
	startServer("npm", ["run", script, "--", "--port", "0"], { cwd, env });

describeInChromium("examples/frontend", (browser) => {
	test(
		"compiles, builds without the mock, and passes its own tests",
		async () => {
			const result = await run("npm", ["test"], { cwd, env: { CHROMIUM } });
			expect(result).toMatchObject({ code: 0 });
			expect(result.stdout).toMatch(/[1-9] passed/);
			const assets = join(cwd, "dist/assets");
			for (const name of await readdir(assets))
				expect(await readFile(join(assets, name), "utf8")).not.toMatch(
					/worker/i,
				);
		},
		TIMEOUT_MS,
	);

	test(
		"passes its own tests with a mock that runs already",
		async () => {
			await using mock = await startCli();
			// Of the app that the test before this one has built.
			const result = await testExample(mock.url);
			expect(result).toMatchObject({ code: 0 });
			expect(result.stdout).toMatch(/[1-9] passed/);
		},
		TIMEOUT_MS,
	);

	test.each([
		["page", 0, () => ({ UNDERSTUDY_URL: NO_SERVER })],
		["proxy", 1, (url: string) => ({ UNDERSTUDY_URL: url })],
		[
			"url",
			1,
			(url: string) => ({ VITE_API_URL: url, UNDERSTUDY_URL: NO_SERVER }),
		],
	])(
		"lists zaps with dev:%s",
		async (way, sent, env) => {
			await using mock = await startCli();
			using app = await startApp(`dev:${way}`, env(mock.url));
			await using page = await browser().newPage();
			const problems: string[] = [];
			page.on("pageerror", (error) => problems.push(error.message));
			page.on("console", (message) => {
				if (message.type() !== "debug") problems.push(message.text());
			});
			await page.goto(app.url);
			await page.getByRole("listitem").nth(9).waitFor();
			const control = createControlClient({ url: mock.url });
			expect(await control.countRequests({ operation: "listZaps" })).toBe(sent);
			expect(problems).toEqual([]);
		},
		TIMEOUT_MS,
	);
});
