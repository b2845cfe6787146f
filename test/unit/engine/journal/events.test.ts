import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Control } from "../../../../src/control/control.ts";
import type { JournalEntry } from "../../../../src/journal/entry.ts";
import { createTestMock } from "../test-mock.ts";

/** Collects events until it is disposed. */
async function listen(
	control: Control,
): Promise<{ paths: string[] } & AsyncDisposable> {
	const abortController = new AbortController();
	const paths: string[] = [];
	const events = await control.events(abortController.signal);
	const reading = (async () => {
		for await (const { session, path } of events)
			paths.push(`${session} ${path}`);
	})();
	return {
		paths,
		async [Symbol.asyncDispose]() {
			abortController.abort();
			await reading;
		},
	};
}

test("emits each later exchange, in order", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health");
	await using events = await listen(mock.control);
	await mock.names("a");
	await mock.get("/v1/none");
	await setImmediate();
	expect(events.paths).toEqual(["a /v1/zaps", "default /v1/none"]);
});

test("emits the same entry that the journal returns", async () => {
	await using mock = createTestMock();
	const abortController = new AbortController();
	const seen: JournalEntry[] = [];
	const events = await mock.control.events(abortController.signal);
	const reading = (async () => {
		for await (const entry of events) {
			seen.push(entry);
			abortController.abort();
		}
	})();
	await mock.create("Emitted");
	await reading;
	expect(seen).toEqual((await mock.control.requests()).requests);
});

test("emits only exchanges of the session to a listener of a session", async () => {
	await using mock = createTestMock();
	await using all = await listen(mock.control);
	await using ofA = await listen(mock.control.session("a"));
	for (const session of ["a", "b", "a"]) await mock.names(session);
	await setImmediate();
	expect(all.paths).toHaveLength(3);
	expect(ofA.paths).toEqual(["a /v1/zaps", "a /v1/zaps"]);
});

test("emits nothing after the signal is aborted", async () => {
	await using mock = createTestMock();
	const events = await listen(mock.control);
	await mock.names("a");
	await setImmediate();
	await events[Symbol.asyncDispose]();
	await mock.names("a");
	await setImmediate();
	expect(events.paths).toHaveLength(1);
});

test("ends at once if the signal is already aborted", async () => {
	await using mock = createTestMock();
	const seen: unknown[] = [];
	for await (const entry of await mock.control.events(AbortSignal.abort()))
		seen.push(entry);
	expect(seen).toEqual([]);
});

test("emits exchanges from the subscription on, not from the first read on", async () => {
	await using mock = createTestMock();
	const abortController = new AbortController();
	const read = await mock.control.events(abortController.signal);
	const events = read[Symbol.asyncIterator]();
	await mock.names("a");
	setTimeout(() => abortController.abort(), 50);
	expect((await events.next()).value).toMatchObject({ session: "a" });
	abortController.abort();
});

test("drops the oldest large events for a slow reader", async () => {
	await using mock = createTestMock();
	const abortController = new AbortController();
	const read = await mock.control.events(abortController.signal);
	const large = "x".repeat(1_048_576);
	for (let count = 0; count < 70; count++) await mock.post("/v1/none", large);
	const { value } = await read[Symbol.asyncIterator]().next();
	// At most 64 MiB wait, and an exchange is a little larger than its body.
	expect(value.id).toBe("8");
	abortController.abort();
});

test("drops the oldest events for a slow reader, and continues", async () => {
	await using mock = createTestMock();
	const abortController = new AbortController();
	const read = await mock.control.events(abortController.signal);
	const events = read[Symbol.asyncIterator]();
	const first = events.next();
	for (let count = 0; count < 1_500; count++) await mock.get("/v1/health");
	expect((await first).value.id).toBe("1");
	const { value } = await events.next();
	expect(Number(value.id)).toBeGreaterThan(400);
	expect(Number(value.id)).toBeLessThan(600);
	abortController.abort();
});
