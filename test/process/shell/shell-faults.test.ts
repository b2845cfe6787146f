import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fault } from "../../../src/faults/fault.ts";
import { run } from "../../support/run.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { CLI } from "../../support/understudy.ts";

let stage: ServedStage;
beforeEach(async () => {
	stage = await serveStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const say = (...words: readonly string[]) =>
	runInProcess("faults", ...words, "--url", stage.url);

/** Arguments of `faults add`, and the fault that they describe, without its operation. */
const WORDS: Readonly<Record<string, object>> = {
	"'*' delay 1.5": { kind: "delay", ms: 1.5 },
	"'*' delay 1e-7": { kind: "delay", ms: 1e-7 },
	"listZaps delay 0.5-900": { kind: "delay", min: 0.5, max: 900 },
	"'*' delay --median 0.5 --p99 2000": {
		kind: "delay",
		median: 0.5,
		p99: 2000,
	},
	"listZaps status 401 --times 2": { kind: "status", status: 401, times: 2 },
	"createZap status 400 --body '{\"a\":[\"it'\\''s\"]}' --header 'x-a: b c' --header 'x-d: e'":
		{
			kind: "status",
			status: 400,
			body: { a: ["it's"] },
			headers: { "x-a": "b c", "x-d": "e" },
		},
	"'*' status 503 --force": { kind: "status", status: 503, force: true },
	"createZap reset --times 9007199254740991 --probability 0.1": {
		kind: "reset",
		times: Number.MAX_SAFE_INTEGER,
		probability: 0.1,
	},
	"getHealth empty": { kind: "empty" },
	"'*' truncate": { kind: "truncate" },
	"'*' truncate 10": { kind: "truncate", bytes: 10 },
	"'*' drip 1.5": { kind: "drip", bytesPerSecond: 1.5 },
	"'*' timeout": { kind: "timeout" },
	"'*' timeout 2.5": { kind: "timeout", ms: 2.5 },
};

test("adds each fault before the others, and lists the arguments that add it", async () => {
	const all = Object.keys(WORDS);
	// A shell reads the words, one line for each.
	const script = all.map((words) => `printf '%s\\n' ${words}; echo`);
	const { stdout } = await run("bash", ["-c", script.join("\n")]);
	let listed = "";
	for (const words of stdout.trim().split("\n\n")) {
		const { stdout, ...rest } = await say("add", ...words.split("\n"));
		expect(rest).toEqual({ code: 0, stderr: "" });
		listed = stdout;
	}
	const described = Object.entries(WORDS).map(([words, fault]) => ({
		operation: words.split(" ", 1).join("").replaceAll("'", ""),
		...fault,
	}));
	expect(await stage.control.faults()).toMatchObject(described.reverse());
	const numbered = all.map((words, at) => `${at + 1} ${words}`);
	expect(listed.trim().replaceAll(/ {2,}/g, " ").split("\n")).toEqual(
		numbered.reverse(),
	);
});

test.each([
	["delay 5s", { ms: 5_000 }],
	["delay 100ms-1m30s", { min: 100, max: 90_000 }],
	["timeout 1h", { ms: 3_600_000 }],
	["delay --median 0.5s --p99 2s", { median: 500, p99: 2_000 }],
])("reads the durations of %j", async (words, fault) => {
	await say("add", "*", ...words.split(" "));
	expect(await stage.control.faults()).toMatchObject([fault]);
});

test("adds a body that is not JSON as a text", async () => {
	await say("add", "getMetrics", "status", "200", "--body", "a{");
	expect(await stage.control.faults()).toMatchObject([{ body: "a{" }]);
});

test("keeps all faults that processes add concurrently", async () => {
	const operations = ["listZaps", "createZap", "getHealth", "getMetrics"];
	const add = (id: string) => ["faults", "add", id, "empty"];
	await Promise.all(
		operations.map((id) =>
			run(process.execPath, [CLI, ...add(id), "--url", stage.url]),
		),
	);
	const added = (await stage.control.faults()).map((each) => each.operation);
	expect(added.toSorted()).toEqual(operations.toSorted());
});

test("forces a status that the OpenAPI document does not list, and says so", async () => {
	const words = ["add", "listZaps", "status", "503", "--times", "2"];
	expect(await say(...words)).toEqual({
		code: 0,
		stdout: "1  listZaps  status 503 --force  --times 2\n",
		stderr:
			"The OpenAPI document lists no 503 for listZaps, so the fault is added with --force.\n",
	});
	expect((await stage.send("/v1/zaps")).status).toBe(503);
});

test("applies a server error for '*' to every operation, whether listed or not", async () => {
	expect(await say("add", "*", "status", "503")).toMatchObject({
		code: 0,
		stdout: "1  '*'  status 503 --force\n",
	});
	for (const path of ["/v1/health", "/v1/zaps", "/metrics"])
		expect((await stage.send(path)).status).toBe(503);
});

test("replaces all faults by an array from an argument, a file, or standard input", async () => {
	await using folder = await scratchFolder();
	const fault = { id: "own", operation: "*", kind: "delay", ms: 1 };
	const json = JSON.stringify([fault]);
	const file = await folder.file("faults.json", json);
	const piped = `${process.execPath} ${CLI} faults set - --url ${stage.url} <${file}`;
	for (const set of [
		() => say("set", json),
		() => say("set", `@${file}`),
		() => run("bash", ["-c", piped]),
	]) {
		await stage.control.clearFaults();
		const stdout = "own  '*'  delay 1\n";
		expect(await set()).toEqual({ code: 0, stdout, stderr: "" });
		expect(await stage.control.faults()).toEqual([fault]);
	}
	expect(JSON.parse((await say("--json")).stdout)).toEqual([fault]);
});

test("removes one fault, and all faults", async () => {
	await say("add", "*", "delay", "1");
	await say("add", "*", "delay", "2", "--id", "mine");
	expect((await say("remove", "1")).stdout).toBe("mine  '*'  delay 2\n");
	expect((await say("clear")).stdout).toBe(
		"No faults are set. The active scenario may have its own.\n",
	);
	expect(await stage.control.faults()).toEqual([]);
	expect(JSON.parse((await say("list", "--json")).stdout)).toEqual([]);
});

/** Arguments of `faults`, and a part of the message. */
const MESSAGES = {
	"add * dely 8":
		'Unknown kind of fault "dely". Did you mean "delay"? Available: delay, status,',
	"add * 503 8":
		'reset, empty, truncate, drip, timeout. For this status, pass "status 503".',
	"add * delay":
		"The amount of delay is milliseconds or a duration up to an hour, like 800, 5s or 200-900, or nothing with --median and --p99.\n  It must have either ms, or min and max,",
	"add * delay 5 --median 1 --p99 2": "It must have either ms, or min",
	"add * delay 500 --median 3": "/p99 is required with median",
	"add * delay soon": 'Invalid amount "soon". Pass milliseconds',
	"add * delay 2h": 'Invalid amount "2h". Pass milliseconds or a duration',
	"add * drip 5s": 'Invalid amount "5s". Pass bytes per second',
	"add * delay 1-2-3": 'Invalid amount "1-2-3". Pass milliseconds',
	"add * status": "/status is required",
	"add * status 42": 'Invalid amount "42". Pass a status from 200 to 599',
	"add * reset 8": 'A fault of kind reset takes no amount. Remove "8".',
	"add * reset --body x": "/body is an unknown property. Available: kind,",
	"add * reset --probability 2": "Pass a number above 0 and at most 1.",
	"add * reset --times 0": "Pass a whole number from 1 to 90071",
	"add * delay --median x --p99 3": "Pass a number from 0 to 3600000.",
	"add listZap reset":
		'/0/operation is an unknown operation. Did you mean "listZaps"?',
	"set {}": "It must be an array",
	"set [1]": "/0 must be an object",
	"set [": "Invalid JSON in the argument: ",
	"set @/nowhere": "Cannot read /nowhere: ",
};

test.each(Object.entries(MESSAGES))(
	"rejects %j, and keeps the faults",
	async (words, message) => {
		const faults: Fault[] = [{ operation: "*", kind: "delay", ms: 1 }];
		await stage.control.setFaults(faults);
		const { code, stdout, stderr } = await say(...words.split(" "));
		expect(stderr).toMatch(/^understudy: /);
		expect(stderr).toContain(message);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(await stage.control.faults()).toMatchObject(faults);
	},
);
