import { describe, expect, test } from "vitest";
import type { Fault } from "../../../src/faults/fault.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { CLI } from "../../support/understudy.ts";

const say = ({ url }: ServedStage, ...words: readonly string[]) =>
	run(process.execPath, [CLI, "faults", ...words, "--url", url]);

/** Arguments of `faults add`, and the fault that they describe. */
const WORDS: readonly (readonly [string, Fault])[] = [
	["'*' delay 800", { operation: "*", kind: "delay", ms: 800 }],
	[
		"listZaps delay 200-900",
		{ operation: "listZaps", kind: "delay", min: 200, max: 900 },
	],
	[
		"'*' delay --median 120 --p99 2000",
		{ operation: "*", kind: "delay", median: 120, p99: 2000 },
	],
	[
		"listZaps status 401 --times 2",
		{ operation: "listZaps", kind: "status", status: 401, times: 2 },
	],
	[
		`createZap status 400 --body '{"a":["it'\\''s"]}' --header 'x-a: b c'`,
		{
			operation: "createZap",
			kind: "status",
			status: 400,
			body: { a: ["it's"] },
			headers: { "x-a": "b c" },
		},
	],
	[
		"'*' status 503 --force",
		{ operation: "*", kind: "status", status: 503, force: true },
	],
	[
		"createZap reset --probability 0.1",
		{ operation: "createZap", kind: "reset", probability: 0.1 },
	],
	["getHealth empty", { operation: "getHealth", kind: "empty" }],
	["'*' truncate", { operation: "*", kind: "truncate" }],
	["'*' truncate 10", { operation: "*", kind: "truncate", bytes: 10 }],
	["'*' drip 50", { operation: "*", kind: "drip", bytesPerSecond: 50 }],
	["'*' timeout", { operation: "*", kind: "timeout" }],
	["'*' delay 1.5", { operation: "*", kind: "delay", ms: 1.5 }],
	[
		"'*' delay 0.5-1.25",
		{ operation: "*", kind: "delay", min: 0.5, max: 1.25 },
	],
	["'*' delay 1e-7", { operation: "*", kind: "delay", ms: 1e-7 }],
	[
		"'*' delay --median 0.5 --p99 1.5",
		{ operation: "*", kind: "delay", median: 0.5, p99: 1.5 },
	],
	["'*' drip 1.5", { operation: "*", kind: "drip", bytesPerSecond: 1.5 }],
	["'*' timeout 2.5", { operation: "*", kind: "timeout", ms: 2.5 }],
	[
		"'*' reset --times 9007199254740991",
		{ operation: "*", kind: "reset", times: Number.MAX_SAFE_INTEGER },
	],
	[
		"'*' timeout 500 --times 1 --probability 0.5",
		{ operation: "*", kind: "timeout", ms: 500, times: 1, probability: 0.5 },
	],
];

