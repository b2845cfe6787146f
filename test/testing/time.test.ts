import { expect, test as plainTest, vi } from "vitest";
import { setupMock } from "../../src/node.ts";
import { test } from "../../src/vitest.ts";

// Each with a mock that has had no request yet, since the first of a session starts the timer that ends idle ones.

async function timersAfterARequest(url: string): Promise<number> {
	vi.useFakeTimers();
	try {
		await fetch(`${url}/v1/health`);
		return vi.getTimerCount();
	} finally {
		vi.useRealTimers();
	}
}

plainTest(
	"a run in which time stands still has no timer of the mock's",
	async () => {
		await using mock = setupMock().listen();
		expect(await mock.run(({ url }) => timersAfterARequest(url))).toBe(0);
	},
);

test("nor has a test", async ({ mock }) => {
	expect(await timersAfterARequest(mock.url)).toBe(0);
});
