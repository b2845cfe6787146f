import { describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { CLI } from "../../support/understudy.ts";

/** Runs `understudy` against a served mock. */
const say = ({ url }: ServedStage, ...words: readonly string[]) =>
	run(process.execPath, [CLI, ...words, "--url", url]);

/** Returns what the command prints; expects it to succeed without warnings. */
async function told(stage: ServedStage, ...words: readonly string[]) {
	const { code, stdout, stderr } = await say(stage, ...words);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	return stdout;
}
const toldJson = async (stage: ServedStage, ...words: readonly string[]) =>
	JSON.parse(await told(stage, ...words, "--json"));

describe("understudy scenario", () => {
	test("lists the scenarios and marks the active one", async () => {
		await using stage = await serveStage();
		await stage.control.setScenario("slow");
		const lines = (await told(stage, "scenario")).split("\n");
		expect(lines[0]).toBe("   normal        Everything works.");
		expect(lines[3]).toMatch(
			/^\* {2}slow {10}Responses take about one second, /,
		);
		expect(await toldJson(stage, "scenario")).toEqual(
			await stage.control.scenarios(),
		);
	});

	test("switches the scenario of a session", async () => {
		await using stage = await serveStage();
		expect(await told(stage, "scenario", "broken", "--session", "mine")).toBe(
			"Switched to scenario broken.\n",
		);
		const { active } = await stage.control.session("mine").scenarios();
		expect(active).toBe("broken");
		expect((await stage.control.scenarios()).active).toBe("normal");
	});
});

describe("understudy reset", () => {
	test("resets the state, and with --all everything", async () => {
		await using stage = await serveStage();
		await stage.control.setScenario("broken");
		expect(await told(stage, "reset")).toBe("The state is reset.\n");
		expect((await stage.control.scenarios()).active).toBe("broken");
		expect(await told(stage, "reset", "--all")).toBe("Everything is reset.\n");
		expect((await stage.control.scenarios()).active).toBe("normal");
	});
});

describe("understudy requests", () => {
	test("prints aligned columns, and explains why a request matched no operation", async () => {
		await using stage = await serveStage();
		await stage.createZap("A", "mine");
		await stage.send("/v1/zap?a=1");
		const lines = (await told(stage, "requests")).trimEnd().split("\n");
		const steady = lines.map((line) =>
			line
				.replace(/\d\d:\d\d:\d\d/, "hh:mm:ss")
				.replace(/ \d+\.\d+ +/, " 1.0 "),
		);
		expect(steady).toEqual([
			expect.stringMatching(
				/^TIME {6}SESSION {2}METHOD {2}PATH {9}STATUS {2}MS +OPERATION {2}FAULT$/,
			),
			"hh:mm:ss  default  GET     /v1/zap?a=1  404     1.0 -",
			"          close to listZaps, but the path is /v1/zaps",
			"          close to createZap, but the path is /v1/zaps, and the method is POST",
			"hh:mm:ss  mine     POST    /v1/zaps     201     1.0 createZap",
		]);
	});

	test("prints the requests that match, up to a limit, and the total", async () => {
		await using stage = await serveStage({ journal: 3 });
		await stage.send("/v1/health");
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		const words = ["requests", "--operation", "createZap", "--limit", "1"];
		expect((await told(stage, ...words)).split("\n").slice(2)).toEqual([
			"1 of 3. The journal has dropped 1 older request.",
			"",
		]);
		const page = await toldJson(stage, ...words, "--body", '{"name":"B"}');
		expect(page).toMatchObject({
			requests: [{ request: { body: { name: "B" } } }],
			total: 1,
			dropped: 1,
		});
		const unmatched = await toldJson(stage, "requests", "--unmatched");
		expect(unmatched).toEqual({
			requests: [],
			total: 0,
			dropped: 1,
		});
		expect(await told(stage, "requests", "--status", "404")).toBe(
			"No requests found. The journal has dropped 1 older request.\n",
		);
	});

	test("counts the requests, and deletes them", async () => {
		await using stage = await serveStage();
		await stage.createZap("A");
		const count = ["requests", "count", "--method", "POST"];
		expect(await told(stage, ...count)).toBe("1\n");
		expect(await toldJson(stage, ...count)).toEqual({
			count: 1,
			dropped: 0,
		});
		await told(stage, "requests", "clear");
		expect(await told(stage, ...count)).toBe("0\n");
	});

	test("prints and counts the requests with a parameter", async () => {
		await using stage = await serveStage();
		for (const query of ["?limit=1", "?limit=2", "?limit=2&a=1&a=2"])
			await stage.send(`/v1/zaps${query}`);
		await stage.send("/v1/nothing?limit=2");
		const count = (...words: readonly string[]) =>
			told(stage, "requests", "count", ...words);
		expect(await count("--query", "limit=2")).toBe("3\n");
		expect(await count("--query", "limit=2", "--query", "a=3")).toBe("0\n");
		expect(await count("--query", "a=1", "--query", "a=2")).toBe("1\n");
		const { total } = await toldJson(stage, "requests", "--query", "limit=1");
		expect(total).toBe(1);
		const unmatched = ["requests", "--unmatched", "--query"];
		expect((await toldJson(stage, ...unmatched, "limit=2")).total).toBe(1);
		expect((await toldJson(stage, ...unmatched, "limit=1")).total).toBe(0);
	});
});

describe("understudy sessions", () => {
	test("lists the sessions, and deletes one", async () => {
		await using stage = await serveStage();
		await stage.createZap("A", "mine");
		const [head, ...rows] = (await told(stage, "sessions")).trim().split("\n");
		expect(head).toMatch(
			/^SESSION {2}OPENED +IDLE +SCENARIO {2}FAULTS {2}REQUESTS$/,
		);
		expect(rows).toEqual([
			expect.stringMatching(/^default {2}\S+Z {2}\d+ s +normal +0 +0$/),
			expect.stringMatching(/^mine +\S+Z {2}\d+ s +normal +0 +1$/),
		]);
		const { sessions } = await toldJson(stage, "sessions", "list");
		expect(sessions).toMatchObject([{ id: "default" }, { id: "mine" }]);
		expect(await told(stage, "sessions", "delete", "mine")).toBe(
			"Deleted session mine.\n",
		);
		expect(await stage.control.sessions()).toHaveLength(1);
	});
});

describe("understudy assumptions and used-assumptions", () => {
	test("print the ledger, and the assumptions that responses depended on", async () => {
		await using stage = await serveStage();
		expect(await told(stage, "used-assumptions")).toBe(
			"No response has depended on an assumption yet.\n",
		);
		await stage.send("/v1/health");
		await stage.send("/v1/health", { headers: { "mock-session": "mine" } });
		const ledger = await stage.control.assumptions();
		const { assumes } = ledger.find(({ id }) => id === "health.body") ?? {};
		const lines = (await told(stage, "assumptions")).trim().split("\n");
		expect(lines).toHaveLength(ledger.length + 1);
		expect(lines.find((line) => line.startsWith("health.body "))).toMatch(
			new RegExp(` assumed +${assumes?.slice(0, 20)}`),
		);
		expect(await toldJson(stage, "assumptions")).toEqual({
			assumptions: ledger,
		});
		expect((await told(stage, "used-assumptions")).trim().split("\n")[1]).toBe(
			`health.body  assumed  2 of 2     ${assumes}`,
		);
		expect(
			await toldJson(stage, "used-assumptions", "--session", "mine"),
		).toEqual(await stage.control.session("mine").usedAssumptions());
	});
});

describe("the help of a group of commands", () => {
	test.each([
		[
			"requests",
			["--operation", "--query", "--unmatched", "--follow", "--url"],
		],
		["state", ["--url", "--session"]],
		["faults", ["--json"]],
		["sessions", ["--url"]],
	])(
		"for %s lists the options of its default command",
		async (group, options) => {
			const ask = (...words: readonly string[]) =>
				run(process.execPath, [CLI, ...words, "--help"]);
			const { stdout } = await ask(group);
			const [before = ""] = stdout.split("Commands:");
			for (const option of options) expect(before).toContain(`  ${option} `);
			expect(stdout).toContain("display help for command");
		},
	);

	test("for another command of the group does not list them", async () => {
		const { stdout } = await run(process.execPath, [
			CLI,
			...["requests", "clear", "--help"],
		]);
		expect(stdout).toContain("--url");
		expect(stdout).not.toContain("--follow");
	});
});

describe("understudy state, reset and snapshot", () => {
	test("prints the state, and replaces it from a file or standard input", async () => {
		await using stage = await serveStage();
		await using folder = await scratchFolder();
		const printed = await told(stage, "state");
		const before = await stage.control.state();
		expect(JSON.parse(printed)).toEqual(before);
		const file = await folder.file("state.json", printed);
		const script = `echo '{"zaps":[]}' | ${process.execPath} ${CLI} state set - --url ${stage.url}`;
		expect(await run("bash", ["-c", script])).toEqual({
			code: 0,
			stdout: "Replaced the state: zaps 0, commands 0, pipelines 0, audit 0.\n",
			stderr: "",
		});
		expect((await stage.control.state()).zaps).toEqual([]);
		await told(stage, "state", "set", file);
		expect(await stage.control.state()).toEqual(before);
	});

	test("resets the state, to another dataset and seed if given", async () => {
		await using stage = await serveStage();
		expect(await told(stage, "reset", "--dataset", "empty")).toBe(
			"The state is reset.\n",
		);
		expect((await stage.control.state()).zaps).toEqual([]);
		await told(stage, "reset", "--dataset", "default", "--seed", "-7");
		expect((await stage.control.state()).zaps).toHaveLength(20);
	});

	test("saves the state, and restores it", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		const id = (await told(stage, "snapshot")).trim();
		await stage.createZap("A");
		expect(await told(stage, "snapshot", "list")).toBe(`${id}\n`);
		await told(stage, "snapshot", "restore", id);
		expect((await stage.control.state()).zaps).toEqual([]);
		await told(stage, "snapshot", "delete", id);
		expect(await toldJson(stage, "snapshot", "list")).toEqual({
			snapshots: [],
		});
		expect(await toldJson(stage, "snapshot")).toEqual({
			id: expect.any(String),
		});
	});
});

