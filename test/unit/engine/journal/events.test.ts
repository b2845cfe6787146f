import { expect, test } from "vitest";
import type { JournalEntry } from "../../../../src/journal/entry.ts";
import { createTestMock } from "../test-mock.ts";

async function take(
	events: AsyncIterable<JournalEntry>,
	count: number,
): Promise<JournalEntry[]> {
	const taken: JournalEntry[] = [];
	for await (const entry of events) if (taken.push(entry) === count) break;
	return taken;
}

test("emits each exchange of the session after the subscription, in order and as the journal returns it", async () => {
	await using mock = createTestMock();
	await mock.create("before", "a");
	const { signal } = new AbortController();
	const events = await mock.control.events(signal);
	const eventsOfA = await mock.control.session("a").events(signal);
	await mock.create("Emitted", "a");
	await mock.get("/v1/none");
	await mock.names("a");
	const { requests } = await mock.control.requests({ limit: 3 });
	const [first, second, third] = requests.toReversed();
	expect(await take(events, 3)).toEqual([first, second, third]);
	expect(await take(eventsOfA, 2)).toEqual([first, third]);
});

test("drops the oldest large events for a slow reader", async () => {
	await using mock = createTestMock();
	const events = await mock.control.events(new AbortController().signal);
	const large = "x".repeat(1_048_576);
	for (let count = 0; count < 70; count++) await mock.post("/v1/none", large);
	// At most 64 MiB wait, and an exchange is a little larger than its body.
	expect(await take(events, 1)).toMatchObject([{ id: "8" }]);
});
