import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStage, inSession } from "./stage.ts";

test("lists the sessions with what they are in", async () => {
	const before = Date.now();
	await using stage = createStage();
	await stage.names("a");
	await stage.names("a");
	await stage.control.session("a").setScenario("slow");
	await stage.control
		.session("a")
		.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	const sessions = await stage.control.sessions();
	expect(sessions).toMatchObject([
		{ id: "default", scenario: "normal", faults: 0, requests: 0 },
		{ id: "a", scenario: "slow", faults: 1, requests: 2 },
	]);
	for (const { openedAt, idleMs } of sessions) {
		expect(Date.parse(openedAt)).toBeGreaterThanOrEqual(before);
		expect(idleMs).toBeGreaterThanOrEqual(0);
	}
});

test("deletes a session with all it has", async () => {
	await using stage = createStage({ dataset: "empty" });
	await stage.create("Gone", "a");
	await stage.create("Kept", "b");
	await stage.control.deleteSession("a");
	expect((await stage.control.sessions()).map(({ id }) => id)).toEqual([
		"default",
		"b",
	]);
	expect(await stage.names("a")).toEqual([]);
	expect(await stage.names("b")).toEqual(["Kept"]);
	expect((await stage.control.session("a").requests()).total).toBe(1);
});

test("deletes a session that is in a scenario with a state of its own", async () => {
	await using stage = createStage();
	const a = stage.control.session("a");
	await a.setScenario("empty");
	await stage.create("Gone", "a");
	await stage.control.deleteSession("a");
	expect(await stage.names("a")).toHaveLength(20);
	await a.setScenario("empty");
	expect(await stage.names("a")).toEqual([]);
});

test("empties the default session where it is deleted, and has it still", async () => {
	await using stage = createStage({ dataset: "empty" });
	await stage.create("Gone");
	await stage.control.deleteSession("default");
	expect(await stage.names()).toEqual([]);
	expect((await stage.control.sessions()).map(({ id }) => id)).toEqual([
		"default",
	]);
});

test("keeps what is told to the default session while it is deleted", async () => {
	await using stage = createStage();
	const { control } = stage;
	const deleted = control.deleteSession("default");
	await control.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	await deleted;
	expect(await control.faults()).toHaveLength(1);
});

test("cannot delete a session that is not there", async () => {
	await using stage = createStage();
	await stage.create("Kept", "a");
	await expect(stage.control.deleteSession("b")).rejects.toMatchObject({
		status: 404,
		message: 'There is no session "b".',
	});
	expect((await stage.names("a"))[0]).toBe("Kept");
});

test("cannot speak of a session that cannot be", async () => {
	await using stage = createStage();
	for (const id of ["", "a b", "a/b", "x".repeat(101)])
		expect(() => stage.control.session(id)).toThrow("1 to 100 of");
	expect(await stage.control.sessions()).toHaveLength(1);
});

test("answers a request under way when its session is deleted, and shows the next of its name nothing of it", async () => {
	await using stage = createStage({ dataset: "empty" });
	await stage.create("Gone", "a");
	const late = stage.post(
		"/v1/zaps",
		{ name: "Late" },
		{ ...inSession("a"), prefer: "delay=50" },
	);
	await setTimeout(5);
	await stage.control.deleteSession("a");
	expect(await stage.names("a")).toEqual([]);
	expect((await late).status).toBe(201);
	expect(await stage.names("a")).toEqual([]);
	const { body } = await stage.get("/metrics", inSession("a"));
	expect(body).not.toContain("createZap");
});

test("does so in a scenario with a state of its own, too", async () => {
	await using stage = createStage({ dataset: "empty", scenario: "empty" });
	const late = stage.post(
		"/v1/zaps",
		{ name: "Late" },
		{ ...inSession("a"), prefer: "delay=50" },
	);
	await setTimeout(5);
	await stage.control.deleteSession("a");
	expect((await late).status).toBe(201);
	expect(await stage.names("a")).toEqual([]);
});

test("deletes a session as often as it is opened again", async () => {
	await using stage = createStage();
	for (let count = 0; count < 3; count++) {
		await stage.create("Gone", "a");
		await stage.control.session("a").snapshot();
		expect(await stage.names("a")).toHaveLength(21);
		await stage.control.deleteSession("a");
		expect(await stage.control.session("a").snapshots()).toEqual([]);
		await stage.control.session("a").setScenario("empty");
		await stage.create("Gone too", "a");
		await stage.control.deleteSession("a");
	}
	expect(await stage.names("a")).toHaveLength(20);
});
