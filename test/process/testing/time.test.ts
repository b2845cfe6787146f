import { expect, test as plainTest, vi } from "vitest";
import { setupMock } from "../../../src/node.ts";
import { test } from "../../../src/vitest.ts";

// Each test uses a new mock, because the first request of a mock starts the timer that drops idle sessions.

async function timersAfterARequest(url: string): Promise<number> {
	vi.useFakeTimers();
	try {
		await fetch(`${url}/v1/health`);
		return vi.getTimerCount();
	} finally {
		vi.useRealTimers();
	}
}

plainTest("a run with fake timers has no timer of the mock", async () => {
	await using mock = setupMock().listen();
	expect(await mock.run(({ url }) => timersAfterARequest(url))).toBe(0);
});

test("a test with fake timers has no timer of the mock", async ({ mock }) => {
	expect(await timersAfterARequest(mock.url)).toBe(0);
});
