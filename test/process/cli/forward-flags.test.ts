import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const understudy = (...args: string[]) => run(process.execPath, [CLI, ...args]);

test("forwards the operations of --forward-only, prints violations, and hides credentials", async () => {
	await using service = await startEmpty();
	await using cli = await startCli([
		...["--forward", service.url, "--forward-only", "getHealth,listZaps"],
		...["--forward-header", "Authorization: Bearer a,secret"],
		"--forward-strict",
	]);
	const response = await fetch(`${cli.url}/v1/health`);
	expect(response.status).toBe(502);
	expect(await cli.nextEvent()).toMatchObject({
		event: "request",
		operation: "getHealth",
		forwarded: true,
		violations: [{ where: "$.status" }],
	});
	const info = await fetch(`${cli.url}/__mock/forward`);
	expect(await info.json()).toEqual({
		url: service.url,
		operations: ["getHealth", "listZaps"],
		headers: { authorization: "[redacted]" },
		timeoutMs: 30_000,
		strict: true,
	});
});

test.each([
	[["--forward-only", "listZaps"], "Pass --forward <url>."],
	[["--forward", "http://127.0.0.1:4998", "--port", "4998"], "of this mock"],
	[["--forward", "ftp://x"], "must be an http or https URL"],
])("rejects %j", async (flags, message) => {
	const { code, stderr } = await understudy("serve", ...flags);
	expect({ code, stderr }).toEqual({
		code: 2,
		stderr: expect.stringContaining(message),
	});
});
