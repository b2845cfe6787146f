import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startProcess } from "../../support/start-process.ts";
import { startRawStub } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";

describe("understudy requests --follow", () => {
	/** Starts the command. `ended` has its exit code and standard error. */
	function follow(url: string, ...words: readonly string[]) {
		const args = [CLI, "requests", "--follow", ...words, "--url", url];
		const child = startProcess(process.execPath, args);
		let stderr = "";
		child.stderr.on("data", (chunk) => {
			stderr += chunk;
		});
		const ended = once(child, "close").then(([code]) => ({ code, stderr }));
		return { child, ended };
	}
	const DONE = { code: 0, stderr: "" };

	test("prints requests as they happen, until Ctrl+C", async () => {
		await using stage = await serveStage();
		await stage.createZap("before");
		await stage.send("/v1/health");
		const words = ["--operation", "createZap", "--json"];
		const { child, ended } = follow(stage.url, ...words);
		const names: unknown[] = [];
		for await (const line of createInterface({ input: child.stdout })) {
			names.push(JSON.parse(line).request.body.name);
			await stage.send("/v1/health");
			if (names.length < 3) await stage.createZap(`after ${names.length}`);
			else child.kill("SIGINT");
		}
		expect(names).toEqual(["before", "after 1", "after 2"]);
		expect(await ended).toEqual(DONE);
	});

	test("ends when its output is closed", async () => {
		await using stage = await serveStage();
		await stage.send("/v1/health");
		const { child, ended } = follow(stage.url, "--json");
		child.stdout.once("data", () => {
			child.stdout.destroy();
			child.stdout.once("close", () => void stage.send("/v1/health"));
		});
		expect(await ended).toEqual(DONE);
	});

	test("ends at the first Ctrl+C, even if the server does not respond", async () => {
		const stub = new EventEmitter();
		const connected = once(stub, "connection");
		await using silent = await startRawStub(() => stub.emit("connection"));
		const { child, ended } = follow(silent.url);
		// Only once, even if the client connects again: a second Ctrl+C ends the process at once.
		await connected;
		child.kill("SIGINT");
		expect(await ended).toEqual(DONE);
	});
});

test("commands end once their output is written, also if the configuration keeps the process alive", async () => {
	await using stage = await serveStage();
	// More than a pipe holds.
	const { zaps = [], ...others } = await stage.control.state();
	const many = Array.from({ length: 1_500 }, (_, index) => ({
		...zaps[0],
		id: `zap_${String(index).padStart(26, "0")}`,
	}));
	await stage.control.setState({ ...others, zaps: many });
	await using folder = await scratchFolder();
	const { port } = new URL(stage.url);
	await folder.file(
		"understudy.config.mjs",
		`import net from "node:net";
net.createServer().listen(0, "127.0.0.1");
export default { flags: { port: ${port} } };`,
	);
	const start = (...args: readonly string[]) =>
		run(process.execPath, [CLI, ...args], { cwd: folder.path });
	const state = await start("state", "get");
	expect(state.code).toBe(0);
	expect(JSON.parse(state.stdout).zaps.length).toBeGreaterThan(1_000);
	const refused = await start("verify", "http://127.0.0.1:1");
	expect(refused.code).toBe(2);
	expect(refused.stdout).toContain("Verified http://127.0.0.1:1");
});

test("commands find the mock: by --url, then UNDERSTUDY_URL, then the configuration", async () => {
	await using stage = await serveStage({ basePath: "/api", token: "sesame" });
	await using folder = await scratchFolder();
	const { port } = new URL(stage.url);
	const ask = async (url: string, flags: object, ...words: string[]) => {
		await folder.file(
			"understudy.config.mjs",
			`export default ${JSON.stringify({ flags })}`,
		);
		const args = ["sessions", ...words];
		const env = { UNDERSTUDY_URL: url };
		const { code, stderr } = await runInFolder(folder.path, args, env);
		return code === 0 ? "found" : stderr;
	};
	const NOWHERE = "http://127.0.0.1:1";
	const away = { port: 1 };
	const here = { port: Number(port), basePath: "/api/", host: "0.0.0.0" };
	const token = ["--token", "sesame"];
	const found: [string, object, ...string[]][] = [
		[NOWHERE, away, "--url", stage.url, ...token],
		[`${stage.url}/api`, away, ...token],
		["", { ...here, controlToken: "sesame" }],
		["", here, ...token],
	];
	for (const given of found) expect(await ask(...given)).toBe("found");
	// The token of a configuration is for the mock of the configuration.
	expect(await ask(stage.url, { controlToken: "sesame" })).toContain("--token");
	expect(await ask(NOWHERE, here)).toMatch(
		/^understudy: No response from http:\/\/127\.0\.0\.1:1 .* To use another URL, pass --url <url>, or set UNDERSTUDY_URL\.\n$/,
	);
	expect(await ask("", away)).toContain(" To use another URL, pass --url");
	expect(await ask("", { port: 0 })).toBe(
		"understudy: understudy.config.mjs sets port: 0, so the mock chooses its port. Pass the URL that it prints as --url <url>, or set UNDERSTUDY_URL.\n",
	);
	expect(await ask("", { prot: 1 })).toMatch(
		/unknown property.*\nTo control a mock without this file, pass --url <url>\.\n$/s,
	);
});

test("commands say that their output cannot be written, once, and fail", async () => {
	await using stage = await serveStage();
	for (const words of [
		["document", "contracts/openapi.yaml"],
		["state", "--url", stage.url],
		["requests", "--json", "--url", stage.url],
		["sessions", "--url", stage.url],
	]) {
		const script = '"$0" "$@" > /dev/full';
		const args = ["-c", script, process.execPath, CLI, ...words];
		expect(await run("sh", args), words[0]).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(
				/^understudy: Cannot write the output: ENOSPC.* Free some space.*\n$/,
			),
		});
	}
});
