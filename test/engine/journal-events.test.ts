import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Control } from "../../src/control/control.ts";
import type { JournalEntry } from "../../src/journal/entry.ts";
import { createStage } from "./stage.ts";

/** Collects the events from now on, until it is disposed. */
async function listen(
	control: Control,
): Promise<{ paths: string[] } & AsyncDisposable> {
	const enough = new AbortController();
	const paths: string[] = [];
	const events = await control.events(enough.signal);
	const reading = (async () => {
		for await (const { session, path } of events)
			paths.push(`${session} ${path}`);
	})();
	return {
		paths,
		async [Symbol.asyncDispose]() {
			enough.abort();
			await reading;
		},
	};
}

test("tells each exchange from now on, in order", async () => {
	await using stage = createStage();
	await stage.get("/v1/health");
	await using events = await listen(stage.control);
	await stage.names("a");
	await stage.get("/v1/none");
	await setImmediate();
	expect(events.paths).toEqual(["a /v1/zaps", "default /v1/none"]);
});

test("tells as an event what the journal tells of it", async () => {
	await using stage = createStage();
	const enough = new AbortController();
	const seen: JournalEntry[] = [];
	const events = await stage.control.events(enough.signal);
	const reading = (async () => {
		for await (const entry of events) {
			seen.push(entry);
			enough.abort();
		}
	})();
	await stage.create("Told");
	await reading;
	expect(seen).toEqual((await stage.control.requests()).requests);
});

test("tells a session's listener only of the session", async () => {
	await using stage = createStage();
	await using all = await listen(stage.control);
	await using ofA = await listen(stage.control.session("a"));
	for (const session of ["a", "b", "a"]) await stage.names(session);
	await setImmediate();
	expect(all.paths).toHaveLength(3);
	expect(ofA.paths).toEqual(["a /v1/zaps", "a /v1/zaps"]);
});

test("tells nothing more once it is enough, and what came before to nobody", async () => {
	await using stage = createStage();
	const events = await listen(stage.control);
	await stage.names("a");
	await setImmediate();
	await events[Symbol.asyncDispose]();
	await stage.names("a");
	await setImmediate();
	expect(events.paths).toHaveLength(1);
});

test("tells a listener who was told to stop before it began nothing, and lets it go", async () => {
	await using stage = createStage();
	const seen: unknown[] = [];
	for await (const entry of await stage.control.events(AbortSignal.abort()))
		seen.push(entry);
	expect(seen).toEqual([]);
});

test("tells from when it is asked for, not from when it is first read", async () => {
	await using stage = createStage();
	const enough = new AbortController();
	const read = await stage.control.events(enough.signal);
	const events = read[Symbol.asyncIterator]();
	await stage.names("a");
	setTimeout(() => enough.abort(), 50);
	expect((await events.next()).value).toMatchObject({ session: "a" });
	enough.abort();
});

test("drops the oldest for one who reads too slowly, and goes on", async () => {
	await using stage = createStage();
	const enough = new AbortController();
	const read = await stage.control.events(enough.signal);
	const events = read[Symbol.asyncIterator]();
	const first = events.next();
	for (let count = 0; count < 1_500; count++) await stage.get("/v1/health");
	expect((await first).value.id).toBe("1");
	const { value } = await events.next();
	expect(Number(value.id)).toBeGreaterThan(400);
	expect(Number(value.id)).toBeLessThan(600);
	enough.abort();
});
