import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStage, inSession, onZaps, type Stage } from "./stage.ts";

const HALF_AN_HOUR = 1_800_000;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** One visit a millisecond. */
async function visit(
	stage: Stage,
	...sessions: readonly string[]
): Promise<(string | null)[]> {
	const restarted: (string | null)[] = [];
	for (const id of sessions) {
		vi.advanceTimersByTime(1);
		const { headers } = await stage.get("/v1/health", inSession(id));
		restarted.push(headers.get("mock-session-restarted"));
	}
	return restarted;
}

const opened = async ({ control }: Stage): Promise<string[]> =>
	(await control.sessions()).map(({ id }) => id);

test("keeps so many sessions beside the default one, the longest idle leaving first", async () => {
	await using stage = createStage({ sessions: 2 });
	await visit(stage, "default", "a", "b", "a", "c");
	expect(await opened(stage)).toEqual(["default", "a", "c"]);
	await visit(stage, "d");
	expect(await opened(stage)).toEqual(["default", "c", "d"]);
});

test("keeps a thousand where it was not told how many", async () => {
	await using stage = createStage();
	const ids = Array.from({ length: 1_001 }, (_, index) => `s${index}`);
	await visit(stage, ...ids);
	expect(await opened(stage)).toEqual(["default", ...ids.slice(1)]);
});

test("keeps the one at hand though it was told to keep none", async () => {
	await using stage = createStage({ sessions: 0 });
	expect(await visit(stage, "a", "b", "a")).toEqual([null, null, "crowded"]);
	expect((await opened(stage)).length).toBeLessThanOrEqual(2);
});

test("drops a session after it was idle, and not before", async () => {
	await using stage = createStage({ sessionIdleMs: 1_000 });
	await visit(stage, "a", "b");
	vi.advanceTimersByTime(990);
	expect(await opened(stage)).toEqual(["default", "a", "b"]);
	for (let count = 0; count < 3; count++) {
		await visit(stage, "b");
		vi.advanceTimersByTime(500);
	}
	expect(await opened(stage)).toEqual(["default", "b"]);
	vi.advanceTimersByTime(2_000);
	expect(await opened(stage)).toEqual(["default"]);
});

test("drops idle sessions that are opened once it was closed too", async () => {
	await using stage = createStage({ sessionIdleMs: 1_000 });
	await visit(stage, "a");
	await stage.core.close();
	await visit(stage, "b");
	vi.advanceTimersByTime(2_500);
	expect(await opened(stage)).toEqual(["default"]);
});

test("drops one after half an hour where it was not told when", async () => {
	await using stage = createStage();
	await visit(stage, "a");
	vi.advanceTimersByTime(HALF_AN_HOUR - 1);
	expect(await opened(stage)).toEqual(["default", "a"]);
	vi.advanceTimersByTime(120_000);
	expect(await opened(stage)).toEqual(["default"]);
});

test("never drops the default one, idle or crowded", async () => {
	await using stage = createStage({ sessions: 1, sessionIdleMs: 1_000 });
	await stage.create("Kept");
	await visit(stage, "a", "b", "c");
	vi.advanceTimersByTime(10 * HALF_AN_HOUR);
	expect(await opened(stage)).toEqual(["default"]);
	expect((await stage.names())[0]).toBe("Kept");
	expect(await visit(stage, "default")).toEqual([null]);
});

test("starts a dropped session afresh, with nothing of what it was", async () => {
	await using stage = createStage({ sessions: 1, dataset: "empty" });
	const a = stage.control.session("a");
	await stage.create("Gone", "a");
	await a.snapshot();
	await a.setScenario("unhealthy");
	await a.setFaults([onZaps({ kind: "reset" })]);
	await visit(stage, "b", "a");
	expect(await stage.names("a")).toEqual([]);
	expect(await a.snapshots()).toEqual([]);
	expect(await a.faults()).toEqual([]);
	expect(await a.scenarios()).toMatchObject({ active: "normal" });
	const { requests, dropped } = await a.requests();
	expect(requests.map(({ path }) => path)).toEqual(["/v1/zaps", "/v1/health"]);
	expect(dropped).toBe(0);
});

test("says once that a session was restarted, and why", async () => {
	await using stage = createStage({ sessions: 1, sessionIdleMs: 60_000 });
	expect(await visit(stage, "a", "b", "a", "a")).toEqual([
		null,
		null,
		"crowded",
		null,
	]);
	vi.advanceTimersByTime(200_000);
	expect(await visit(stage, "a", "a")).toEqual(["idle", null]);
});

test("says it with the first answer there is, whatever that is", async () => {
	await using stage = createStage({ sessions: 1 });
	await visit(stage, "a", "b");
	await stage.control
		.session("a")
		.setFaults([onZaps({ kind: "reset", times: 1 })]);
	await expect(stage.names("a")).rejects.toThrow("broke");
	const { status, headers } = await stage.get("/v1/none", inSession("a"));
	expect(status).toBe(404);
	expect(headers.get("mock-session-restarted")).toBe("crowded");
});

test("says nothing of the kind to the other sessions", async () => {
	await using stage = createStage({ sessions: 2 });
	expect(await visit(stage, "a", "b", "c", "b", "c")).toEqual(
		Array.from({ length: 5 }, () => null),
	);
});
