import { expect, test } from "vitest";
import { createTestMock } from "../test-mock.ts";

test("drops the oldest large events for a slow reader", async () => {
	await using mock = createTestMock();
	const events = await mock.events(new AbortController().signal);
	const large = "x".repeat(1_048_576);
	for (let count = 0; count < 70; count++) await mock.post("/v1/none", large);
	const { value } = await events[Symbol.asyncIterator]().next();
	// At most 64 MiB wait, and an exchange is a little larger than its body.
	expect(value.id).toBe("8");
});
