import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { startService } from "../../provider/server.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, type RunningCli, startCli } from "../../support/understudy.ts";
import {
	findBlocks,
	hideVarying,
	pointAt,
	ROOT,
	readPage,
	readTranscript,
} from "./page.ts";

const readme = await readPage("README.md");
const [startCommand, testCommand, ...commands] = findBlocks(
	readme,
	"sh",
).flatMap(({ text }) => text.trim().split("\n"));

const started = /^(npm start --|npx zaps-understudy( serve)?) (?=--)/;
const controlled =
	/^npx zaps-understudy (?=faults |scenario |requests |reset$)/;
const curled = /^curl /;
const installed = /^npm install --save-dev \S*\/(\S+\.tgz) msw$/;
const verified = /^npx zaps-understudy (verify|ledger) /;
const commandsLike = (pattern: RegExp): string[] =>
	commands.filter((command) => pattern.test(command));

/** Most commands share a server. */
let mock: RunningCli;
beforeAll(async () => {
	mock = await startCli();
});
afterAll(() => mock[Symbol.asyncDispose]());

test("the first command serves the mock, and the second is what CI runs", async () => {
	expect(startCommand).toBe("npm ci && npm start");
	expect(packageJson.scripts.start).toBe("node dist/cli/main.js serve");
	for (const file of Object.values(packageJson.bin))
		expect(join(ROOT, file)).toBe(CLI);
	expect(testCommand).toBe("npm ci && npm test");
	const ci = await readPage(".ci/run");
	expect(ci.trim().split("\n").at(-1)).toBe(testCommand);
});

test("the transcript shows the actual output", async () => {
	const normalize = (text: string): string =>
		hideVarying(text)
			.replace(/"(owner|nextCursor|name)":"(?!Welcome)[^"]*"/g, '"$1":"<any>"')
			.replace(/"enabled":\w+/g, '"enabled":<any>');
	const [{ text = "" } = {}] = findBlocks(readme, "console");
	const transcript = readTranscript(text);
	expect(transcript).toHaveLength(3);
	for (const { command, printed } of transcript) {
		const asked = pointAt(command, mock.url).replace("curl", "curl -s");
		const { stdout } = await run("bash", ["-c", asked]);
		const seen = normalize(stdout.replaceAll("\r", "")).split("\n");
		for (const line of printed) expect(seen).toContain(normalize(line));
	}
});

test("the transcript of verify shows the actual output", async () => {
	const [, { text = "" } = {}] = findBlocks(readme, "console");
	const [{ printed = [] } = {}] = readTranscript(text);
	await using service = await startService({
		differences: ["create-zap-200", "cursor-snake-case"],
	});
	const args = [CLI, "verify", service.url];
	const { stdout } = await run(process.execPath, args);
	const normalize = (line: string): string =>
		line
			.replace(/http:\/\/127\.0\.0\.1:\d+/, "<url>")
			.replace(/ \(\d+\)$| in [\d.]+ s$/, "");
	const seen = stdout.split("\n").map(normalize);
	expect(printed.length).toBeGreaterThan(10);
	for (const line of printed)
		if (line !== "…") expect(seen).toContain(normalize(line));
});

test("npm pack creates the tarball that npm install adds to a project", async () => {
	await using scratch = await scratchFolder();
	const destination = ["--pack-destination", scratch.path];
	const args = ["pack", "--silent", "--ignore-scripts", ...destination];
	const packed = await run("npm", args, { cwd: ROOT });
	const [, tarball = ""] = commands.flatMap(
		(each) => installed.exec(each) ?? [],
	);
	expect(packed).toMatchObject({ code: 0, stdout: `${tarball}\n` });

	const modules = join(scratch.path, "project/node_modules");
	await mkdir(join(modules, "zaps-understudy"), { recursive: true });
	await mkdir(join(modules, ".bin"));
	const file = join(scratch.path, tarball);
	const unpack = ["-xzf", file, "--strip-components=1"];
	await run("tar", [...unpack, "-C", join(modules, "zaps-understudy")]);
	// What npm install would do, without its downloads.
	await symlink(join(ROOT, "node_modules"), join(scratch.path, "node_modules"));
	const command = join(modules, "zaps-understudy/dist/cli/main.js");
	await chmod(command, 0o755);
	await symlink(command, join(modules, ".bin/zaps-understudy"));

	const npx = ["--no-install", "zaps-understudy"];
	const cwd = join(scratch.path, "project");
	const { code, stdout } = await run("npx", [...npx, "--version"], { cwd });
	expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
	const shipped = "node_modules/zaps-understudy/contracts/assumptions.yaml";
	const verify = ["verify", mock.url, "--only", "getHealth", "--allow-mock"];
	const record = ["--record", "--ledger", shipped];
	expect(await run("npx", [...npx, ...verify, ...record], { cwd })).toEqual({
		code: 2,
		stdout: expect.any(String),
		stderr: expect.stringContaining(
			`Cannot record the verdicts in ${shipped}: it is a file of an installed package`,
		),
	});
});

test.each(commandsLike(started))("%s", async (command) => {
	const args = command.replace(started, "").split(" ");
	if (args.includes("--help")) {
		const help = await run(process.execPath, [CLI, "serve", ...args]);
		expect(help.code).toBe(0);
		expect(help.stdout).toContain("--base-path");
		return;
	}
	// The last --port wins; 0 picks a free port.
	await using cli = await startCli([...args, "--port", "0"]);
	expect((await fetch(`${cli.url}/v1/health`)).status).toBeLessThan(600);
});

test.each(commandsLike(curled))("%s", async (command) => {
	const asked = pointAt(command, mock.url);
	const { code, stdout } = await run("bash", ["-c", `${asked} -si`]);
	expect(code).toBe(0);
	expect(stdout).toMatch(
		command.includes("code=429") ? / 429 Too Many/ : / 200 OK/,
	);
});

test("the commands that control a running mock succeed", async () => {
	await using cli = await startCli();
	const asked = commandsLike(controlled);
	expect(asked).toHaveLength(4);
	for (const command of asked) {
		const args = command.replace(controlled, "").split(" ");
		const all = [CLI, ...args, "--url", cli.url];
		expect(await run(process.execPath, all)).toMatchObject({ code: 0 });
	}
});

test("every command of the README is run by a test of this file or of verify.test.ts, or is a script of the package", () => {
	const run = [started, verified, controlled, curled, installed];
	const others = commands.filter(
		(command) => !run.some((pattern) => pattern.test(command)),
	);
	const scripts = Object.keys(packageJson.scripts);
	const known = ["npm pack", ...scripts.map((name) => `npm run ${name}`)];
	expect(others.filter((command) => !known.includes(command))).toEqual([]);
});