describe("understudy faults", () => {
	test.each(WORDS)(
		"add %s adds the fault, and the list shows the same arguments",
		async (words, fault) => {
			await using stage = await serveStage();
			const command = `${process.execPath} ${CLI} faults add ${words} --url ${stage.url}`;
			const { code, stdout, stderr } = await run("bash", ["-c", command]);
			expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
			expect(await stage.control.faults()).toEqual([fault]);
			expect(stdout.trim().replace(/ {2,}/g, " ")).toBe(words);
		},
	);

	test("puts a new fault before the others", async () => {
		await using stage = await serveStage();
		await say(stage, "add", "*", "delay", "1");
		const { stdout } = await say(stage, "add", "listZaps", "empty");
		expect(stdout).toBe("listZaps  empty\n'*'       delay 1\n");
	});

	test("keeps all faults that are added concurrently", async () => {
		await using stage = await serveStage();
		const operations = ["listZaps", "createZap", "getHealth", "getMetrics"];
		await Promise.all(operations.map((id) => say(stage, "add", id, "empty")));
		const faults = await stage.control.faults();
		const added = faults.map(({ operation }) => operation);
		expect(added.toSorted()).toEqual(operations.toSorted());
	});

	test("forces a status that the OpenAPI document does not list, and says so", async () => {
		await using stage = await serveStage();
		const words = ["add", "listZaps", "status", "503", "--times", "2"];
		expect(await say(stage, ...words)).toEqual({
			code: 0,
			stdout: "listZaps  status 503 --force  --times 2\n",
			stderr:
				"The OpenAPI document lists no 503 for listZaps, so the fault is added with --force.\n",
		});
		expect((await stage.send("/v1/zaps")).status).toBe(503);
	});

	test("applies a server error for '*' to every operation, whether listed or not", async () => {
		await using stage = await serveStage();
		expect(await say(stage, "add", "*", "status", "503")).toMatchObject({
			code: 0,
			stdout: "'*'  status 503 --force\n",
		});
		for (const path of ["/v1/health", "/v1/zaps", "/metrics"])
			expect((await stage.send(path)).status).toBe(503);
	});

	test("replaces all faults by an array from an argument, a file, or standard input", async () => {
		await using stage = await serveStage();
		await using folder = await scratchFolder();
		const fault = { operation: "*", kind: "delay", ms: 1 };
		const json = JSON.stringify([fault]);
		const file = await folder.file("faults.json", json);
		const piped = `echo '${json}' | ${process.execPath} ${CLI} faults set - --url ${stage.url}`;
		for (const set of [
			() => say(stage, "set", json),
			() => say(stage, "set", `@${file}`),
			() => run("bash", ["-c", piped]),
		]) {
			await stage.control.clearFaults();
			expect(await set()).toMatchObject({ code: 0, stdout: "'*'  delay 1\n" });
			expect(await stage.control.faults()).toEqual([fault]);
		}
		expect(JSON.parse((await say(stage, "--json")).stdout)).toEqual([fault]);
	});

	test("removes all faults", async () => {
		await using stage = await serveStage();
		await say(stage, "add", "*", "delay", "1");
		const { stdout } = await say(stage, "clear");
		expect(stdout).toBe(
			"No faults are set. The active scenario may have its own.\n",
		);
		expect(await stage.control.faults()).toEqual([]);
		expect(JSON.parse((await say(stage, "list", "--json")).stdout)).toEqual([]);
	});

	test.each([
		[
			["add", "*", "dely", "8"],
			'Unknown kind of fault "dely". Did you mean "delay"? Available: delay, status,',
		],
		[["add", "*", "delay"], "The amount is missing. Pass milliseconds"],
		[["add", "*", "delay", "soon"], 'Invalid amount "soon". Pass milliseconds'],
		[
			["add", "*", "delay", "5", "--median", "1", "--p99", "2"],
			'A delay with --median and --p99 takes no amount. Remove "5".',
		],
		[
			["add", "*", "delay", "500", "--median", "3"],
			"--median requires --p99. Pass both, or remove --median.",
		],
		[["add", "*", "delay", "--p99", "3"], "Pass both, or remove --p99."],
		[
			["add", "*", "delay", "--median", "x", "--p99", "3"],
			"/0/median must be a number from 0 to 3600000",
		],
		[
			["add", "*", "truncate", "1.5"],
			'Invalid amount "1.5". Pass bytes, or nothing',
		],
		[
			["add", "*", "reset", "8"],
			'A fault of kind reset takes no amount. Remove "8".',
		],
		[
			["add", "*", "reset", "--body", "x"],
			"--body applies to faults of kind status only",
		],
		[
			["add", "*", "empty", "--force"],
			"--force applies to faults of kind status only",
		],
		[["add", "*", "status"], "The amount is missing. Pass a status"],
		[
			["add", "*", "status", "42"],
			"/0/status must be a whole number from 200 to 599",
		],
		[["add", "zaps", "reset"], "/0/operation must be * or one of getHealth"],
		[
			["add", "*", "reset", "--probability", "2"],
			"/0/probability must be a number above 0",
		],
		[
			["add", "*", "reset", "--probability", "x"],
			"/0/probability must be a number above 0",
		],
		[["add", "*", "reset", "--times", "0"], "Pass a whole number from 1"],
		[["set", "{}"], "The faults must be an array."],
		[["set", "["], "Invalid JSON in the argument: "],
		[["set", "@/nowhere"], "Cannot read /nowhere: "],
	])("rejects %j, and keeps the faults", async (words, message) => {
		await using stage = await serveStage();
		const faults: Fault[] = [{ operation: "*", kind: "delay", ms: 1 }];
		await stage.control.setFaults(faults);
		const { code, stdout, stderr } = await say(stage, ...words);
		expect(stderr).toMatch(/^understudy: /);
		expect(stderr).toContain(message);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(await stage.control.faults()).toEqual(faults);
	});
});
