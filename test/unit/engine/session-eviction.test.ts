import { beforeEach, expect, test, vi } from "vitest";
import { summarize } from "../../conformance/control/summarize.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import {
	createTestMock,
	inSession,
	sessionIds,
	type TestMock,
} from "./test-mock.ts";

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

/** Requests the sessions in turn, one millisecond apart. Returns their Mock-Session-Restarted headers. */
async function visitSessions(
	mock: TestMock,
	...sessions: readonly string[]
): Promise<(string | null)[]> {
	const restarted: (string | null)[] = [];
	for (const id of sessions) {
		vi.advanceTimersByTime(1);
		const { headers } = await mock.get("/v1/health", inSession(id));
		restarted.push(headers.get("mock-session-restarted"));
	}
	return restarted;
}

test("keeps at most `sessions` sessions plus the default one, and drops the longest idle first", async () => {
	await using mock = createTestMock({ sessions: 2 });
	await visitSessions(mock, "default", "a", "b", "a", "c");
	expect(await sessionIds(mock)).toEqual(["default", "a", "c"]);
	await visitSessions(mock, "d");
	expect(await sessionIds(mock)).toEqual(["default", "c", "d"]);
});

test("drops sessions last that a handler or the control has changed", async () => {
	await using mock = createTestMock({ sessions: 3 });
	await mock.create("Written", "a");
	await mock.session("b").setFaults([zapsFault({ kind: "reset" })]);
	await visitSessions(mock, "c", "d", "e");
	expect(await sessionIds(mock)).toEqual(["default", "a", "b", "e"]);
	await mock.create("Written", "e");
	await visitSessions(mock, "f");
	expect(await sessionIds(mock)).toEqual(["default", "b", "e", "f"]);
});

test("sessions that pages of other origins open push out only each other, until another client uses them", async () => {
	await using mock = createTestMock({ sessions: 2 });
	await visitSessions(mock, "a", "b");
	for (const id of ["x", "y", "z"]) {
		vi.advanceTimersByTime(1);
		const page = { ...inSession(id), origin: "https://other.example" };
		await mock.post("/v1/zaps", { name: "Foreign" }, page);
	}
	expect(await sessionIds(mock)).toEqual(["default", "a", "b", "y", "z"]);
	await visitSessions(mock, "c", "y");
	expect(await sessionIds(mock)).toEqual(["default", "y", "z", "c"]);
});

test("reports a store that fails to delete an evicted session, and goes on", async () => {
	const failure = new Error("The disk is full.");
	const onError = vi.fn();
	await using mock = createTestMock({ sessions: 1, onError });
	vi.spyOn(mock.core.context.store, "drop").mockRejectedValue(failure);
	await visitSessions(mock, "a", "b");
	await vi.waitFor(() => expect(onError.mock.calls).toEqual([[failure]]));
	expect(await sessionIds(mock)).toEqual(["default", "b"]);
});

test("keeps 1000 sessions by default", async () => {
	await using mock = createTestMock();
	const ids = Array.from({ length: 1_001 }, (_, index) => `s${index}`);
	for (const id of ids) await mock.session(id).clearFaults();
	expect(await sessionIds(mock)).toEqual(["default", ...ids.slice(1)]);
});

test("keeps the session in use even with `sessions: 0`", async () => {
	await using mock = createTestMock({ sessions: 0 });
	const restarted = await visitSessions(mock, "a", "b", "a");
	expect(restarted).toEqual([null, null, "crowded"]);
	expect((await sessionIds(mock)).length).toBeLessThanOrEqual(2);
});

test("drops a session once it was idle for `sessionIdleMs`", async () => {
	await using mock = createTestMock({ sessionIdleMs: 1_000 });
	await visitSessions(mock, "a", "b");
	vi.advanceTimersByTime(990);
	expect(await sessionIds(mock)).toEqual(["default", "a", "b"]);
	for (let count = 0; count < 3; count++) {
		await visitSessions(mock, "b");
		vi.advanceTimersByTime(500);
	}
	expect(await sessionIds(mock)).toEqual(["default", "b"]);
	vi.advanceTimersByTime(2_000);
	expect(await sessionIds(mock)).toEqual(["default"]);
});

test("drops idle sessions that are opened after the mock was closed", async () => {
	await using mock = createTestMock({ sessionIdleMs: 1_000 });
	await visitSessions(mock, "a");
	await mock.core.close();
	await visitSessions(mock, "b");
	vi.advanceTimersByTime(2_500);
	expect(await sessionIds(mock)).toEqual(["default"]);
});

test("drops a session after half an hour by default, but never the default session", async () => {
	await using mock = createTestMock({ sessions: 1 });
	await mock.create("Kept");
	await visitSessions(mock, "a", "b", "c");
	vi.advanceTimersByTime(1_799_999);
	expect(await sessionIds(mock)).toEqual(["default", "c"]);
	vi.advanceTimersByTime(120_000);
	expect(await sessionIds(mock)).toEqual(["default"]);
	vi.advanceTimersByTime(18_000_000);
	expect((await mock.names())[0]).toBe("Kept");
	expect(await visitSessions(mock, "default")).toEqual([null]);
});

test("starts a dropped session from scratch", async () => {
	await using mock = createTestMock({ sessions: 1, dataset: "empty" });
	const a = mock.session("a");
	await mock.create("Gone", "a");
	await a.snapshot();
	await a.setScenario("unhealthy");
	await a.setFaults([zapsFault({ kind: "reset" })]);
	await visitSessions(mock, "b", "a");
	expect(await summarize(a)).toBe(
		"normal, 0 faults, 0 snapshots, 1 requests, 0 zaps",
	);
});

test("reports once that a session was restarted, and why, but not to other sessions", async () => {
	await using mock = createTestMock({ sessions: 2, sessionIdleMs: 60_000 });
	const first = await visitSessions(mock, "a", "b", "c", "b", "c");
	expect(first).toEqual([null, null, null, null, null]);
	expect(await visitSessions(mock, "a", "a")).toEqual(["crowded", null]);
	vi.advanceTimersByTime(200_000);
	expect(await visitSessions(mock, "a", "a")).toEqual(["idle", null]);
});

test("reports a restart with the first response, whatever its status", async () => {
	await using mock = createTestMock({ sessions: 1 });
	await visitSessions(mock, "a", "b");
	const a = mock.session("a");
	await a.setFaults([zapsFault({ kind: "reset", times: 1 })]);
	await expect(mock.names("a")).rejects.toThrow("broke");
	const { status, headers } = await mock.get("/v1/none", inSession("a"));
	expect(status).toBe(404);
	expect(headers.get("mock-session-restarted")).toBe("crowded");
});
