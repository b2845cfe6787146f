import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";

let stage: ServedStage;
beforeEach(async () => {
	stage = await serveStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** Returns what the command prints; expects it to succeed without warnings. */
async function told(...words: readonly string[]) {
	const { stdout, ...rest } = await runInProcess(...words, "--url", stage.url);
	expect(rest).toEqual({ code: 0, stderr: "" });
	return stdout;
}
const toldJson = async (...words: readonly string[]) =>
	JSON.parse(await told(...words, "--json"));

test("scenario lists the scenarios, marks the active one, and switches that of a session", async () => {
	await stage.control.setScenario("slow");
	const lines = (await told("scenario")).split("\n");
	expect(lines[0]).toBe("   normal        Everything works.");
	expect(lines[3]).toMatch(/^\* {2}slow {10}Responses take about one second, /);
	const { control } = stage;
	expect(await toldJson("scenario")).toEqual(await control.scenarios());
	expect(await told("scenario", "broken", "--session", "mine")).toBe(
		"Switched to scenario broken.\n",
	);
	expect((await control.session("mine").scenarios()).active).toBe("broken");
	expect((await stage.control.scenarios()).active).toBe("slow");
});

test("clock prints the time, sets, advances and freezes it, and reset takes a clock", async () => {
	const at = "2026-01-01T00:00:00.000Z";
	expect(await told("clock")).toBe(`${at} (frozen)\n`);
	expect(await told("clock", "advance", "2h", "--session", "mine")).toBe(
		"2026-01-01T02:00:00.000Z (frozen)\n",
	);
	const later = "2030-01-01T00:00:00.000Z";
	const set = await toldJson("clock", "set", later);
	expect(set).toEqual({ time: later, frozen: true });
	await told("clock", "set", "system");
	expect(await told("clock")).not.toContain("frozen");
	expect(await told("clock", "freeze")).toContain("frozen");
	await told("reset", "--clock", later);
	expect((await stage.control.clock()).time).toBe(later);
});

describe("requests", () => {
	test("prints the requests that match, up to a limit, and the total", async () => {
		await stage[Symbol.asyncDispose]();
		stage = await serveStage({ journal: 3 });
		await stage.send("/v1/health");
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		const words = ["requests", "--operation", "createZap", "--limit", "1"];
		expect((await told(...words)).split("\n").slice(2)).toEqual([
			"1 of 3. The journal has dropped 1 older request.",
			"",
		]);
		const named = await toldJson(...words, "--body", '{"name":"B"}');
		const requests = [{ request: { body: { name: "B" } } }];
		expect(named).toMatchObject({ requests, total: 1, dropped: 1 });
		const unmatched = await toldJson("requests", "--unmatched");
		expect(unmatched).toEqual({ requests: [], total: 0, dropped: 1 });
		expect(await told("requests", "--status", "404")).toBe(
			"No requests found. The journal has dropped 1 older request.\n",
		);
	});

	test("prints why a request was rejected", async () => {
		await stage.createZap("");
		await stage.send("/v1/zaps");
		expect((await told("requests")).trim().split("\n").slice(1)).toEqual([
			expect.stringContaining(" 200 "),
			expect.stringContaining(" 400 "),
			"          rejected: /name must have at least 1 character",
		]);
	});

	test("counts the requests, also by parameters, and deletes them", async () => {
		for (const query of ["?limit=1", "?limit=2", "?limit=2&a=1&a=2"])
			await stage.send(`/v1/zaps${query}`);
		const headers = { "mock-session": "mine" };
		await stage.send("/v1/nothing?limit=2", { headers });
		const count = (...words: readonly string[]) =>
			told("requests", "count", ...words);
		expect(await count("--method", "GET", "--path", "/v1/zaps")).toBe("3\n");
		expect(await count("--query", "limit=2")).toBe("3\n");
		expect(await count("--query", "limit=2", "--query", "a=3")).toBe("0\n");
		expect(await count("--query", "a=1", "--query", "a=2")).toBe("1\n");
		const unmatched = ["requests", "--unmatched", "--query"];
		expect((await toldJson(...unmatched, "limit=2")).total).toBe(1);
		expect((await toldJson(...unmatched, "limit=1")).total).toBe(0);
		expect(await told("requests")).toMatch(
			/ mine +GET +\/v1\/nothing\?limit=2 +404 /,
		);
		await told("requests", "clear");
		const left = await toldJson("requests", "count");
		expect(left).toEqual({ count: 0, dropped: 0 });
	});
});

test("sessions lists the sessions, and deletes one", async () => {
	await stage.createZap("A", "mine");
	const [head, ...rows] = (await told("sessions")).trim().split("\n");
	expect(head).toMatch(
		/^SESSION {2}OPENED +IDLE +SCENARIO {2}FAULTS {2}REQUESTS$/,
	);
	expect(rows).toEqual([
		expect.stringMatching(/^default {2}\S+Z {2}\d+ s +normal +0 +0$/),
		expect.stringMatching(/^mine +\S+Z {2}\d+ s +normal +0 +1$/),
	]);
	const { sessions } = await toldJson("sessions", "list");
	expect(sessions).toMatchObject([{ id: "default" }, { id: "mine" }]);
	expect(await told("sessions", "delete", "mine")).toBe(
		"Deleted session mine.\n",
	);
	expect(await stage.control.sessions()).toHaveLength(1);
});

test("assumptions and used-assumptions print the ledger, and what responses depended on", async () => {
	expect(await told("used-assumptions")).toBe(
		"No response has depended on an assumption yet.\n",
	);
	await stage.send("/v1/health");
	await stage.send("/v1/health", { headers: { "mock-session": "mine" } });
	const assumptions = await stage.control.assumptions();
	const { assumes } = assumptions.find(({ id }) => id === "health.body") ?? {};
	const lines = (await told("assumptions")).trim().split("\n");
	expect(lines).toHaveLength(assumptions.length + 1);
	expect(lines.find((line) => line.startsWith("health.body "))).toMatch(
		new RegExp(` assumed +${assumes?.slice(0, 20)}`),
	);
	expect(await toldJson("assumptions")).toEqual({ assumptions });
	expect((await told("used-assumptions")).split("\n")[1]).toBe(
		`health.body  assumed  2 of 2     ${assumes}`,
	);
	const mine = await toldJson("used-assumptions", "--session", "mine");
	expect(mine).toEqual(await stage.control.session("mine").usedAssumptions());
});

test("state prints the state, and replaces it from a file", async () => {
	await using folder = await scratchFolder();
	const printed = await told("state");
	const before = await stage.control.state();
	expect(JSON.parse(printed)).toEqual(before);
	const file = await folder.file("state.json", '{"zaps":[]}');
	expect(await told("state", "set", file)).toBe(
		"Replaced the state: zaps 0, commands 0, pipelines 0, audit 0.\n",
	);
	await folder.file("state.json", printed);
	await told("state", "set", file);
	expect(await stage.control.state()).toEqual(before);
});

test("reset resets the state, to another dataset and seed if given, and with --all everything", async () => {
	await stage.control.setScenario("broken");
	expect(await told("reset", "--dataset", "empty")).toBe(
		"The state is reset.\n",
	);
	expect((await stage.control.state()).zaps).toEqual([]);
	await told("reset", "--dataset", "default", "--seed", "-7");
	expect((await stage.control.state()).zaps).toHaveLength(20);
	expect((await stage.control.scenarios()).active).toBe("broken");
	expect(await told("reset", "--all")).toBe("Everything is reset.\n");
	expect((await stage.control.scenarios()).active).toBe("normal");
});

test("snapshot saves the state, lists, restores and deletes", async () => {
	await stage.control.reset({ dataset: "empty" });
	const id = (await told("snapshot")).trim();
	await stage.createZap("A");
	expect(await told("snapshot", "list")).toBe(`${id}\n`);
	await told("snapshot", "restore", id);
	expect((await stage.control.state()).zaps).toEqual([]);
	await told("snapshot", "delete", id);
	expect(await toldJson("snapshot", "list")).toEqual({ snapshots: [] });
	expect(await toldJson("snapshot")).toEqual({ id: expect.any(String) });
});
