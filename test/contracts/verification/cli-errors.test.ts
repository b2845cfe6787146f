import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { certificate } from "../../support/certificate.ts";
import {
	startEmpty,
	startStub,
	startTlsStub,
} from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { understudy } from "./built.ts";
import { interaction, startProvider, writePact } from "./external-pact.ts";

const folder = await testFolder();

// GitHub Actions sets it.
beforeEach(() => {
	vi.stubEnv("GITHUB_STEP_SUMMARY", "");
});
afterEach(() => {
	vi.unstubAllEnvs();
});

const CLOSED = "http://127.0.0.1:1";

/** Expects exit code 2 and an error with this reason. */
async function expectUsageError(
	args: readonly string[],
	reason: string | RegExp,
): Promise<void> {
	const { stderr, ...others } = await understudy("verify", ...args);
	expect(others).toEqual({ code: 2, stdout: "" });
	expect(stderr).toMatch(/^(… .*\n)*understudy: /);
	expect(stderr).toMatch(reason);
}

describe("understudy verify rejects", () => {
	test.each([
		[[], /^understudy: missing required argument 'base-url'\..+--help`\.\n$/],
		[["nowhere"], /^understudy: Invalid base URL "nowhere"\. Pass one.+\n$/],
		[["ftp://127.0.0.1"], "Invalid base URL"],
		[[`${CLOSED}/?a=b`], "Invalid base URL"],
		[["http://user:pw@127.0.0.1"], "must have no user name and no password"],
		[["http://example.com"], /is not this machine.* Pass --allow-writes/],
	])("the base URL %j", expectUsageError);

	const FORMATS = "json=<file>, junit=<file>, markdown=<file>, html=<file>";
	const PACT = /Cannot read the pact \/nowhere\.json: ENOENT.* with --pact/;
	const EXAMPLES =
		/Invalid examples in \/nowhere\.json: ENOENT.* Write an object by operation/;

	test.each([
		["--strickt", "unknown option '--strickt'"],
		["--header|Authorization", "Pass a header as 'Name: value'."],
		["--header|A b: c", "Pass a header as"],
		["--header|A: b\r\nC: d", "Pass a header as"],
		["--report|pdf=a", `Pass ${FORMATS} or github.`],
		[`--wait|${CLOSED}`, "Put the base URL first: verify <base-url> --wait"],
		["--wait|0", "Pass a whole number from 1"],
		["--timeout|0", "Pass a whole number from 1"],
		["--deadline|1.5", "Pass a whole number from 1"],
		["--log|json", "Allowed choices are pretty, debug, silent"],
		["--only|getZap", 'operation "getZap" in --only. Available: getHealth'],
		["--pact|/nowhere.json", PACT],
		["--report|github", /^understudy: GITHUB_STEP_SUMMARY is not set\./],
		["--record", "There is no ledger to record in. Write one with"],
		["--ledger|/nowhere.yaml", "Cannot read the ledger /nowhere.yaml"],
		["--examples|/nowhere.json", EXAMPLES],
	])("%j", (words, reason) =>
		expectUsageError([CLOSED, ...words.split("|")], reason),
	);

	test.each([
		["--ledger", "just words", "is no ledger"],
		["--examples", "{", "JSON"],
		["--examples", "[]", "the file must be an object"],
		["--examples", '{"listZaps":"?a"}', "listZaps must be an object"],
		[
			"--examples",
			'{"listZaps":{"query":5}}',
			"/listZaps/query must be a string",
		],
		[
			"--examples",
			'{"listZaps":{"path":"/"}}',
			"/listZaps/path is an unknown property. Available: query, body",
		],
		["--examples", '{"getZap":{}}', 'Unknown operation "getZap" in --examples'],
	])("%s with the file %j", async (option, text, reason) => {
		const file = await folder.file("invalid", text);
		await expectUsageError([CLOSED, option, file], reason);
	});
});

test.each([
	["a base URL", ["http://127.0.0.1/?key=s3cret"]],
	["a pact", [CLOSED, "--pact", `${CLOSED}/?key=s3cret`]],
	["a pact", [CLOSED, "--pact", "http://me:s3cret@127.0.0.1:1/"]],
	["a pact", [CLOSED, "--pact", "HTTP://me:s3cret@127.0.0.1:99999/"]],
])("understudy verify shows no credentials of %s: %j", async (_, args) => {
	const { code, stderr } = await understudy("verify", ...args);
	expect(code).toBe(2);
	expect(stderr).toMatch(/^understudy: .*(127\.0\.0\.1|fetch failed)/);
	expect(stderr).not.toContain("s3cret");
});

test("understudy verify shows no credentials of --states, also in its reports", async () => {
	const state = { providerStates: [{ name: "full" }] };
	const pact = await writePact(folder, interaction("if full", state));
	await using provider = await startProvider();
	const file = join(folder.path, "states.json");
	const { code, stdout, stderr } = await understudy(
		...["verify", provider.url, "--only", "getHealth", "--pact", pact],
		...["--states", "http://me:s3cret@127.0.0.1:1/?key=s3cret"],
		...["--report", `json=${file}`],
	);
	const report = await readFile(file, "utf8");
	const reason = `"full" could not be set up at ${CLOSED}/?…: `;
	expect({ code, stderr }).toEqual({
		code: 2,
		stderr: expect.stringContaining(reason),
	});
	expect(stdout + stderr + report).not.toContain("s3cret");
});

test("understudy verify --wait writes its reports, also if the service does not respond in time", async () => {
	const file = join(folder.path, "late.json");
	const { code, stdout, stderr } = await understudy(
		...["verify", CLOSED, "--only", "getHealth", "--wait", "1"],
		...["--report", `json=${file}`],
	);
	expect(code).toBe(2);
	expect(stdout).toContain("No ledger was found");
	expect(stderr).toMatch(
		/understudy: The service did not respond within 1 s: it refused the connection\. Start it, fix the base URL, or pass a longer --wait\.\n$/,
	);
	expect(JSON.parse(await readFile(file, "utf8")).surface).toEqual([
		expect.objectContaining({ status: null, verdict: "not verified" }),
	]);
});

describe("understudy verify of a service with a certificate", () => {
	const verify = (url: string, ...args: readonly string[]) =>
		understudy("verify", url, "--only", "getHealth", ...args);
	const respond = (_: IncomingMessage, response: ServerResponse) =>
		void response.end();

	test.each([
		[
			"https",
			true,
			/not trusted\. Pass .* --ca, or in NODE_EXTRA_CA_CERTS\.\n$/,
		],
		[
			"http",
			true,
			/or pass a base URL with https if the port expects TLS\.\n$/,
		],
		[
			"https",
			false,
			/not speak TLS\. Pass a base URL with http instead of https\.\n$/,
		],
	])("%s to a port with TLS: %s", async (protocol, isTls, reason) => {
		await using server = isTls
			? await startTlsStub(respond)
			: await startStub(respond);
		const { port } = new URL(server.url);
		const { code, stderr } = await verify(`${protocol}://127.0.0.1:${port}`);
		expect(code).toBe(2);
		expect(stderr).toMatch(reason);
	});

	test("says that the port expects TLS, as web servers do", async () => {
		await using server = await startStub((_, response) => {
			response
				.writeHead(400)
				.end("The plain HTTP request was sent to HTTPS port");
		});
		const { code, stderr } = await verify(server.url);
		expect(code).toBe(2);
		expect(stderr).toContain(" expects TLS. Pass a base URL with https.");
	});

	test("--ca trusts the certificate, and is rejected without one", async () => {
		await using server = await startTlsStub(respond);
		const ca = await folder.file("ca.pem", certificate.cert);
		expect((await verify(server.url, "--wait", "--ca", ca)).code).toBe(0);
		const invalid = await folder.file("invalid.pem", "x");
		const { stderr } = await verify(server.url, "--ca", invalid);
		expect(stderr).toContain("Cannot read a certificate: ");
	});
});

test("understudy verify --log silent prints nothing but a report that cannot be written", async () => {
	const file = join(await folder.file("taken", ""), "report.json");
	await using empty = await startEmpty();
	const { code, stdout, stderr } = await understudy(
		...["verify", empty.url, "--only", "getHealth", "--log", "silent"],
		...["--report", `json=${file}`],
	);
	expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
	expect(stderr).toMatch(
		/^understudy: Cannot write the report .*taken\/report\.json: E.* Pass another file with --report json=<file>\.\n$/,
	);
});
