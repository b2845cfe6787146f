import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { listen } from "../../support/listen.ts";
import { run } from "../../support/run.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { endProcess, startProcess } from "../../support/start-process.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const postJson = (body: string): RequestInit => ({
	method: "POST",
	headers: { "content-type": "application/json" },
	body,
});

test("with --log json, prints its URL, then each request, one JSON object per line", async () => {
	await using cli = await startCli();
	expect(cli.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	await fetch(`${cli.url}/v1/zaps?limit=1`);
	await fetch(`${cli.url}/v1/zap`, { method: "DELETE" });
	await fetch(`${cli.url}/__session/mine/v1/pipeline`, postJson("{}"));
	await fetch(`${cli.url}/__mock/health`);
	const request = {
		event: "request",
		time: expect.stringMatching(/^\d{4}-.*Z$/),
		durationMs: expect.any(Number),
		method: "GET",
		status: 200,
	};
	expect(await cli.nextEvent()).toEqual({
		...request,
		session: "default",
		operation: "listZaps",
		path: "/v1/zaps?limit=1",
	});
	expect(await cli.nextEvent()).toMatchObject({
		operation: null,
		method: "DELETE",
		path: "/v1/zap",
		status: 404,
		reason: "No operation is defined at /v1/zap.",
		nearest: [{ operation: "listZaps" }, { operation: "createZap" }],
	});
	expect(await cli.nextEvent()).toMatchObject({
		session: "mine",
		operation: "submitPipeline",
		path: "/v1/pipeline",
		status: 400,
		reason: "/steps is required",
	});
	expect(await cli.nextEvent()).toEqual({ ...request, path: "/__mock/health" });
});

test("serves below a base path only, redacts values in the log and in the journal, sends browsers to the page, and tells other clients the paths", async () => {
	const flags = ["--redact", "X-Tenant, sid", "--base-path", "/api/"];
	await using cli = await startCli(flags);
	const { origin } = new URL(cli.url);
	expect(cli.url).toBe(`${origin}/api`);
	await fetch(`${cli.url}/v1/zaps?sid=s3cret&limit=1&token=s3cret`, {
		headers: { "x-tenant": "s3cret", authorization: "s3cret" },
	});
	expect(await cli.nextEvent()).toMatchObject({
		path: "/api/v1/zaps?sid=[redacted]&limit=1&token=[redacted]",
		status: 200,
	});
	const told = await (await fetch(`${origin}/__mock/requests`)).text();
	expect(told).toContain('"x-tenant":"[redacted]"');
	expect(told).not.toContain("s3cret");
	expect((await fetch(`${origin}/v1/health`)).status).toBe(404);
	for (const url of [origin, cli.url, `${cli.url}/`]) {
		const page = await fetch(url, { headers: { accept: "text/html,*/*" } });
		expect(`${page.status} ${page.url}`).toMatch(/^200 .*\/__mock\/$/);
		const response = await fetch(url);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			detail: expect.stringMatching(/\. Use one of `operations`\.$/),
			operations: expect.arrayContaining(["GET /api/v1/zaps"]),
		});
	}
});

test("completes pending requests when it is ended, and exits with 0", async () => {
	const service = createServer();
	await using stub = await listen(service);
	await using cli = await startCli(["--forward", stub.url]);
	const forwarded = once(service, "request");
	const pending = fetch(`${cli.url}/v1/health`);
	const [, response] = await forwarded;
	const ended = cli.end("SIGTERM");
	// The one that has the request, if there are two.
	await expect
		.poll(() => fetch(String(cli.ready.url)).catch(() => "refused"))
		.toBe("refused");
	response.end('{"status":"ok"}');
	expect((await pending).status).toBe(200);
	expect(await ended).toBe(0);
	await expect(fetch(cli.url)).rejects.toThrow();
});

test("drops log lines that its reader does not read, says how many, and still ends", async () => {
	const child = startProcess(process.execPath, [
		...[CLI, "serve", "--port", "0", "--log", "json"],
	]);
	const [line] = await once(child.stdout, "data");
	child.stdout.pause();
	const { url } = JSON.parse(line);
	const send = async () => {
		for (let sent = 0; sent < 400; sent += 1)
			await (await fetch(`${url}/v1/zaps?x=${"x".repeat(8_000)}`)).text();
	};
	await send();
	let text = "";
	child.stdout.on("data", (chunk) => {
		text += chunk;
	});
	child.stdout.resume();
	await expect.poll(() => text, { timeout: 5_000 }).toMatch(/"dropped"/);
	const [, lines] = /"event":"dropped",.*"lines":(\d+)/.exec(text) ?? [];
	expect(text.match(/"event":"request"/g)).toHaveLength(400 - Number(lines));
	child.stdout.pause();
	await send();
	child.kill("SIGTERM");
	expect(await once(child, "exit")).toEqual([0, null]);
});

/** Starts a server that may open only so many files. */
async function startLimited(files: number, ...args: readonly string[]) {
	const command = `ulimit -n ${files}; exec "$0" "$@"`;
	const node = [process.execPath, CLI, "serve", "--port", "0", "--log", "json"];
	const child = startProcess("bash", ["-c", command, ...node, ...args]);
	const [line] = await once(child.stdout, "data");
	return { child, url: JSON.parse(line).url };
}

