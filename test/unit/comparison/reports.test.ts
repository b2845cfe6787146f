import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { describeDisagreement } from "../../../src/comparison/format-markdown.ts";
import { shippedLedger } from "../../../src/entries/verify.ts";
import { startService } from "../../provider/server.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { closedPort } from "../../support/stub-server.ts";

afterEach(() => {
	vi.unstubAllEnvs();
});

const DISAGREEMENT = {
	...{ operation: "getHealth", where: "$.status", assumptions: [] },
	...{ count: 1, sequence: [], steps: [], mock: '"ok"', isConfirmed: true },
};

test.each([
	["another value", '"UP"', 'the mock has "ok", the service "UP"'],
	["a text", "a text", 'the mock has "ok", the service a text'],
	["missing", "missing", "missing in the service's response"],
	["other items", "1", 'other items; the mock has "ok", the service 1'],
])("a disagreement of the form %s is one sentence", (form, real, described) => {
	expect(describeDisagreement({ ...DISAGREEMENT, form, real })).toBe(
		`getHealth, $.status: ${described}`,
	);
});

test("compare annotates each disagreement, adds the report to the summary of a job, and with --record adds to the evidence how many responses agree, and replaces an earlier result", async () => {
	await using service = await startService({ differences: ["health-up"] });
	await using folder = await scratchFolder();
	const ledger = join(folder.path, "ledger.yaml");
	const summary = join(folder.path, "summary.md");
	vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
	const evidence = "127.0.0.1:80, 2026-01-01, version 0";
	const original = await readFile(shippedLedger, "utf8");
	await writeFile(
		ledger,
		original.replace(
			/(- id: health\.body\n[\s\S]*?status: )assumed/,
			`$1refuted\n  evidence: "${evidence}"`,
		),
	);
	const readEntry = async (id: string) =>
		parse(await readFile(ledger, "utf8")).find(
			(each: { id: string }) => each.id === id,
		);
	const record = (version: string) =>
		runInProcess(
			...["compare", service.url, "--runs", "3", "--seed", "5"],
			...["--record", "--ledger", ledger, "--provider-version", version],
			...["--report", "github"],
		);
	const { code, stdout } = await record("1");
	expect(code).toBe(1);
	expect(stdout.split("\n").filter((line) => line.startsWith("::"))).toEqual([
		'::error title=getHealth::getHealth, $.status: the mock has "ok", the service "UP"',
	]);
	expect(await readFile(summary, "utf8")).toContain("getHealth, $.status");
	expect(stdout).toMatch(/Recorded the agreement of \d+ assumptions in /);
	await record("2");
	const health = await readEntry("health.body");
	expect(health.status).toBe("refuted");
	expect(health.evidence).toMatch(
		new RegExp(
			`^${evidence}; compared with 127\\.0\\.0\\.1:\\d+, \\d{4}-\\d\\d-\\d\\d, version 2: 0 of \\d+ responses agree$`,
		),
	);
	const page = await readEntry("zaps.page");
	expect(page.status).toBe("assumed");
	expect(page.evidence).toMatch(
		/^compared with .*: (\d+) of \1 responses agree$/,
	);
});

test("compare --record leaves the ledger if nothing could be compared, and says if there is none", async () => {
	await using folder = await scratchFolder();
	const ledger = join(folder.path, "ledger.yaml");
	const record = (url: string) =>
		runInProcess(
			...["compare", url, "--runs", "1"],
			...["--record", "--ledger", ledger],
		);
	await using service = await startService({});
	expect(await record(service.url)).toMatchObject({
		code: 2,
		stderr: expect.stringMatching(/Cannot record the comparison in .*: ENOENT/),
	});
	await copyFile(shippedLedger, ledger);
	const { code } = await record((await closedPort()).url);
	expect(code).toBe(2);
	expect(await readFile(ledger, "utf8")).toBe(
		await readFile(shippedLedger, "utf8"),
	);
});
