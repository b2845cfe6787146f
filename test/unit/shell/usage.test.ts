import { describe, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { formatExamples } from "../../../src/cli/options/create-command.ts";
import { API_HEADER, API_VERSION } from "../../../src/control/methods.ts";
import { commandLine } from "../../../src/values/command-line.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { closedPort, startStub } from "../../support/stub-server.ts";

describe("help", () => {
	test.each([
		["--help", "Usage: npx zaps-understudy", "serve", "verify", "faults"],
		["serve --help", "Usage: npx zaps-understudy serve", "--base-path"],
		["requests --help", "--operation", "--unmatched", "--follow", "--url"],
		["state --help", "--url", "--session"],
		["faults --help", "--json"],
		["sessions --help", "--url"],
	])("%s lists options, also of a default command", async (words, ...shown) => {
		const { code, stdout } = await runInProcess(...words.split(" "));
		expect(code).toBe(0);
		const [options = "", commands = ""] = stdout.split("Commands:");
		const text = words === "--help" ? options + commands : options;
		for (const each of shown) expect(text).toContain(`${each} `);
	});

	test("of another command of a group does not list the options of the default command", async () => {
		const { stdout } = await runInProcess("requests", "clear", "--help");
		expect(stdout).toContain("--url");
		expect(stdout).not.toContain("--follow");
	});
});

async function expectUsageError(
	args: readonly string[],
	message: string,
): Promise<void> {
	const { code, stdout, stderr } = await runInProcess(...args);
	expect(stderr).toMatch(/^understudy: /);
	expect(stderr).toContain(message);
	expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
	expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
}

describe("rejects in one sentence, with exit code 2,", () => {
	test.each([
		[
			["--prot", "1"],
			"unknown option '--prot'. Did you mean --port? See `npx zaps-understudy serve --help`.",
		],
		[
			["sevre"],
			'command "sevre". Did you mean "serve"? Available: serve, verify',
		],
		[["help", "sevre"], 'command "sevre". Did you mean "serve"? Available: '],
		[["--port", "70000"], "Pass a whole number from 0 to 65535."],
		[["--port", "1e3"], "Pass a whole number from 0 to 65535."],
		[["--seed", "x"], "Pass a whole number"],
		[["--host", ""], "Pass an address, like 127.0.0.1 or 0.0.0.0."],
		[["--port"], "argument missing. See `npx zaps-understudy serve --help`."],
		[["--base-path", "api"], "must begin with a slash"],
		[["--base-path", "/__mock"], "no segment may be . or .. or begin with __"],
		[
			["--base-path", "/api/__session/x"],
			"no segment may be . or .. or begin with __",
		],
		[["--base-path", "/../x"], "no segment may be . or .. or begin with __"],
		[["--base-path", "/a/."], "no segment may be . or .. or begin with __"],
		[
			["--dataset", "huge"],
			'Unknown dataset "huge". Available: empty, default, large.',
		],
		[["--clock", "noon"], 'Invalid clock "noon"'],
		[["--control-token", "abc "], "Pass a token of visible ASCII characters"],
		[["--control-token", "€uro"], "Pass a token of visible ASCII characters"],
		[["--redact", "a,,b"], "Pass names separated by commas, like"],
		[["--rate-limit", "0"], "Pass a number of requests per second, above 0."],
		[["--log", "xml"], "Allowed choices are pretty, json, silent"],
		[["--host", "256.0.0.1"], "Cannot listen on 256.0.0.1:4010"],
	])("the flags %j", expectUsageError);

	test("what a server sends, without its control characters", async () => {
		await using server = await startStub((_, res) => {
			res.writeHead(400, { [API_HEADER]: API_VERSION });
			res.end(JSON.stringify({ detail: "Bad \u001b[2J" }));
		});
		await expectUsageError(["reset", "--url", server.url], "Bad \\u{001b}[2J");
	});

	test.each([
		["serve", "--control-token", "s3cret 1"],
		["serve", "--forward-header", "Authorization s3cret"],
		["serve", "--store", "valkey://mock:s3cret@localhost"],
		["serve", "--store", "sqlite:redis://mock:s3cret@localhost"],
		["serve", "--contol-token=s3cret"],
		["forward", "http://a.test", "--header", "s3cret"],
		["verify", "http://a.test", "--header", "X: a\ns3cret' is invalid"],
		["scenario", "--token", "s3cret→"],
	])("a credential, without printing it: %j", async (...args) => {
		await expectUsageError(args, "");
		expect((await runInProcess(...args)).stderr).not.toContain("s3cret");
	});

	test.each([
		[["scenario", "nope"], 'Unknown scenario "nope". Available: normal,'],
		[["reset", "--seed", "x"], "Pass a whole number"],
		[
			["snapshot", "resotre", "x"],
			'Unknown command "resotre" in `npx zaps-understudy snapshot`. Did you mean "restore"? Available: take, list, restore, delete.',
		],
		[
			["faults", "add"],
			"missing required argument 'operation'. See `npx zaps-understudy faults add --help`.",
		],
		[["requests", "--query", "limit"], "Pass a parameter like limit=5."],
		[["requests", "--body", "{"], "Invalid JSON in --body: "],
		[["requests", "--follow", "--operation", "zap"], 'Unknown operation "zap"'],
		[["state", "set", "/nowhere"], "Cannot read /nowhere: "],
		[["scenario", "--session", "a b"], 'Invalid session name "a b".'],
		[["scenario", "a", "b"], "too many arguments"],
		[["scenario", "--sesion", "a"], "unknown option '--sesion'"],
	])("the control command %j", async (words, message) => {
		await using stage = await serveStage();
		await expectUsageError([...words, "--url", stage.url], message);
	});

	test("an invalid URL, and one without a mock", async () => {
		await using closed = await closedPort();
		await expectUsageError(
			["scenario", "--url", "localhost:4010"],
			'Invalid URL of a mock: "localhost:4010". Pass one like http://localhost:4010.',
		);
		await expectUsageError(
			["scenario", "--url", closed.url],
			`No response from ${closed.url} (ECONNREFUSED). Start a mock there, or use the URL of a running mock. To use another URL, pass --url <url>, or set UNDERSTUDY_URL.`,
		);
	});
});

describe("messages print commands that work", () => {
	const lines = ["understudy state > state.json", "a | understudy state set -"];
	test.each([
		["", "npx zaps-understudy"],
		["mine", "npx zaps-understudy"],
		["zaps-understudy", "npm run understudy --"],
	])("in a script of the package %j", (name, command) => {
		vi.stubEnv("npm_package_name", name);
		expect(commandLine("serve")).toBe(`${command} serve`);
		expect(formatExamples(lines)).toBe(
			`\nExamples:\n  ${command} state > state.json\n  a | ${command} state set -`,
		);
		vi.unstubAllEnvs();
	});

	test("from the package that npx runs", () => {
		const { bin, scripts } = packageJson;
		expect(scripts.understudy).toBe(
			`node ${bin["zaps-understudy"]}`.replace("./", ""),
		);
	});
});
