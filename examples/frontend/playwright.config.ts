import { defineConfig } from "@playwright/test";

const { CHROMIUM } = process.env;

export default defineConfig({
	testDir: "tests",
	fullyParallel: true,
	workers: "100%",
	forbidOnly: process.env.CI !== undefined,
	use: {
		launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
	},
	// Both listen on a free port. The groups in `wait` become environment variables: the preview
	// server reads MOCK_URL, and the tests read both.
	webServer: [
		{
			command: "zaps-understudy serve --port 0",
			wait: { stdout: /(?<MOCK_URL>http:\/\/127\.0\.0\.1:\d+)/ },
		},
		{
			command: "vite preview --port 0",
			wait: { stdout: /(?<APP_URL>http:\/\/127\.0\.0\.1:\d+)/ },
		},
	],
});
