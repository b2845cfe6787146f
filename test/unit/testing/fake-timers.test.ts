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

test("the clock of a test follows the time that the test sets, and so do the records of the dataset", async () => {
	await using mock = setupMock({ clock: "test" }).listen();
	await mock.run(async ({ url, clock, state }) => {
		vi.useFakeTimers({ toFake: ["Date"] });
		try {
			vi.setSystemTime("2031-05-05T10:00:00Z");
			const [newest] = (await state()).zaps;
			expect(newest?.createdAt).toMatch(/^2031-05-0[45]/);
			const create = async () => {
				const body = JSON.stringify({ name: "A" });
				const headers = { "content-type": "application/json" };
				const init = { method: "POST", body, headers };
				return (await fetch(`${url}/v1/zaps`, init)).json();
			};
			expect((await create()).createdAt).toBe("2031-05-05T10:00:00.000Z");
			vi.setSystemTime("2031-05-06T10:00:00Z");
			expect((await create()).createdAt).toBe("2031-05-06T10:00:00.000Z");
			await clock.advance("1h");
			vi.setSystemTime("2031-05-07T10:00:00Z");
			expect((await create()).createdAt).toBe("2031-05-07T11:00:00.000Z");
		} finally {
			vi.useRealTimers();
		}
	});
});
