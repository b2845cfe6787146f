import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { Agent, fetch as fetchWithAgent } from "undici";
import { expect, test, vi } from "vitest";
import { createControlClient } from "../../../src/entries/control.ts";
import { understudyIn } from "../../contracts/verification/built.ts";
import { certificate } from "../../support/certificate.ts";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
`;
const folder = await testFolder();
await folder.file("cert.pem", certificate.cert);
await folder.file("key.pem", certificate.key);
await folder.file("other.pem", OTHER_KEY);

test("serves HTTPS with --cert and --key, also to the commands that find the mock by its configuration", async () => {
	await using project = await scratchFolder();
	const cert = join(folder.path, "cert.pem");
	const configure = (port: number) => {
		const flags = { cert, key: join(folder.path, "key.pem"), port };
		const text = `export default ${JSON.stringify({ flags })}`;
		return project.file("understudy.config.mjs", text);
	};
	await configure(0);
	await using mock = await startCli([], project.path);
	const trusting = new Agent({ connect: { ca: certificate.cert } });
	const get = async (path: string) =>
		(await fetchWithAgent(mock.url + path, { dispatcher: trusting })).status;
	expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
	expect(await get("/v1/zaps")).toBe(200);

	const port = Number(new URL(mock.url).port);
	const plain = connect(port, "127.0.0.1");
	plain.write("GET /v1/zaps HTTP/1.1\r\n\r\n");
	await once(plain.resume(), "close");
	expect(await get("/__mock/")).toBe(200);

	await configure(port);
	const list = (env: NodeJS.ProcessEnv) =>
		run(process.execPath, [CLI, "sessions"], { cwd: project.path, env });
	expect(await list({ NODE_EXTRA_CA_CERTS: cert })).toMatchObject({
		code: 0,
		stderr: "",
	});
	expect((await list({})).stderr).toContain(
		`No response from ${mock.url} (DEPTH_ZERO_SELF_SIGNED_CERT). Its certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the`,
	);
});

test.each([
	["cert.pem", 200],
	["", 502],
])(
	"with NODE_EXTRA_CA_CERTS %j, forwarding over HTTPS gets %i",
	async (file, status) => {
		const files = ["--cert", "cert.pem", "--key", "key.pem"];
		await using service = await startCli(files, folder.path);
		vi.stubEnv("NODE_EXTRA_CA_CERTS", file);
		await using mock = await startCli(["--forward", service.url], folder.path);
		vi.unstubAllEnvs();
		expect((await fetch(`${mock.url}/v1/zaps`)).status).toBe(status);
	},
);

test("forwards the operations of --forward-only, prints violations, and hides credentials", async () => {
	await using service = await startEmpty();
	await using cli = await startCli([
		...["--forward", service.url, "--forward-only", "getHealth,listZaps"],
		...["--forward-header", "Authorization: Bearer a,secret"],
		...["--forward-header", "X-Key: s3cret"],
		...["--forward-strict", "--allow-origin", "https://app.example"],
	]);
	const statusFor = async (origin: string) =>
		(await fetch(`${cli.url}/v1/health`, { headers: { origin } })).status;
	expect(await statusFor("https://evil.example")).toBe(403);
	await cli.nextEvent();
	expect(await statusFor("https://app.example")).toBe(502);
	await cli.nextEvent();
	expect((await fetch(`${cli.url}/v1/health`)).status).toBe(502);
	expect(await cli.nextEvent()).toMatchObject({
		event: "request",
		operation: "getHealth",
		forwarded: true,
		violations: [{ where: "$.status" }],
	});
	expect(await (await fetch(`${cli.url}/__mock/forward`)).json()).toEqual({
		url: service.url,
		operations: ["getHealth", "listZaps"],
		headers: { authorization: "[redacted]", "x-key": "[redacted]" },
		lostHeaders: [],
		timeoutMs: 30_000,
		strict: true,
	});
	await cli.nextEvent();
	const headers = { "x-late": "s3cret" };
	await createControlClient({ url: cli.url }).setForward({ headers });
	await cli.nextEvent();
	await fetch(`${cli.url}/v1/zaps?x-key=s3cret&X-Late=s3cret`);
	expect(await cli.nextEvent()).toMatchObject({
		path: "/v1/zaps?x-key=[redacted]&X-Late=[redacted]",
	});
});

const BOTH = "HTTPS requires --cert <file> and --key <file>.";
const noFile = (path: string): string =>
	`No file found at ${resolve(folder.path, path)}. Pass the path of a configuration file.\n`;

const MESSAGES = {
	"--cert cert.pem": BOTH,
	"--key key.pem": BOTH,
	"--cert none.pem --key key.pem":
		"Cannot use --cert none.pem with --key key.pem: ENOENT",
	"--cert key.pem --key key.pem": "Pass the PEM files of a certificate",
	"--cert cert.pem --key cert.pem": "Pass the PEM files of a certificate",
	"--cert cert.pem --key other.pem": "the key belongs to another certificate",
	"--forward-only listZaps": "Pass --forward <url>.",
	"--forward-timeout 5": "Pass --forward <url>.",
	"--forward http://127.0.0.1:4998 --port 4998": "of this mock",
	"--forward ftp://x": "must be an http or https URL",
	"--allow-origin https://*.example":
		"Pass the origin of a page, like https://app.example.",
	"--allow-origin app.example":
		"Pass the origin of a page, like https://app.example.",
	"--config ": noFile(""),
	"--config nowhere.ts": noFile("nowhere.ts"),
	"--config .": noFile("."),
};

test.each(Object.entries(MESSAGES))("rejects %s", async (flags, message) => {
	const args = ["serve", "--port", "0", ...flags.split(" ")];
	const result = await runInFolder(folder.path, args);
	expect(result).toEqual({
		code: 2,
		stdout: "",
		stderr: expect.stringMatching(/^understudy: .*\n( .*\n)?$/),
	});
	expect(result.stderr).toContain(message);
});

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
		const { code, stdout, stderr } = await understudyIn(
			...[cwd, "verify", service.url, "--only", "getHealth"],
			...[...reports, ...args],
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
