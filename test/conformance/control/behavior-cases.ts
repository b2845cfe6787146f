import { expect, test } from "vitest";
import type { stages } from "../../support/serve-stage.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { summarize } from "./summarize.ts";

/** The contents of a new session. */
const NOTHING = "normal, 0 faults, 0 snapshots, 0 requests, 0 zaps";

export function addBehaviorCases(open: (typeof stages)[string]): void {
	test("lists the scenarios, and activates one, but no unknown one", async () => {
		await using stage = await open();
		const { active, available } = await stage.control.scenarios();
		expect(active).toBe("normal");
		expect(available).toContainEqual({
			name: "broken",
			description: "Every operation fails with 500.",
		});
		await stage.control.setScenario("broken");
		expect(await stage.control.scenarios()).toEqual({
			active: "broken",
			available,
		});
		expect((await stage.send("/v1/zaps")).status).toBe(500);
	});

	test("forwards operations to a service, and stops again", async () => {
		await using stage = await open();
		await using service = await startEmpty();
		const { control } = stage;
		const { url } = service;
		const headers = { authorization: "Bearer secret" };
		await control.setForward({ url, only: ["getHealth"], headers });
		expect(await control.forward()).toEqual({
			url,
			operations: ["getHealth"],
			headers: { authorization: "[redacted]" },
			lostHeaders: [],
			timeoutMs: 30_000,
			strict: false,
		});
		const response = await stage.send("/v1/health");
		expect(response.headers.get("mock-forwarded")).toBe("getHealth");
		const { requests } = await control.requests({ violations: true });
		expect(requests).toMatchObject([{ violations: [{ where: "$.status" }] }]);
		await control.clearForward();
		expect((await control.forward()).url).toBeNull();
		await stage.send("/v1/health");
		expect(await control.countRequests({ violations: false })).toBe(1);
	});

	test("replaces faults, returns them with their remaining times, clears them, and counts none that is used up", async () => {
		await using stage = await open();
		await stage.control.setFaults([{ operation: "*", kind: "delay", ms: 1 }]);
		const of = { operation: "listZaps", kind: "status" } as const;
		const fault = { ...of, status: 503, force: true };
		await stage.control.setFaults([{ ...fault, times: 2 }]);
		expect((await stage.send("/v1/zaps")).status).toBe(503);
		expect(await stage.control.faults()).toEqual([
			{ id: "2", ...fault, times: 1 },
		]);
		await stage.control.clearFaults();
		expect(await stage.control.faults()).toEqual([]);
		expect((await stage.send("/v1/zaps")).status).toBe(200);
		await stage.control.setFaults([{ ...fault, times: 1 }]);
		await stage.send("/v1/zaps");
		expect(await stage.control.sessions()).toMatchObject([{ faults: 0 }]);
	});

	test("removes one fault by its id, which no later fault gets", async () => {
		await using stage = await open();
		const { control } = stage;
		const fault = { operation: "*", kind: "delay", ms: 1 } as const;
		const ids = async () => (await control.faults()).map(({ id }) => id);
		await control.setFaults([fault, fault, { ...fault, id: "4" }]);
		await control.removeFault("2");
		await control.addFaults([fault, { ...fault, id: "own.1" }, fault]);
		expect(await ids()).toEqual(["3", "own.1", "5", "1", "4"]);
		const listed = await control.faults();
		await control.setFaults(listed);
		expect(await control.faults()).toEqual(listed);
	});

	test("adds faults before the current ones, even concurrently, and keeps the remaining times of each", async () => {
		await using stage = await open();
		const { control, send } = stage;
		const of = { operation: "getHealth", kind: "delay" } as const;
		const delay = { ...of, ms: 0, times: 3 };
		await control.setFaults([delay]);
		await Promise.all([
			control.addFaults([{ operation: "listZaps", kind: "empty" }]),
			send("/v1/health"),
			control.addFaults([
				{ operation: "listZaps", kind: "reset" },
				{ operation: "createZap", kind: "reset" },
			]),
			send("/v1/health"),
		]);
		await control.addFaults([{ operation: "*", kind: "empty" }]);
		const faults = await control.faults();
		expect(faults.at(-1)).toEqual({ id: "1", ...delay, times: 1 });
		const all = faults.map(({ operation, kind }) => `${operation} ${kind}`);
		expect(all[0]).toBe("* empty");
		expect(all.toSorted().join()).toBe(
			"* empty,createZap reset,getHealth delay,listZaps empty,listZaps reset",
		);
	});

	test("isolates sessions from each other, lists them, and deletes one with all its data", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const [mine, yours] = [control.session("mine"), control.session("yours")];
		await stage.createZap("A", "mine");
		await mine.setScenario("unhealthy");
		await mine.setFaults([{ operation: "*", kind: "delay", ms: 1 }]);
		expect((await mine.state()).zaps).toMatchObject([{ name: "A" }]);
		expect(await summarize(yours)).toBe(NOTHING);
		expect((await control.requests()).total).toBe(1);
		expect(await control.sessions()).toMatchObject([
			{ id: "default", scenario: "normal", faults: 0, requests: 0 },
			{
				id: "mine",
				openedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				idleMs: expect.any(Number),
				scenario: "unhealthy",
				faults: 1,
				requests: 1,
			},
		]);
		await control.deleteSession("mine");
		expect(await control.sessions()).toMatchObject([{ id: "default" }]);
		expect(await summarize(mine)).toBe(NOTHING);
	});

	test("creates no session for a read, which returns the initial state of a new session", async () => {
		await using stage = await open();
		const unknown = stage.control.session("mispelt");
		expect(await summarize(unknown)).toBe(NOTHING.replace("0 zaps", "20 zaps"));
		expect(await unknown.unmatchedRequests()).toEqual([]);
		expect((await unknown.usedAssumptions()).exchanges).toBe(0);
		expect(await stage.control.sessions()).toHaveLength(1);
		await unknown.clearFaults();
		expect(await stage.control.sessions()).toMatchObject([
			{ id: "default" },
			{ id: "mispelt" },
		]);
	});

	test("rejects an invalid session name immediately", async () => {
		await using stage = await open();
		for (const id of ["", "a b", "a/b", "é", "x".repeat(101)])
			expect(() => stage.control.session(id)).toThrow(
				`Invalid session name "${id}". Use 1 to 100 of the characters`,
			);
	});

	test("returns the ledger, and the assumptions that the responses depended on", async () => {
		await using stage = await open();
		await stage.send("/v1/health");
		await stage.send("/v1/health");
		const ledger = await stage.control.assumptions();
		const { assumes } = ledger.find(({ id }) => id === "health.body") ?? {};
		expect(ledger).toContainEqual(
			expect.objectContaining({
				id: "health.body",
				status: "assumed",
				open: "4",
			}),
		);
		const used = { id: "health.body", status: "assumed", assumes };
		expect(await stage.control.usedAssumptions()).toEqual({
			exchanges: 2,
			assumptions: [{ ...used, exchanges: 2 }],
		});
	});
}
