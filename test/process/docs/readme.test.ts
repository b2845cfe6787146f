import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { join, posix } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { startService } from "../../provider/server.ts";
import { run } from "../../support/run.ts";
import { runInFolder, runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, type RunningCli, startCli } from "../../support/understudy.ts";
import { listTexts } from "./examples.ts";
import { hideVarying, ROOT, readPage, readTranscript } from "./page.ts";
import { type Workplace, workplace } from "./shell.ts";

const listCommands = async (page: string): Promise<string[]> =>
	listTexts(await readPage(page), "sh").flatMap((text) =>
		text.trim().split("\n"),
	);

const readme = await readPage("README.md");
const [transcript = "", verifyTranscript = ""] = listTexts(readme, "console");
const [startCommand, testCommand = "", ...commands] =
	await listCommands("README.md");

const started = /^(npm start --|npx zaps-understudy( serve)?) (?=--)/;
const controlled = /^npx zaps-understudy (faults |scenario |requests |reset$)/;
const taught = /^npx zaps-understudy (init|document openapi\.yaml|serve)$/;
const installed = /^npm install --save-dev \S*\/(\S+\.tgz) msw$/;
const verified = /^npx zaps-understudy (?=(verify|ledger) )/;
const commandsLike = (pattern: RegExp): string[] =>
	commands.filter((command) => pattern.test(command));

/** Most commands share a server. */
let mock: RunningCli;
let place: Workplace;
beforeAll(async () => {
	mock = await startCli();
	place = await workplace(mock.url);
});
afterAll(async () => {
	await place[Symbol.asyncDispose]();
	await mock[Symbol.asyncDispose]();
});

