import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { Agent, fetch } from "undici";
import { expect, test, vi } from "vitest";
import { certificate } from "../../support/certificate.ts";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const trusting = new Agent({ connect: { ca: certificate.cert } });

async function certificateFolder(): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	await folder.file("cert.pem", certificate.cert);
	await folder.file("key.pem", certificate.key);
	return folder;
}

test("serves HTTPS with --cert and --key, also to the commands that find the mock by its configuration", async () => {
	await using folder = await certificateFolder();
	const configure = (flags: object) =>
		folder.file(
			"understudy.config.mjs",
			`export default ${JSON.stringify({ flags })}`,
		);
	const files = { cert: "cert.pem", key: "key.pem" };
	await configure(files);
	await using mock = await startCli([], folder.path);
	const get = async (path: string) =>
		(await fetch(mock.url + path, { dispatcher: trusting })).status;
	expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
	expect(await get("/v1/zaps")).toBe(200);

	const plain = connect(Number(new URL(mock.url).port), "127.0.0.1");
	plain.write("GET /v1/zaps HTTP/1.1\r\n\r\n");
	await once(plain.resume(), "close");
	expect(await get("/__mock/")).toBe(200);

	await configure({ ...files, port: Number(new URL(mock.url).port) });
	const list = (env: NodeJS.ProcessEnv) =>
		run(process.execPath, [CLI, "sessions"], { cwd: folder.path, env });
	expect(
		await list({ NODE_EXTRA_CA_CERTS: join(folder.path, "cert.pem") }),
	).toMatchObject({ code: 0, stderr: "" });
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
		await using folder = await certificateFolder();
		const files = ["--cert", "cert.pem", "--key", "key.pem"];
		await using service = await startCli(files, folder.path);
		vi.stubEnv("NODE_EXTRA_CA_CERTS", file);
		await using mock = await startCli(["--forward", service.url], folder.path);
		vi.unstubAllEnvs();
		expect((await fetch(`${mock.url}/v1/zaps`)).status).toBe(status);
	},
);

const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
`;

test.each([
	[["--cert", "cert.pem"], "HTTPS requires --cert <file> and --key <file>."],
	[["--key", "key.pem"], "HTTPS requires --cert <file> and --key <file>."],
	[["--cert", "none.pem", "--key", "key.pem"], "--cert none.pem: ENOENT"],
	[["--cert", "key.pem", "--key", "key.pem"], "it has no certificate."],
	[["--cert", "cert.pem", "--key", "cert.pem"], "it has no private key"],
	[
		["--cert", "cert.pem", "--key", "other.pem"],
		"it is not the private key of the certificate in cert.pem.",
	],
])("rejects %j", async (flags, message) => {
	await using folder = await certificateFolder();
	await folder.file("other.pem", OTHER_KEY);
	const args = [CLI, "serve", "--port", "0", ...flags];
	const result = await run(process.execPath, args, { cwd: folder.path });
	expect(result).toEqual({
		code: 2,
		stdout: "",
		stderr: expect.stringMatching(/^understudy: .*\n$/),
	});
	expect(result.stderr).toContain(message);
});
