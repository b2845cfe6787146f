import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { describeDisagreement } from "../../../src/comparison/format-markdown.ts";
import { startService } from "../../provider/server.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

afterEach(() => {
	vi.unstubAllEnvs();
});

const DISAGREEMENT = {
	...{ operation: "getHealth", where: "$.status", assumptions: [] },
	...{ count: 1, sequence: [], steps: [], mock: '"ok"' },
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

test("compare annotates each disagreement, and adds the report to the summary of a job", async () => {
	await using service = await startService({ differences: ["health-up"] });
	await using folder = await scratchFolder();
	const summary = join(folder.path, "summary.md");
	vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
	const { code, stdout } = await runInProcess(
		...["compare", service.url, "--report", "github"],
		...["--runs", "6", "--seed", "6"],
	);
	expect(code).toBe(1);
	expect(stdout.split("\n").filter((line) => line.startsWith("::"))).toEqual([
		'::error title=getHealth::getHealth, $.status: the mock has "ok", the service "UP"',
	]);
	expect(await readFile(summary, "utf8")).toContain("getHealth, $.status");
});