describe("a control command that fails", () => {
	test.each([
		[["scenario", "nope"], 'Unknown scenario "nope". Available: normal,'],
		[["reset", "--dataset", "nope"], 'Unknown dataset "nope".'],
		[["reset", "--seed", "x"], "Pass a whole number"],
		[
			["snapshot", "restore", "x"],
			'Unknown snapshot "x". Take a snapshot first.',
		],
		[
			["snapshot", "resotre", "x"],
			'Unknown command "resotre" in `understudy snapshot`. Did you mean "restore"? Available: take, list, restore, delete.',
		],
		[
			["faults", "lst"],
			'Unknown command "lst" in `understudy faults`. Did you mean "list"? Available: list, add, set, clear.',
		],
		[
			["faults", "add"],
			"missing required argument 'operation'. See `understudy faults add --help`.",
		],
		[
			["requests", "count", "--operation", "zaps"],
			'Unknown operation "zaps". Available: getHealth,',
		],
		[["requests", "--query", "limit"], "Pass a parameter like limit=5."],
		[
			["sessions", "delete", "x"],
			'Unknown session "x": it was never used, or is already deleted.',
		],
		[["requests", "--body", "{"], "Invalid JSON in --body: "],
		[["state", "set", "/nowhere"], "Cannot read /nowhere: "],
		[["scenario", "--session", "a b"], 'Invalid session name "a b".'],
		[["scenario", "a", "b"], "too many arguments"],
		[["scenario", "--sesion", "a"], "unknown option '--sesion'"],
	])(
		"reports what is wrong with %j in one sentence, with exit code 2",
		async (words, message) => {
			await using stage = await serveStage();
			const { code, stdout, stderr } = await say(stage, ...words);
			expect(stderr).toMatch(/^understudy: /);
			expect(stderr).toContain(message);
			expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
			expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		},
	);

	test("reports that no mock responds, and an invalid URL", async () => {
		const url = await (async () => {
			await using stage = await serveStage();
			return stage.url;
		})();
		const ask = (at: string) =>
			run(process.execPath, [CLI, "scenario", "--url", at]);
		expect(await ask(url)).toEqual({
			code: 2,
			stdout: "",
			stderr: `understudy: No response from ${url} (ECONNREFUSED). Start the mock there with \`understudy serve\`, or use the URL of a running mock. To use a mock at another URL, pass --url <url>.\n`,
		});
		expect(await ask("localhost:4010")).toEqual({
			code: 2,
			stdout: "",
			stderr:
				'understudy: Invalid URL of a mock: "localhost:4010". Pass one like http://localhost:4010.\n',
		});
	});

	test("asks for the token, and takes it from a flag or the environment", async () => {
		await using stage = await serveStage({ token: "open-sesame" });
		const refused = await say(stage, "scenario");
		expect(refused.code).toBe(2);
		expect(refused.stderr).toMatch(
			/Pass it with --token <token>, or in UNDERSTUDY_CONTROL_TOKEN\.\n$/,
		);
		const wrong = await say(stage, "scenario", "--token", "open");
		expect(wrong.code).toBe(2);
		await told(stage, "scenario", "--token", "open-sesame");
		const byEnvironment = await run(
			process.execPath,
			[CLI, "scenario", "--url", stage.url],
			{ env: { UNDERSTUDY_CONTROL_TOKEN: "open-sesame" } },
		);
		expect(byEnvironment.code).toBe(0);
		const empty = await run(
			process.execPath,
			[CLI, "scenario", "--url", stage.url],
			{ env: { UNDERSTUDY_CONTROL_TOKEN: "" } },
		);
		expect(empty.stderr).toContain("Pass it with --token <token>");
	});
});
