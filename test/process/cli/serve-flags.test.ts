import { once } from "node:events";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { Agent, fetch } from "undici";
import { expect, test } from "vitest";
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
		(await fetch(mock.url + path, { dispatcher: trusting })).status;
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

test("forwards the operations of --forward-only, prints violations, and hides credentials", async () => {
	await using service = await startEmpty();
	await using cli = await startCli([
		...["--forward", service.url, "--forward-only", "getHealth,listZaps"],
		...["--forward-header", "Authorization: Bearer a,secret"],
		"--forward-strict",
	]);
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
		headers: { authorization: "[redacted]" },
		timeoutMs: 30_000,
		strict: true,
	});
});

const BOTH = "HTTPS requires --cert <file> and --key <file>.";
const noFile = (path: string): string =>
	`No file found at ${resolve(folder.path, path)}. Pass the path of a configuration file.\n`;

const MESSAGES = {
	"--cert cert.pem": BOTH,
	"--key key.pem": BOTH,
	"--cert none.pem --key key.pem": "--cert none.pem: ENOENT",
	"--cert key.pem --key key.pem": "it has no certificate.",
	"--cert cert.pem --key cert.pem": "it has no private key",
	"--cert cert.pem --key other.pem":
		"it is not the private key of the certificate in cert.pem.",
	"--forward-only listZaps": "Pass --forward <url>.",
	"--forward http://127.0.0.1:4998 --port 4998": "of this mock",
	"--forward ftp://x": "must be an http or https URL",
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
