import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { verifyCommand } from "../../../src/cli/verify/verify-command.ts";
import { run } from "../../support/run.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const folder = await testFolder();

const CLOSED = "http://127.0.0.1:1";

/** Returns the sentence of the error with which the command ends in this process. */
async function findReason(...args: readonly string[]): Promise<string> {
	const error: unknown = await verifyCommand()
		.exitOverride()
		.configureOutput({ writeErr() {} })
		.parseAsync(args, { from: "user" })
		.catch((reason: unknown) => reason);
	if (error instanceof UsageError || error instanceof CommanderError)
		return error.message;
	throw error;
}

test.each([
	[[], /^understudy: missing required argument 'base-url'\..+--help`\.\n$/],
	[["nowhere"], /^understudy: Invalid base URL "nowhere"\. Pass one.+\n$/],
])(
	"understudy verify %j exits with 2 and one sentence",
	async (args, message) => {
		const { code, stdout, stderr } = await run(process.execPath, [
			...[CLI, "verify", ...args],
		]);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(message);
	},
);

describe("understudy verify rejects", () => {
	test.each([
		["ftp://127.0.0.1", "Invalid base URL"],
		[`${CLOSED}/?a=b`, "Invalid base URL"],
		[
			"http://user:pw@127.0.0.1",
			"The base URL must have no user name and no password",
		],
		["http://example.com", /is not this machine.* Pass --allow-writes/],
	])("the base URL %s", async (url, reason) => {
		expect(await findReason(url)).toMatch(reason);
	});

	test.each([
		[["--strickt"], "unknown option '--strickt'"],
		[["--header", "Authorization"], "Pass a header as 'Name: value'."],
		[["--header", "A b: c"], "Pass a header as"],
		[["--header", "A: b\r\nC: d"], "Pass a header as"],
		[
			["--report", "pdf=a"],
			"Pass json=<file>, junit=<file>, markdown=<file>, html=<file> or github.",
		],
		[["--wait", CLOSED], "Put the base URL first: verify <base-url> --wait"],
		[["--wait", "0"], "Pass a whole number from 1"],
		[["--timeout", "0"], "Pass a whole number from 1"],
		[["--deadline", "1.5"], "Pass a whole number from 1"],
		[["--log", "json"], "Allowed choices are pretty, debug, silent"],
		[
			["--only", "getZap"],
			'Unknown operation "getZap" in --only. Available: getHealth',
		],
		[
			["--pact", "/nowhere.json"],
			/Cannot read the pact \/nowhere\.json: ENOENT.* with --pact/,
		],
		[["--record"], "There is no ledger to record in. Write one with"],
		[["--ledger", "/nowhere.yaml"], "Cannot read the ledger /nowhere.yaml"],
		[
			["--examples", "/nowhere.json"],
			/Invalid examples in \/nowhere\.json: ENOENT.* Write an object by operation/,
		],
	])("%j", async (args, reason) => {
		expect(await findReason(CLOSED, ...args)).toMatch(reason);
	});

	test.each([
		["--ledger", "just words", "is no ledger"],
		["--examples", "{", "JSON"],
		["--examples", "[]", "the file must contain an object"],
		["--examples", '{"listZaps":"?a"}', "listZaps must be an object"],
		[
			"--examples",
			'{"listZaps":{"query":5}}',
			"the query of listZaps must be a string. Write an object by operation",
		],
		[
			"--examples",
			'{"listZaps":{"path":"/"}}',
			'unknown property "path" in listZaps',
		],
		["--examples", '{"getZap":{}}', 'Unknown operation "getZap" in --examples'],
	])("%s with the file %j", async (option, text, reason) => {
		const file = await folder.file("invalid", text);
		expect(await findReason(CLOSED, option, file)).toMatch(reason);
	});
});

test("understudy verify --wait writes its reports, also if the service does not respond in time", async () => {
	const file = join(folder.path, "late.json");
	const { code, stdout, stderr } = await run(process.execPath, [
		...[CLI, "verify", CLOSED, "--only", "getHealth", "--wait", "1"],
		...["--report", `json=${file}`],
	]);
	expect(code).toBe(2);
	expect(stdout).toContain("No ledger was found");
	expect(stderr).toMatch(
		/understudy: The service did not respond within 1 s: it refused the connection\. Start it, fix the base URL, or pass a longer --wait\.\n$/,
	);
	expect(JSON.parse(await readFile(file, "utf8")).surface).toEqual([
		expect.objectContaining({ status: null, verdict: "not verified" }),
	]);
});

test("understudy verify --log silent prints nothing but a report that cannot be written", async () => {
	const file = join(await folder.file("taken", ""), "report.json");
	await using mock = await startCli();
	expect(
		await run(process.execPath, [
			...[CLI, "verify", mock.url, "--only", "getHealth"],
			...["--log", "silent", "--report", `json=${file}`],
		]),
	).toEqual({
		code: 2,
		stdout: "",
		stderr: expect.stringMatching(
			/^understudy: Cannot write the report .*taken\/report\.json: E.* Pass another file with --report json=<file>\.\n$/,
		),
	});
});
