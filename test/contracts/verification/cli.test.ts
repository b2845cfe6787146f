import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { shippedLedger } from "../../../src/entries/verify.ts";
import { respondWith, respondWithJson } from "../../support/respond-with.ts";
import { run } from "../../support/run.ts";
import { startEmpty, startStub } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { understudy } from "./built.ts";
import { MET } from "./create-verification.ts";

const folder = await testFolder();
const mock = await startCli();
afterAll(() => mock[Symbol.asyncDispose]());
afterEach(() => {
	vi.unstubAllEnvs();
});

const verifyHealth = (...args: readonly string[]) =>
	understudy("verify", ...args, "--only", "getHealth");
const namesOf = (value: object) => Object.keys(value).join(" ");

describe("understudy verify", () => {
	test("verifies the whole mock in strict mode and prints a summary of at most 100 columns", async () => {
		const report = join(folder.path, "deep/down/report.json");
		const junit = join(folder.path, "deep/junit.xml");
		// In a process of its own, because the bundle has a file of its own for the child process of Pact's verifier.
		const { code, stdout, stderr } = await run(process.execPath, [
			...[CLI, "verify", mock.url, "--strict"],
			...["--report", `json=${report}`, "--report", `junit=${junit}`],
		]);
		expect(stderr).toMatch(/^… surface\n(… interaction .*\n)+… probes\n$/);
		expect(code).toBe(0);
		const headings = stdout.match(
			/^ {2}(7 of 7|Verified|Specified|Confirmed|Assumed|External)/gm,
		);
		expect(headings?.map((each) => each.trim()).join(" ")).toBe(
			"7 of 7 Verified Specified Confirmed Assumed",
		);
		expect(stdout).toContain("7 of 7 operations exist\n");
		expect(stdout).toContain(
			"To record in the ledger which assumptions hold, run again with --record.",
		);
		expect(stdout).not.toMatch(/^.{101}/mu);
		const written = JSON.parse(await readFile(report, "utf8"));
		const { summary, surface, interactions } = written;
		expect(namesOf(written)).toBe(
			"provider startedAt durationMs summary surface interactions assumptions differences notReached additional",
		);
		expect(summary).toEqual(MET);
		expect(namesOf(surface[0])).toBe("operation method path status verdict");
		expect(namesOf(interactions[0])).toBe(
			"description operation provenance passed assumptions durationMs mismatches",
		);
		expect(await readFile(junit, "utf8")).toMatch(
			/failures="0" errors="0".*classname="assumed.createZap" time="0\.\d*[1-9]/s,
		);
	});

	test("prints the verdict, each difference with a command that shows it, the next step, and annotations in GitHub Actions", async () => {
		await using empty = await startEmpty();
		vi.stubEnv("GITHUB_ACTIONS", "true");
		const { code, stdout } = await verifyHealth(empty.url, "--strict");
		expect(code).toBe(1);
		expect(stdout).toMatch(
			/^\n {2}Failed: the service refutes 3 of 26 assumptions\.\n.* 1\. getHealth: status is missing \(2 failed checks\)\n +expected status +actual missing +health\.body\n +curl -i '\S+\/v1\/health'\n.*change the parts of your OpenAPI document that depend on health\.body/s,
		);
		expect(stdout).toMatch(
			/^::error title=getHealth%3A status is missing::\$\.status: expected status, but was missing%0Acurl -i /m,
		);
	});

	test("prints no characters that would move the terminal's cursor", async () => {
		await using server = await startStub(
			respondWithJson({ status: "\u001b[2J\u202e\n" }),
		);
		const { stdout } = await verifyHealth(server.url);
		expect(stdout).toContain('"\\u001b[2J\\u{202e}\\n"');
		expect(stdout).not.toMatch(/[^\P{C}\n]/u);
	});

	test("sends the given headers and prints none of them, not even in Pact's log, and verifies only the operations in --only", async () => {
		const seen: unknown[] = [];
		await using server = await startStub((request, response) => {
			const { authorization, "x-tenant": tenant } = request.headers;
			seen.push([authorization, tenant]);
			response
				.writeHead(200, {
					"content-type": "application/json",
					"x-echo": "Bearer hush",
				})
				.end('{"status":"hush"}');
		});
		const report = join(folder.path, "headers.json");
		const { code, stdout, stderr } = await verifyHealth(
			...[server.url, "--report", `json=${report}`, "--log", "debug"],
			...["--header", "Authorization: Bearer hush", "--header", "X-Tenant: a"],
			...["--header", "x-tenant: b", "--verbose"],
		);
		expect(code).toBe(0);
		expect(stdout).toContain("    getHealth header x-echo\n");
		// One request shows what the service does without credentials.
		const without = seen.map(String).filter((each) => each === ",a, b");
		expect(without).toHaveLength(1);
		const all = new Set(["Bearer hush,a, b", ",a, b"]);
		expect(new Set(seen.map(String))).toEqual(all);
		expect(stderr).toMatch(/pact_ffi|pact-core/);
		const text = await readFile(report, "utf8");
		expect(stdout + stderr + text).not.toContain("hush");
		const { surface, interactions, assumptions, ...others } = JSON.parse(text);
		expect(others.additional).toEqual(["getHealth header x-echo"]);
		const found = [...surface, ...interactions].map((each) => each.operation);
		expect(new Set(found)).toEqual(new Set(["getHealth"]));
		const refuted = assumptions.filter(
			({ verdict }: { verdict: string }) => verdict === "refuted",
		);
		const ids = refuted.map(({ id }: { id: string }) => id);
		expect(ids).toContain("health.body");
		expect(ids).not.toContain("zaps.page");
	});

	test("sends the given examples", async () => {
		const seen: (string | undefined)[] = [];
		await using server = await startStub((request, response) => {
			seen.push(request.url);
			respondWith(204)(request, response);
		});
		const examples = await folder.file(
			"ok.json",
			'{"listZaps":{"query":"limit=7"}}',
		);
		await understudy(
			...["verify", server.url, "--only", "listZaps", "--examples", examples],
		);
		expect(seen[0]).toBe("/v1/zaps?limit=7");
	});

	test("records verdicts once, and those that it recorded as confirmed are binding", async () => {
		const ledger = join(folder.path, "ledger.yaml");
		await copyFile(shippedLedger, ledger);
		const verify = (url: string, ...args: readonly string[]) =>
			verifyHealth(url, "--ledger", ledger, ...args);
		const refused = await verify(mock.url, "--record");
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain("this service is a mock");
		expect(refused.stdout).not.toContain("--record");
		const record = ["--allow-mock", "--record"];
		const first = await verify(
			...[mock.url, ...record, "--provider-version", "9"],
		);
		expect(first.code).toBe(0);
		expect(first.stdout).toMatch(
			/Recorded \d verdicts? in .*binding from now on\./,
		);
		expect(first.stderr).not.toMatch(/pact/);
		const text = await readFile(ledger, "utf8");
		expect(text).toMatch(/status: confirmed\n {2}evidence: ".*, version 9"\n/);
		const second = await verify(mock.url, ...record);
		expect(second.stdout).toContain("is up to date");
		expect(await readFile(ledger, "utf8")).toBe(text);
		await using empty = await startEmpty();
		const { code, stdout } = await verify(empty.url);
		expect(code).toBe(1);
		expect(stdout).toContain(`\n  Ledger: ${ledger}\n`);
		expect(stdout).toMatch(
			/health\.body +no longer holds: getHealth: as the document/,
		);
		const intended = await verify(empty.url, "--record");
		expect(intended.stdout).toContain("that depend on health.body,");
		expect([intended.code, (await verify(empty.url)).code]).toEqual([0, 0]);
	});

	test.each([
		[401, 2, "getHealth responded with 401"],
		[500, 1, "getHealth responded with 500"],
		[404, 1, "none of the 2 operations exists at URL. Fix the base URL.\n"],
	])(
		"records nothing if the service responds with %i, and exits with %i",
		async (status, exitCode, reason) => {
			await using broken = await startStub(respondWith(status));
			const ledger = join(folder.path, `${status}.yaml`);
			await copyFile(shippedLedger, ledger);
			const { code, stderr } = await verifyHealth(
				...[broken.url, "--record", "--ledger", ledger, "--only", "createZap"],
			);
			expect(code).toBe(exitCode);
			expect(stderr).toContain(
				`Nothing was recorded: ${reason.replace("URL", broken.url)}`,
			);
			expect(await readFile(ledger)).toEqual(await readFile(shippedLedger));
		},
	);

	test("records no refutation of an operation that does not exist", async () => {
		await using partial = await startStub((request, response) => {
			const isMissing = request.url?.startsWith("/v1/zaps");
			(isMissing ? respondWith(404) : respondWithJson({}))(request, response);
		});
		const ledger = join(folder.path, "missing.yaml");
		await copyFile(shippedLedger, ledger);
		const { code, stderr } = await verifyHealth(
			...[partial.url, "--record", "--ledger", ledger, "--only", "createZap"],
		);
		expect(code).toBe(1);
		expect(stderr).not.toContain("Nothing was recorded");
		const text = await readFile(ledger, "utf8");
		expect(text).toMatch(/id: health\.body\n( .*\n)* {2}status: refuted/);
		expect(text).not.toMatch(/id: zaps\.created\n( .*\n)* {2}status: refuted/);
	});
});
