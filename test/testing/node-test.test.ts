import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../support/run.ts";

test("node:test has runs that do not see each other, and fails for what matches no operation", async () => {
	const suite = fileURLToPath(new URL("node-test-suite.ts", import.meta.url));
	const args = ["--import", "tsx", "--test", "--test-reporter", "tap", suite];
	// Of Vitest's own process, which would have node:test speak to it.
	const env = { NODE_TEST_CONTEXT: undefined };
	const { code, stdout } = await run(process.execPath, args, { env });
	expect(code).toBe(1);
	expect(stdout).toContain("# pass 3");
	expect(stdout).toContain("# fail 1");
	expect(stdout).toMatch(/not ok \d - sends what matches no operation/);
	expect(stdout).toContain("listZaps: the path is /v1/zaps");
	expect(stdout).toContain("Your 4 tests rest on 6 unconfirmed assumptions:");
});