test("the first command serves the mock, and the second is what CI runs", async () => {
	expect(startCommand).toBe("npm ci && npm start");
	expect(packageJson.scripts.start).toBe("node dist/cli/main.js serve");
	for (const file of Object.values(packageJson.bin))
		expect(join(ROOT, file)).toBe(CLI);
	expect(testCommand).toBe("npm ci && npm test");
	const ci = (await readPage(".ci/run")).split("\n");
	// On Node 20, and on Node 24.
	for (const command of testCommand.split(" && "))
		expect(
			ci.filter((line) => line.replace(/"$/, "").endsWith(command)),
		).toHaveLength(2);
});

test("the transcript shows the actual output", () =>
	place.expectTranscript(transcript, (text) =>
		hideVarying(text)
			.replace(/"(owner|nextCursor|name)":"(?!Welcome)[^"]*"/g, '"$1":"<any>"')
			.replace(/"enabled":\w+/g, '"enabled":<any>'),
	));

test("the transcript of verify shows the actual output", async () => {
	const [{ printed = [] } = {}] = readTranscript(verifyTranscript);
	await using service = await startService({
		differences: ["create-zap-200", "cursor-snake-case"],
	});
	const args = [CLI, "verify", service.url];
	const { stdout } = await run(process.execPath, args);
	const normalize = (line: string): string =>
		line
			.replace(/http:\/\/127\.0\.0\.1:\d+/, "<url>")
			.replace(/"name":"[^"]*"/, "<name>")
			.replace(/ \(\d+\)$| in [\d.]+ s$/, "");
	const shown = printed.filter((line) => line !== "…").map(normalize);
	expect(shown.length).toBeGreaterThan(10);
	expect(stdout.split("\n").map(normalize)).toEqual(
		expect.arrayContaining(shown),
	);
});

/** Links and pictures, in Markdown or in HTML. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

/** Every link in a page of the package leads to a file of the package. */
async function expectLinks(paths: readonly string[]): Promise<void> {
	const dead: string[] = [];
	for (const page of paths.filter((path) => path.endsWith(".md")))
		for (const [, link, source] of (await readPage(page)).matchAll(LINK)) {
			const [path = ""] = (link ?? source ?? "").split("#");
			if (path === "" || /^[a-z]+:/.test(path)) continue;
			const target = posix.join(posix.dirname(page), path);
			const isFound = paths.some(
				(each) => each === target || each.startsWith(`${target}/`),
			);
			if (!isFound) dead.push(`${page}: ${path}`);
		}
	expect(dead).toEqual([]);
}

test("npm pack creates the tarball that npm install adds to a project, with all that its pages link to", async () => {
	await using scratch = await scratchFolder();
	const destination = ["--pack-destination", scratch.path];
	const args = ["pack", "--json", "--ignore-scripts", ...destination];
	const { stdout: packed } = await run("npm", args, { cwd: ROOT });
	const [, tarball = ""] = commands.flatMap(
		(each) => installed.exec(each) ?? [],
	);
	const [{ filename, files }] = JSON.parse(packed);
	expect(filename).toBe(tarball);
	const paths: string[] = files.map(({ path }: { path: string }) => path);
	expect(paths).toContain("docs/testing.md");
	await expectLinks(paths);
	const built = paths.find((path) => /node_modules|test-results/.test(path));
	expect(built).toBeUndefined();

	const modules = join(scratch.path, "project/node_modules");
	await mkdir(join(modules, "zaps-understudy"), { recursive: true });
	await mkdir(join(modules, ".bin"));
	const file = join(scratch.path, tarball);
	const unpack = ["-xzf", file, "--strip-components=1"];
	await run("tar", [...unpack, "-C", join(modules, "zaps-understudy")]);
	// The steps of npm install, without its downloads.
	await symlink(join(ROOT, "node_modules"), join(scratch.path, "node_modules"));
	const command = join(modules, "zaps-understudy/dist/cli/main.js");
	await chmod(command, 0o755);
	const bin = join(modules, ".bin/zaps-understudy");
	await symlink(command, bin);

	const cwd = join(scratch.path, "project");
	const npx = ["--no-install", "zaps-understudy", "--version"];
	const { code, stdout } = await run("npx", npx, { cwd });
	expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
	const shipped = "node_modules/zaps-understudy/contracts/assumptions.yaml";
	const verify = ["verify", mock.url, "--only", "getHealth", "--allow-mock"];
	const record = ["--record", "--ledger", shipped];
	expect(await run(bin, [...verify, ...record], { cwd })).toMatchObject({
		code: 2,
		stderr: expect.stringContaining(
			`Cannot record the verdicts in ${shipped}: it is a file of an installed package`,
		),
	});
});

test.each(commandsLike(started))("%s", async (command) => {
	const args = command.replace(started, "").split(" ");
	if (args.includes("--help")) {
		const { code, stdout } = await runInProcess("serve", ...args);
		expect([code, stdout]).toEqual([0, expect.stringContaining("--base-path")]);
		return;
	}
	// The last --port wins; 0 picks a free port.
	await using cli = await startCli([...args, "--port", "0"]);
	expect((await fetch(`${cli.url}/v1/health`)).status).toBeLessThan(600);
});

test("the commands that control a running mock succeed", async () => {
	const asked = commandsLike(controlled);
	expect(asked).toHaveLength(4);
	for (const command of asked)
		expect(await place.shell(command)).toMatchObject({ code: 0 });
	// The other tests of this file would be slow, too.
	expect(asked).toContain("npx zaps-understudy scenario slow");
	await place.shell("npx zaps-understudy scenario normal");
});

test("the commands that give the mock a document work in an empty folder, and the mock follows it", async () => {
	await using folder = await scratchFolder();
	const cwd = folder.path;
	const [init, describe, serve, ...others] = commandsLike(taught);
	expect(serve).toBe("npx zaps-understudy serve");
	expect(others).toEqual([]);
	for (const command of [init, describe]) {
		const args = command?.split(" ").slice(2) ?? [];
		expect((await run(process.execPath, [CLI, ...args], { cwd })).code).toBe(0);
	}
	const copied = await readFile(join(cwd, "openapi.yaml"), "utf8");
	await folder.file(
		"openapi.yaml",
		copied
			.replaceAll(/nextCursor(?=[:\],])/g, "next")
			.replace("/v1/health:", "/v2/health:"),
	);
	await using cli = await startCli([], cwd);
	expect((await fetch(`${cli.url}/v2/health`)).status).toBe(200);
	const page: unknown = await (
		await fetch(`${cli.url}/v1/zaps?limit=1`)
	).json();
	expect(page).toMatchObject({ next: expect.any(String) });
	const served: unknown = await (
		await fetch(`${cli.url}/__mock/openapi.json`)
	).json();
	expect(served).toHaveProperty(["paths", "/v2/health"]);
});

test("every command of the README is run by a test of this file, or is a script of the package", () => {
	const run = [started, verified, controlled, installed, taught];
	const others = commands.filter(
		(command) => !run.some((pattern) => pattern.test(command)),
	);
	const scripts = Object.keys(packageJson.scripts);
	const known = ["npm pack", ...scripts.map((name) => `npm run ${name}`)];
	expect(others.filter((command) => !known.includes(command))).toEqual([]);
});

/** The pages whose commands verify a service, in the order in which a project runs them. */
const PAGES = ["README.md", "docs/contracts.md"];

test("the commands that verify a service and keep a ledger succeed", async () => {
	await using project = await scratchFolder();
	const used = { tests: 1, exchanges: 1, assumptions: [{ id: "health.body" }] };
	await project.file("used-assumptions.json", JSON.stringify(used));
	const asked = (await Promise.all(PAGES.map(listCommands))).map((page) =>
		page.filter((command) => verified.test(command)),
	);
	expect(asked).not.toContainEqual([]);
	for (const command of new Set(asked.flat())) {
		// The part that handles the exit code is not an argument.
		const [words = ""] = command.replace(verified, "").split(" || ");
		const args = words.split(" ");
		const { code, stdout } = await (args[0] === "ledger"
			? runInFolder(project.path, args)
			: run(
					process.execPath,
					[
						...[CLI, ...args.map((word) => word.replace(/^http:.*/, mock.url))],
						...["--only", "getHealth", "--allow-mock"],
					],
					{ cwd: project.path },
				));
		expect({ code, command }).toEqual({ code: 0, command });
		if (args.includes("--used"))
			expect(stdout).toMatch(
				/^\s*Your 1 test depends on 1 assumption\. This service refutes none of them\.\n/,
			);
	}
	const ledger = join(project.path, "understudy.assumptions.yaml");
	expect(await readFile(ledger, "utf8")).toContain("status: confirmed");
}, 120_000);
