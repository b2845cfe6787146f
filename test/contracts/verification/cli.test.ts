import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { shippedLedger } from "../../../src/verify.ts";
import { run } from "../../support/run.ts";
import { startEmpty, startStub } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const folder = await testFolder();
const mock = await startCli();
afterAll(() => mock[Symbol.asyncDispose]());

const verify = (...args: readonly string[]) =>
	run(process.execPath, [CLI, "verify", ...args]);
const health = ["--only", "getHealth"];

describe("understudy verify", () => {
	test("verifies the whole mock in strict mode and prints a summary of at most 100 columns", async () => {
		const report = join(folder.path, "deep/down/report.json");
		const junit = join(folder.path, "deep/junit.xml");
		const { code, stdout, stderr } = await verify(
			mock.url,
			"--strict",
			...["--report", `json=${report}`, "--report", `junit=${junit}`],
		);
		expect(stderr).toMatch(/^… surface\n(… interaction .*\n)+… probes\n$/);
		expect(code).toBe(0);
		const headings = stdout.match(
			/^ {2}(Passed|Verified|Specified|Confirmed|Assumed|External)/gm,
		);
		expect(headings?.map((each) => each.trim()).join(" ")).toBe(
			"Passed Verified Specified Confirmed Assumed",
		);
		expect(stdout).toContain("7 of 7 operations exist\n");
		expect(stdout).toMatch(
			/To record in the ledger which assumptions hold, run again with --record\./,
		);
		for (const line of stdout.split("\n"))
			expect([...line].length, line).toBeLessThanOrEqual(100);
		const written = JSON.parse(await readFile(report, "utf8"));
		expect(Object.keys(written).join(" ")).toBe(
			"provider startedAt durationMs summary surface interactions assumptions differences notReached additional",
		);
		expect(written.summary).toEqual({
			specified: { passed: 7, failed: 0 },
			confirmed: { passed: 0, failed: 0 },
			assumed: { held: 23, refuted: 0, untested: 3 },
			external: { passed: 0, failed: 0 },
		});
		expect(Object.keys(written.surface[0]).join(" ")).toBe(
			"operation method path status verdict",
		);
		expect(Object.keys(written.interactions[0]).join(" ")).toBe(
			"description operation provenance passed assumptions durationMs mismatches",
		);
		expect(await readFile(junit, "utf8")).toMatch(
			/failures="0" errors="0".*classname="assumed.createZap" time="0\.\d*[1-9]/s,
		);
	});

	test("prints the verdict, each difference with a command that shows it, the next step, and annotations in GitHub Actions", async () => {
		await using empty = await startEmpty();
		const { code, stdout } = await run(
			process.execPath,
			[CLI, "verify", empty.url, "--strict", ...health],
			{ env: { GITHUB_ACTIONS: "true" } },
		);
		expect(code).toBe(1);
		expect(stdout).toMatch(
			/^\n {2}Failed: the service refutes 3 of 26 assumptions\.\n.* getHealth: status is missing \(2\)\n +expected status +actual missing +health\.body\n +curl -i '\S+\/v1\/health'\n/s,
		);
		expect(stdout).toContain(
			"change the parts of contracts/openapi.yaml that depend on health.body",
		);
		expect(stdout).toMatch(
			/^::error title=getHealth%3A status is missing::\$\.status: expected status, but was missing%0Acurl -i /m,
		);
	});

	test("prints no characters that would move the terminal's cursor", async () => {
		await using server = await startStub((_, response) => {
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(JSON.stringify({ status: "\u001b[2J\u202e\n" }));
		});
		const { stdout } = await verify(server.url, ...health);
		expect(stdout).toContain('"\\u001b[2J\\u{202e}\\n"');
		expect(stdout).not.toMatch(/[^\P{C}\n]/u);
	});

	test("sends the given headers and prints none of them, not even in Pact's log, and verifies only the operations in --only", async () => {
		const seen = new Set<unknown>();
		await using server = await startStub((request, response) => {
			seen.add(request.headers.authorization);
			seen.add(request.headers["x-tenant"]);
			response
				.writeHead(200, { "content-type": "application/json" })
				.end('{"status":"ok"}');
		});
		const report = join(folder.path, "headers.json");
		const { code, stdout, stderr } = await verify(
			server.url,
			...health,
			...["--header", "Authorization: Bearer hush", "--header", "X-Tenant: a"],
			...["--header", "x-tenant: b", "--report", `json=${report}`],
			...["--log", "debug"],
		);
		expect(code).toBe(0);
		expect([...seen]).toEqual(["Bearer hush", "a, b"]);
		expect(stderr).toMatch(/pact_ffi|pact-core/);
		const text = await readFile(report, "utf8");
		expect(stdout + stderr + text).not.toContain("hush");
		const { surface, interactions, assumptions } = JSON.parse(text);
		const found = [...surface, ...interactions].map((each) => each.operation);
		expect(new Set(found)).toEqual(new Set(["getHealth"]));
		const held = assumptions.filter(
			({ verdict }: { verdict: string }) => verdict === "held",
		);
		expect(held).toContainEqual(expect.objectContaining({ id: "health.body" }));
		expect(held).not.toContainEqual(
			expect.objectContaining({ id: "zaps.page" }),
		);
	});

	test("sends the given examples", async () => {
		const seen: (string | undefined)[] = [];
		await using server = await startStub((request, response) => {
			seen.push(request.url);
			response.writeHead(204).end();
		});
		const examples = await folder.file(
			"ok.json",
			'{"listZaps":{"query":"limit=7"}}',
		);
		await verify(server.url, "--only", "listZaps", "--examples", examples);
		expect(seen[0]).toBe("/v1/zaps?limit=7");
	});

	test("records verdicts once, and those that it recorded as confirmed are binding", async () => {
		const ledger = join(folder.path, "ledger.yaml");
		await copyFile(shippedLedger, ledger);
		const given = [...health, "--ledger", ledger];
		const refused = await verify(mock.url, ...given, "--record");
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain("this service is a mock");
		expect(refused.stdout).not.toContain("run again with --record");
		const same = [...given, "--allow-mock"];
		const first = await verify(
			...[mock.url, ...same, "--record", "--provider-version", "9"],
		);
		expect(first.code).toBe(0);
		expect(first.stdout).toMatch(/Recorded \d verdicts? in .*npm run generate/);
		expect(first.stderr).not.toMatch(/pact/);
		const text = await readFile(ledger, "utf8");
		expect(text).toMatch(/status: confirmed\n {2}evidence: ".*, version 9"\n/);
		const second = await verify(mock.url, ...same, "--record");
		expect(second.stdout).toContain("is up to date");
		expect(await readFile(ledger, "utf8")).toBe(text);
		await using empty = await startEmpty();
		const { code, stdout } = await verify(empty.url, ...same);
		expect(code).toBe(1);
		expect(stdout).toContain(`\n  Ledger: ${ledger}\n`);
		expect(stdout).toMatch(/health\.body +no longer holds: getHealth: of a/);
		const intended = await verify(empty.url, ...same, "--record");
		expect(intended.stdout).toContain("It confirmed health.body, ");
		expect([intended.code, (await verify(empty.url, ...same)).code]).toEqual([
			0, 0,
		]);
	});

	test.each([
		[401, 2],
		[500, 1],
	])(
		"records nothing if the service responds with %i, and exits with %i",
		async (status, exitCode) => {
			await using broken = await startStub((_, response) => {
				response.writeHead(status).end();
			});
			const ledger = join(folder.path, `${status}.yaml`);
			await copyFile(shippedLedger, ledger);
			const { code, stderr } = await verify(
				...[broken.url, ...health, "--record", "--ledger", ledger],
			);
			expect(code).toBe(exitCode);
			expect(stderr).toContain(
				`Nothing was recorded: getHealth responded with ${status}`,
			);
			expect(await readFile(ledger)).toEqual(await readFile(shippedLedger));
		},
	);
});
