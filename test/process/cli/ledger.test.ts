import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const BODY =
	'A healthy service responds to its health check with 200 and a JSON object whose status is "ok".';
const entry = (status: string, assumes = BODY): string =>
	JSON.stringify([{ id: "health.body", assumes, status }]);
const NONE = "no assumption yet; see --record";

test("serve and verify prefer the ledger of --ledger to that of the configuration, and that to the default one, and verify says which status no longer applies and whether the service refutes what a suite uses", async () => {
	await using folder = await scratchFolder();
	const cwd = folder.path;
	await using service = await startEmpty();
	const read = async (id: string, ...args: string[]) => {
		await using cli = await startCli(args, cwd);
		const response = await fetch(`${cli.url}/__mock/assumptions`);
		const { assumptions } = await response.json();
		const used = { tests: 48, exchanges: 90, assumptions: [{ id }] };
		await folder.file("used.json", JSON.stringify(used));
		const reports = ["--used", "used.json", "--report", "markdown=report.md"];
		const { code, stdout, stderr } = await run(
			process.execPath,
			[
				...[CLI, "verify", service.url, "--only", "getHealth"],
				...[...reports, ...args],
			],
			{ cwd },
		);
		const report = await readFile(join(cwd, "report.md"), "utf8");
		return {
			served: assumptions[0].status,
			confirmed: /^ {2}Confirmed +(.*)/m.exec(stdout)?.[1],
			isAssumedAgain: stderr.includes("is assumed again"),
			code,
			firstLines: [stdout.trim().split("\n")[0], report.split("\n")[2]],
		};
	};
	await folder.file("understudy.assumptions.yaml", entry("refuted"));
	expect(await read("auth.none")).toMatchObject({
		served: "refuted",
		confirmed: NONE,
		isAssumedAgain: false,
		code: 0,
	});
	await folder.file(
		"understudy.config.mjs",
		'export default { ledger: "configured.yaml" };',
	);
	await folder.file("configured.yaml", entry("confirmed"));
	expect(await read("auth.none")).toMatchObject({
		served: "confirmed",
		confirmed: "0 of 1 assumptions not refuted, 1 no longer true",
		isAssumedAgain: false,
		code: 1,
	});
	await folder.file("given.yaml", entry("confirmed", "Other."));
	const refuted =
		"Your 48 tests depend on 1 assumption. This service refutes 1: health.body.";
	expect(await read("health.body", "--ledger", "given.yaml")).toEqual({
		served: "assumed",
		confirmed: NONE,
		isAssumedAgain: true,
		code: 1,
		firstLines: [refuted, `**${refuted}**`],
	});
});
