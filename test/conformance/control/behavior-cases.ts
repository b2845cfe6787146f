import { expect, test } from "vitest";
import { catchControlError } from "../../support/catch-control-error.ts";
import type { stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

export function addBehaviorCases(open: Open): void {
	test("lists the scenarios and activates one", async () => {
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

	test("rejects an unknown scenario and lists the available ones", async () => {
		await using stage = await open();
		expect(await catchControlError(stage.control.setScenario("nope"))).toEqual({
			status: 400,
			message:
				'Unknown scenario "nope". Available: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited, broken.',
			errors: [],
		});
		expect((await stage.control.scenarios()).active).toBe("normal");
	});

	test("suggests the scenario with a similar name", async () => {
		await using stage = await open();
		const { message } = await catchControlError(
			stage.control.setScenario("slwo"),
		);
		expect(message).toContain(
			'Unknown scenario "slwo". Did you mean "slow"? Available: normal, ',
		);
	});

	test("replaces faults, returns them with their remaining times, and clears them", async () => {
		await using stage = await open();
		await stage.control.setFaults([{ operation: "*", kind: "delay", ms: 1 }]);
		await stage.control.setFaults([
			{
				operation: "listZaps",
				kind: "status",
				status: 503,
				force: true,
				times: 2,
			},
		]);
		expect((await stage.send("/v1/zaps")).status).toBe(503);
		expect(await stage.control.faults()).toEqual([
			{
				operation: "listZaps",
				kind: "status",
				status: 503,
				force: true,
				times: 1,
			},
		]);
		await stage.control.clearFaults();
		expect(await stage.control.faults()).toEqual([]);
		expect((await stage.send("/v1/zaps")).status).toBe(200);
	});

	test("rejects invalid faults with the place of each error, and keeps the current ones", async () => {
		await using stage = await open();
		await stage.control.setFaults([{ operation: "*", kind: "reset" }]);
		const wrong = [
			{
				operation: "*",
				kind: "status" as const,
				status: 200,
				headers: { trailer: "x" },
			},
			{ operation: "listZap", kind: "delay" as const, ms: 1 },
		];
		const rejected = await catchControlError(stage.control.setFaults(wrong));
		expect(rejected).toMatchObject({
			status: 400,
			errors: [{ pointer: "/0/headers/trailer" }, { pointer: "/1/operation" }],
		});
		expect(rejected.message).toMatch(
			/^Invalid faults\. The current faults are unchanged\.\n {2}\/0\/headers\/trailer must be left out, because the mock sets it\n {2}\/1\/operation is an unknown operation\. Did you mean "listZaps"\?/,
		);
		expect(await stage.control.faults()).toEqual([
			{ operation: "*", kind: "reset" },
		]);
	});

	test("adds faults before the current ones, even concurrently, and keeps the remaining times of each", async () => {
		await using stage = await open();
		const { control, send } = stage;
		await control.setFaults([
			{ operation: "getHealth", kind: "delay", ms: 0, times: 3 },
			{ operation: "createZap", kind: "delay", ms: 0, times: 1 },
		]);
		await stage.createZap("A");
		await Promise.all([
			control.addFaults([{ operation: "listZaps", kind: "empty" }]),
			send("/v1/health"),
			control.addFaults([
				{ operation: "listZaps", kind: "reset" },
				{ operation: "createZap", kind: "reset" },
			]),
			send("/v1/health"),
		]);
		const faults = await control.faults();
		expect(faults.at(-1)).toEqual({
			operation: "getHealth",
			kind: "delay",
			ms: 0,
			times: 1,
		});
		const added = faults.map(({ operation, kind }) => `${operation} ${kind}`);
		expect(added.toSorted()).toEqual([
			"createZap reset",
			"getHealth delay",
			"listZaps empty",
			"listZaps reset",
		]);
		await control.addFaults([{ operation: "*", kind: "empty" }]);
		expect((await control.faults())[0]).toEqual({
			operation: "*",
			kind: "empty",
		});
	});

	test("adds no fault if one of several is invalid", async () => {
		await using stage = await open();
		await stage.control.setFaults([{ operation: "*", kind: "reset" }]);
		const adding = stage.control.addFaults([
			{ operation: "*", kind: "empty" },
			{ operation: "listZap", kind: "empty" },
		]);
		expect(await catchControlError(adding)).toMatchObject({
			status: 400,
			errors: [{ pointer: "/1/operation" }],
		});
		expect(await stage.control.faults()).toEqual([
			{ operation: "*", kind: "reset" },
		]);
	});

	test("isolates sessions from each other", async () => {
		await using stage = await open({ dataset: "empty" });
		const [mine, yours] = ["mine", "yours"].map((id) =>
			stage.control.session(id),
		);
		await stage.createZap("A", "mine");
		await mine?.setScenario("unhealthy");
		await mine?.setFaults([{ operation: "*", kind: "delay", ms: 1 }]);
		expect((await mine?.state())?.zaps).toMatchObject([{ name: "A" }]);
		expect((await yours?.state())?.zaps).toEqual([]);
		expect((await yours?.scenarios())?.active).toBe("normal");
		expect(await yours?.faults()).toEqual([]);
		expect((await mine?.requests())?.total).toBe(1);
		expect((await yours?.requests())?.total).toBe(0);
		expect((await stage.control.requests()).total).toBe(1);
	});

	test("lists the sessions, and deletes one with all its data", async () => {
		await using stage = await open({ dataset: "empty" });
		await stage.createZap("A", "mine");
		await stage.control.session("mine").setScenario("slow");
		expect(await stage.control.sessions()).toMatchObject([
			{ id: "default", scenario: "normal", faults: 0, requests: 0 },
			{
				id: "mine",
				openedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				idleMs: expect.any(Number),
				scenario: "slow",
				faults: 0,
				requests: 1,
			},
		]);
		await stage.control.deleteSession("mine");
		const ids = (await stage.control.sessions()).map(({ id }) => id);
		expect(ids).toEqual(["default"]);
		expect((await stage.control.session("mine").state()).zaps).toEqual([]);
		expect(
			await catchControlError(stage.control.deleteSession("theirs")),
		).toEqual({
			status: 404,
			message:
				'Unknown session "theirs": it was never used, or is already deleted. List the sessions to see their names.',
			errors: [],
		});
	});

	test("creates no session for a read, which returns the initial state of a new session", async () => {
		await using stage = await open();
		const unknown = stage.control.session("mispelt");
		expect((await unknown.scenarios()).active).toBe("normal");
		expect(await unknown.faults()).toEqual([]);
		expect((await unknown.state()).zaps).toHaveLength(20);
		expect(await unknown.snapshots()).toEqual([]);
		expect((await unknown.requests()).total).toBe(0);
		expect(await unknown.unmatchedRequests()).toEqual([]);
		expect((await unknown.usedAssumptions()).exchanges).toBe(0);
		const ids = async () =>
			(await stage.control.sessions()).map(({ id }) => id);
		expect(await ids()).toEqual(["default"]);
		await unknown.clearFaults();
		expect(await ids()).toEqual(["default", "mispelt"]);
	});

	test.each(["", "a b", "a/b", "é", "x".repeat(101)])(
		"rejects the session name %j immediately",
		async (id) => {
			await using stage = await open();
			expect(() => stage.control.session(id)).toThrow(
				`Invalid session name "${id}". Use 1 to 100 of the characters`,
			);
		},
	);

	test("returns the ledger, and the assumptions that the responses depended on", async () => {
		await using stage = await open();
		await stage.send("/v1/health");
		await stage.send("/v1/health");
		const ledger = await stage.control.assumptions();
		const entry = ledger.find(({ id }) => id === "health.body");
		expect(entry).toMatchObject({ status: "assumed", open: "4" });
		expect(await stage.control.usedAssumptions()).toEqual({
			exchanges: 2,
			assumptions: [
				{
					id: "health.body",
					status: "assumed",
					assumes: entry?.assumes,
					exchanges: 2,
				},
			],
		});
		expect(await stage.control.session("other").usedAssumptions()).toEqual({
			exchanges: 0,
			assumptions: [],
		});
	});
}
