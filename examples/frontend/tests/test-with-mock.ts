import { test as base } from "@playwright/test";
import { type Control, createControlClient } from "zaps-understudy/control";

/** Adds to each test a session of its own on the mock server, so that tests run in parallel. */
export const test = base.extend<{ mock: Control }>({
	mock: async ({ browserName: _ }, use, { testId }) => {
		const url = process.env.MOCK_URL ?? "";
		const mock = createControlClient({ url, session: testId });
		await use(mock);
		await mock.deleteSession(testId);
	},
	extraHTTPHeaders: ({ browserName: _ }, use, { testId }) =>
		use({ "Mock-Session": testId }),
	baseURL: ({ browserName: _ }, use) => use(process.env.APP_URL),
});