test("with 150 files, serves from a store and loads all of its parts", async () => {
	await using folder = await scratchFolder();
	const store = `sqlite:${folder.path}/mock.db`;
	const { child, url } = await startLimited(150, "--store", store);
	for (const path of ["/v1/zaps", "/__mock/state"])
		expect((await fetch(url + path)).status).toBe(200);
	endProcess(child);
});

test("loads its parts at the next request if no file could be opened at the first", async () => {
	const { child, url } = await startLimited(300);
	const { hostname, port } = new URL(url);
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const statusOf = async (path: string) => {
		const [response]: IncomingMessage[] = await once(
			get(url + path, { agent }),
			"response",
		);
		response?.resume();
		return response?.statusCode;
	};
	expect(await statusOf("/v1/health")).toBe(200);
	const sockets = Array.from({ length: 250 }, () =>
		connect(Number(port), hostname).on("error", () => {}),
	);
	const request = "GET /v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n";
	for (const socket of sockets) socket.write(request);
	await Promise.all(sockets.map((socket) => once(socket, "data")));
	expect(await statusOf("/__mock/health")).toBe(500);
	for (const socket of sockets) socket.destroy();
	await expect.poll(() => statusOf("/__mock/health")).toBe(200);
	agent.destroy();
	endProcess(child);
});

test("with --clock and --seed, returns the same bytes in every process", async () => {
	const clock = "2026-01-01T00:00:00.000Z";
	await using cli = await startCli(["--clock", clock, "--seed", "7"]);
	const here = createServiceEngine({ clock, seed: 7 });
	for (const [path, init] of [
		["/v1/zaps", postJson('{"name":"A"}')],
		["/v1/zaps", {}],
		["/metrics", {}],
	] as const) {
		const there = await fetch(cli.url + path, init);
		const seen = await here.fetch(new Request(`http://here.test${path}`, init));
		expect(await there.text()).toBe(await seen.text());
	}
	await here.close();
});

test("prints where everything is and each request, without those to the control API, until Ctrl+C", async () => {
	await using folder = await scratchFolder();
	const handler = "{ info: { header: 'GET /extra' }, run() {} }";
	await folder.file(
		"understudy.config.mjs",
		`export default { datasets: { shop: {} }, handlers: [${handler}], scenarios: { a: { description: "A" } } }`,
	);
	const args = [CLI, "--port", "0"];
	const child = startProcess(process.execPath, args, { cwd: folder.path });
	const ended = once(child, "exit");
	let stdout = "";
	let url = "";
	for await (const chunk of child.stdout) {
		stdout += chunk;
		// A second signal would end the process at once.
		if (`${chunk}`.includes("Press Ctrl+C to stop.")) {
			[url = ""] = stdout.match(/http:\S+/) ?? [];
			await fetch(`${url}/__mock/health`);
			await fetch(`${url}/__session/mine/v1/pipeline`, postJson("{}"));
			child.kill("SIGINT");
		}
	}
	expect(await ended).toEqual([0, null]);
	const steady = stdout
		.replaceAll(url, "<url>")
		.replace(/\d+\.\d ms/, "1.0 ms");
	expect(steady).toBe(`
  Understudy mocks the zaps service at <url>

  page           <url>/__mock/
  OpenAPI        <url>/__mock/openapi.json
  configuration  understudy.config.mjs
  start          dataset default, scenario normal, seed 1, clock system

  GET   /v1/health        getHealth       Health check
  POST  /v1/command       submitCommand   Submit a command
  POST  /v1/pipeline      submitPipeline  Submit a pipeline
  GET   /v1/zaps          listZaps        List zaps
  POST  /v1/zaps          createZap       Create a zap
  POST  /v1/audit/search  searchAudit     Search the audit records
  GET   /metrics          getMetrics      Read metrics

  The specification defines 7 methods and paths. Everything else depends
  on 26 assumptions: 26 unconfirmed, 0 confirmed, 0 refuted.
  The Mock-Assumptions header of each response lists the ones it depends on.
  To see what they say, run \`npx zaps-understudy assumptions --url <url>\`.

  Press Ctrl+C to stop.

POST /v1/pipeline 400 submitPipeline, session mine, 1.0 ms: /steps is required
Stopped.
`);
});

test("rejects an unknown option with exit code 2", async () => {
	expect(await run(process.execPath, [CLI, "--prot", "1"])).toEqual({
		code: 2,
		stdout: "",
		stderr: expect.stringMatching(/^understudy: unknown option '--prot'/),
	});
});

test("reports a port that is in use, and what to do", async () => {
	await using server = await listen(createServer());
	const { port } = new URL(server.url);
	expect(await runInProcess("--port", `${port}`)).toEqual({
		code: 2,
		stdout: "",
		stderr: `understudy: Cannot listen on 127.0.0.1:${port}: the port is in use. Stop the other server, or pass --port 0 for any free port.\n`,
	});
});
