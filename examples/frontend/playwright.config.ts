import { defineConfig } from "@playwright/test";
import { mockServer } from "zaps-understudy/playwright";

const { CHROMIUM } = process.env;

export default defineConfig({
	testDir: "tests",
	fullyParallel: true,
	workers: "100%",
	forbidOnly: process.env.CI !== undefined,
	use: {
		baseURL: process.env.APP_URL,
		launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
	},
	// Both listen on a free port. `vite preview` and the tests find the mock by UNDERSTUDY_URL, which
	// `mockServer` sets. The group in `wait` becomes an environment variable, too.
	webServer: [
		mockServer(),
		{
			command: "vite preview --port 0",
			wait: { stdout: /(?<APP_URL>http:\/\/127\.0\.0\.1:\d+)/ },
		},
	],
});
