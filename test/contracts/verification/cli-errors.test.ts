import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI, type RunningCli, startCli } from "../../support/understudy.ts";

let mock: RunningCli;
let folder: ScratchFolder;
beforeAll(async () => {
	[mock, folder] = await Promise.all([startCli(), scratchFolder()]);
});
afterAll(async () => {
	await mock[Symbol.asyncDispose]();
	await folder[Symbol.asyncDispose]();
});

const verify = (...args: readonly string[]) =>
	run(process.execPath, [CLI, "verify", ...args]);
const health = ["--only", "getHealth"];

describe("understudy verify exits with 2 and one sentence for", () => {
	test.concurrent.each([
		[[], "missing required argument 'base-url'"],
		[["nowhere"], 'Invalid base URL "nowhere". Pass one such as'],
		[["ftp://127.0.0.1"], "Invalid base URL"],
		[["http://127.0.0.1:1/?a=b"], "Invalid base URL"],
		[["http://example.com"], "is not this machine.* Pass --allow-writes"],
		[["http://127.0.0.1:1", "--strickt"], "unknown option '--strickt'"],
		[
			["http://127.0.0.1:1", "--header", "Authorization"],
			"Pass a header as 'Name: value'.",
		],
		[["http://127.0.0.1:1", "--header", "A b: c"], "Pass a header as"],
		[["http://127.0.0.1:1", "--header", "A: b\r\nC: d"], "Pass a header as"],
		[
			["http://127.0.0.1:1", "--report", "html=a"],
			"Pass json=<file> or junit=<file>.",
		],
		[["http://127.0.0.1:1", "--timeout", "0"], "Pass a whole number from 1"],
		[["http://127.0.0.1:1", "--deadline", "1.5"], "Pass a whole number from 1"],
		[
			["http://127.0.0.1:1", "--log", "json"],
			"Allowed choices are pretty, debug, silent",
		],
		[
			["http://127.0.0.1:1", "--only", "getZap"],
			'Unknown operation "getZap" in --only. Available: getHealth',
		],
		[
			["http://127.0.0.1:1", "--pact", "/nowhere.json"],
			"Cannot read the pact /nowhere.json: ENOENT.* with --pact",
		],
		[
			["http://127.0.0.1:1", "--examples", "/nowhere.json"],
			"Invalid examples in /nowhere.json: ENOENT.* Write an object by operation",
		],
	])("%j", async (args, message) => {
		const { code, stdout, stderr } = await verify(...args);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		const [sentence = "", ...others] = stderr.trimEnd().split("\n");
		expect(sentence).toMatch(/^understudy: /);
		expect(stderr).toMatch(
			new RegExp(
				message.replaceAll(/[?().[\]]/g, "\\$&").replaceAll("\\.*", ".*"),
			),
		);
		expect(others.length).toBeLessThanOrEqual(1);
	});

	test.concurrent.each([
		["no-json", "{", "Invalid examples in .*JSON"],
		["list", "[]", "the file must contain an object"],
		["text", '{"listZaps":"?a"}', "listZaps must be an object"],
		[
			"query",
			'{"listZaps":{"query":5}}',
			"the query of listZaps must be a string",
		],
		[
			"member",
			'{"listZaps":{"path":"/"}}',
			'unknown property "path" in listZaps',
		],
		["operation", '{"getZap":{}}', 'Unknown operation "getZap" in --examples'],
	])("invalid examples: %s", async (name, text, reason) => {
		const examples = await folder.file(`${name}.json`, text);
		const { code, stderr } = await verify(
			"http://127.0.0.1:1",
			"--examples",
			examples,
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(new RegExp(`^understudy: .*${reason}.*\\n$`));
	});

	test("a report that cannot be written", async () => {
		const taken = await folder.file("taken", "");
		const { code, stderr } = await verify(
			mock.url,
			...[...health, "--report", `json=${taken}/report.json`],
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(
			/^understudy: Cannot write the report .*taken\/report\.json: E.* Pass another file with --report json=<file>\.$/m,
		);
	});

	test("a ledger that cannot be read", async () => {
		const { code, stderr } = await verify(
			mock.url,
			...[...health, "--record", "--ledger", join(folder.path, "none.yaml")],
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(
			/^understudy: Cannot read the ledger .*none\.yaml: ENOENT/m,
		);
	});
});
