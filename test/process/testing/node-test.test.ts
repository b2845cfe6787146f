import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";

test("node:test has isolated runs, and fails for unmatched requests", async () => {
	const suite = fileURLToPath(new URL("node-test-suite.ts", import.meta.url));
	const args = ["--import", "tsx", "--test", "--test-reporter", "tap", suite];
	// Otherwise node:test would report to the process of Vitest.
	const env = { NODE_TEST_CONTEXT: undefined };
	const { code, stdout } = await run(process.execPath, args, { env });
	expect(code).toBe(1);
	expect(stdout).toContain("# pass 3");
	expect(stdout).toContain("# fail 1");
	expect(stdout).toMatch(/not ok \d - sends an unmatched request/);
	expect(stdout).toContain("listZaps: the path is /v1/zaps");
	expect(stdout).toContain("Your 4 tests depend on 6 unconfirmed assumptions:");
});
