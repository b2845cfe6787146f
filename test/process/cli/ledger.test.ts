import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const BODY =
	'A healthy service responds to its health check with 200 and a JSON object whose status is "ok".';
const entry = (status: string, assumes = BODY): string =>
	JSON.stringify([{ id: "health.body", assumes, status }]);

test("serve and verify prefer the ledger of --ledger to that of the configuration, and that to the default one, and verify says which status no longer applies", async () => {
	await using folder = await scratchFolder();
	const cwd = folder.path;
	await using service = await startEmpty();
	const read = async (...args: string[]) => {
		await using cli = await startCli(args, cwd);
		const response = await fetch(`${cli.url}/__mock/assumptions`);
		const { assumptions } = await response.json();
		const served = assumptions[0].status;
		const { stdout, stderr } = await run(
			process.execPath,
			[CLI, "verify", service.url, "--only", "getHealth", ...args],
			{ cwd },
		);
		const confirmed = / {2}Confirmed +(.*)/.exec(stdout)?.[1];
		return [served, confirmed, stderr.includes("is assumed again")];
	};
	const NONE = "no assumption yet; see --record";
	await folder.file("understudy.assumptions.yaml", entry("refuted"));
	expect(await read()).toEqual(["refuted", NONE, false]);
	await folder.file(
		"understudy.config.mjs",
		'export default { ledger: "configured.yaml" };',
	);
	await folder.file("configured.yaml", entry("confirmed"));
	const CONFIRMED = "0 of 1 assumptions not refuted, 1 no longer true";
	expect(await read()).toEqual(["confirmed", CONFIRMED, false]);
	await folder.file("given.yaml", entry("confirmed", "Other."));
	expect(await read("--ledger", "given.yaml")).toEqual(["assumed", NONE, true]);
});

test("verify with the file of the reporter fails for the assumptions in it alone, and the text and the reports begin with them", async () => {
	await using folder = await scratchFolder();
	const cwd = folder.path;
	await using service = await startEmpty();
	const verify = async (id: string) => {
		const used = { tests: 48, exchanges: 90, assumptions: [{ id }] };
		await folder.file("used.json", JSON.stringify(used));
		return run(
			process.execPath,
			[
				...[CLI, "verify", service.url, "--only", "getHealth"],
				...["--used", "used.json", "--report", "markdown=report.md"],
			],
			{ cwd },
		);
	};
	const { code, stdout } = await verify("health.body");
	expect(code).toBe(1);
	const sentence =
		"Your 48 tests depend on 1 assumption. This service refutes 1: health.body.";
	expect(stdout.trim().split("\n")[0]).toBe(sentence);
	const [, , second] = (await readFile(`${cwd}/report.md`, "utf8")).split("\n");
	expect(second).toBe(`**${sentence}**`);
	expect(await verify("auth.none")).toMatchObject({ code: 0 });
});
