import { expect, test, vi } from "vitest";
import { setupMock } from "../../../src/entries/node.ts";

test("a run with fake timers has no timer of the mock", async () => {
	// A new mock, because its first request starts the timer that drops idle sessions.
	await using mock = setupMock().listen();
	const timers = await mock.run(async ({ url }) => {
		vi.useFakeTimers();
		try {
			await fetch(`${url}/v1/health`);
			return vi.getTimerCount();
		} finally {
			vi.useRealTimers();
		}
	});
	expect(timers).toBe(0);
});
