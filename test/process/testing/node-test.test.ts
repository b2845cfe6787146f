import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";

test("node:test has isolated runs, and fails for unmatched requests", async () => {
	const suite = fileURLToPath(new URL("node-test-suite.ts", import.meta.url));
	const args = ["--import", "tsx", "--test-reporter", "tap", suite];
	const { code, stdout, stderr } = await run(process.execPath, args);
	expect(code).toBe(1);
	expect(stdout).toContain("# pass 3");
	expect(stdout).toContain("# fail 1");
	expect(stdout).toMatch(/not ok \d - sends an unmatched request/);
	expect(stdout).toContain("listZaps: the path is /v1/zaps");
	expect(stderr).toContain("Your 4 tests depend on 6 unconfirmed assumptions:");
});
