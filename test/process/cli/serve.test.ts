import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { startProcess } from "../../support/start-process.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const understudy = (...args: string[]) => run(process.execPath, [CLI, ...args]);

describe("understudy serve --log json", () => {
	test("prints its URL, then each request, one JSON object per line", async () => {
		await using cli = await startCli();
		expect(cli.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		await fetch(`${cli.url}/v1/zaps?limit=1`);
		await fetch(`${cli.url}/v1/nothing`, { method: "DELETE" });
		expect(await cli.nextEvent()).toEqual({
			event: "request",
			method: "GET",
			path: "/v1/zaps?limit=1",
			status: 200,
			durationMs: expect.any(Number),
		});
		expect(await cli.nextEvent()).toMatchObject({
			method: "DELETE",
			path: "/v1/nothing",
			status: 404,
		});
	});

	test("redacts values in the log and in the journal", async () => {
		await using cli = await startCli(["--redact", "X-Tenant, sid"]);
		await fetch(`${cli.url}/v1/zaps?sid=s3cret&limit=1&token=s3cret`, {
			headers: { "x-tenant": "s3cret", authorization: "s3cret" },
		});
		expect(await cli.nextEvent()).toMatchObject({
			path: "/v1/zaps?sid=[redacted]&limit=1&token=[redacted]",
		});
		const journal = await fetch(`${cli.url}/__mock/requests`);
		const told = await journal.text();
		expect(told).toContain('"x-tenant":"[redacted]"');
		expect(told).not.toContain("s3cret");
	});

	test.each(["SIGINT", "SIGTERM"] as const)(
		"completes pending requests on %s, and exits with 0",
		async (signal) => {
			await using cli = await startCli(["--dataset", "large"]);
			const search = fetch(`${cli.url}/v1/audit/search`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: '{"text":"nowhere to be found"}',
			});
			await new Promise((resolve) => setTimeout(resolve, 50));
			const ended = cli.end(signal);
			expect((await search).status).toBe(200);
			expect(await ended).toBe(0);
			await expect(fetch(cli.url)).rejects.toThrow();
		},
	);

	test("with --clock and --seed, returns the same bytes in every run", async () => {
		const play = async (seed: string): Promise<string[]> => {
			await using cli = await startCli([
				...["--clock", "2026-01-01T00:00:00.000Z", "--seed", seed],
			]);
			const created = await fetch(`${cli.url}/v1/zaps`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: '{"name":"A"}',
			});
			const read = async (path: string) =>
				(await fetch(`${cli.url}${path}`)).text();
			return [
				await created.text(),
				await read("/v1/zaps"),
				await read("/metrics"),
			];
		};
		const [first, second, other] = [
			await play("7"),
			await play("7"),
			await play("8"),
		];
		expect(first).toEqual(second);
		expect(first).not.toEqual(other);
	});

	test("serves below a base path only", async () => {
		await using cli = await startCli(["--base-path", "/api/"]);
		expect(cli.url).toMatch(/:\d+\/api$/);
		expect((await fetch(`${cli.url}/v1/health`)).status).toBe(200);
		const { origin } = new URL(cli.url);
		expect((await fetch(`${origin}/v1/health`)).status).toBe(404);
	});
});

describe("understudy", () => {
	test("prints its URL, the operations and the number of assumptions", async () => {
		const child = startProcess(process.execPath, [CLI, "--port", "0"]);
		let stdout = "";
		for await (const chunk of child.stdout) {
			stdout += chunk;
			if (stdout.includes("press Ctrl+C to stop")) child.kill("SIGINT");
		}
		expect(stdout).toMatch(
			/Understudy mocks the zaps service at http:\/\/127\.0\.0\.1:\d+\n/,
		);
		for (const operation of [
			"GET   /v1/health        getHealth",
			"POST  /v1/audit/search  searchAudit",
			"GET   /metrics          getMetrics",
		]) {
			expect(stdout).toContain(operation);
		}
		expect(stdout).toContain(
			"The specification defines 7 methods and paths. Everything else depends on 25 assumptions:\n  25 unconfirmed, 0 confirmed, 0 refuted.",
		);
		expect(stdout).toContain(
			"dataset default, scenario normal, seed 1, clock system",
		);
	});

	test.each([["--help"], ["serve", "--help"]])(
		"explains its options with %s %s",
		async (...args) => {
			const { code, stdout } = await understudy(...args);
			expect(code).toBe(0);
			expect(stdout).toContain("Usage: understudy");
			expect(stdout).toContain("serve");
		},
	);

	test("prints its version", async () => {
		const { code, stdout } = await understudy("--version");
		expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
	});

	test.each([
		[["--prot", "1"], "unknown option '--prot'"],
		[
			["sevre"],
			'Unknown command "sevre". Did you mean "serve"? Available: serve, verify',
		],
		[["--port", "70000"], "Pass a whole number from 0 to 65535."],
		[["--port", "1e3"], "Pass a whole number from 0 to 65535."],
		[["--seed", "x"], "Pass a whole number"],
		[["--host", ""], "Pass an address, like 127.0.0.1 or 0.0.0.0."],
		[["--port"], "argument missing. See `understudy serve --help`."],
		[["--base-path", "api"], "must begin with a slash"],
		[
			["--dataset", "huge"],
			'Unknown dataset "huge". Available: empty, default, large.',
		],
		[["--clock", "noon"], 'Invalid clock "noon"'],
		[["--control-token", "abc "], "Pass a token of visible ASCII characters"],
		[["--control-token", "€uro"], "Pass a token of visible ASCII characters"],
		[["--redact", "a,,b"], "Pass names separated by commas, like"],
		[["--log", "xml"], "Allowed choices are pretty, json, silent"],
		[["--host", "256.0.0.1"], "Cannot listen on 256.0.0.1:4010"],
	])("rejects %j in one sentence, with exit code 2", async (args, message) => {
		const { code, stdout, stderr } = await understudy(...args);
		expect(stderr).toContain(message);
		expect(stderr).toMatch(/^understudy: /);
		expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
	});

	test("reports a port that is in use, and what to do", async () => {
		const server = createServer();
		await new Promise<void>((resolve) =>
			server.listen(0, "127.0.0.1", () => resolve()),
		);
		const { port } = server.address() as AddressInfo;
		const { code, stderr } = await understudy("--port", `${port}`);
		server.close();
		expect(stderr).toBe(
			`understudy: Cannot listen on 127.0.0.1:${port}: the port is in use. Stop the other server, or pass --port 0 for any free port.\n`,
		);
		expect(code).toBe(2);
	});
});
