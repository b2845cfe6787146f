import {
	chmod,
	cp,
	mkdir,
	readFile,
	rm,
	symlink,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "readme-examples");
const readme = await readFile(join(ROOT, "README.md"), "utf8");

const blocks = (language: string): string[] =>
	[
		...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")),
	].map(([, text]) => text ?? "");

const shellLines = blocks("sh").flatMap((block) => block.trim().split("\n"));
const [startCommand, testCommand, ...commands] = shellLines;

/** Replaces what differs from run to run: ids, times, names and cursors. */
const normalize = (text: string): string =>
	text
		.replace(/(?<=zap_)[0-9A-Z]{26}/g, "<ulid>")
		.replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<time>")
		.replace(/"(owner|nextCursor|name)":"(?!Welcome)[^"]*"/g, '"$1":"<varies>"')
		.replace(/"enabled":\w+/g, '"enabled":<varies>');

test("the first command serves the mock", async () => {
	expect(startCommand).toBe("npm ci && npm start");
	await using cli = await startCli();
	expect((await fetch(`${cli.url}/v1/health`)).status).toBe(200);
	const { scripts, bin } = JSON.parse(
		await readFile(join(ROOT, "package.json"), "utf8"),
	);
	expect(scripts.start).toBe("node dist/cli/main.js serve");
	expect(join(ROOT, bin.understudy)).toBe(CLI);
});

test("the second command is what CI runs", async () => {
	expect(testCommand).toBe("npm ci && npm test");
	const ci = await readFile(join(ROOT, ".ci/run"), "utf8");
	expect(ci.trim().split("\n").at(-1)).toBe(testCommand);
});

test("the transcript shows the actual output", async () => {
	await using cli = await startCli();
	const [transcript = ""] = blocks("console");
	const exchanges = transcript.split(/^\$ (?=curl)/m).slice(1);
	expect(exchanges).toHaveLength(3);
	for (const exchange of exchanges) {
		const [command = "", ...shown] = exchange.trim().split("\n");
		const { stdout } = await run("bash", [
			"-c",
			command
				.replace("curl", "curl -s")
				.replace("http://127.0.0.1:4010", cli.url),
		]);
		const seen = stdout.replaceAll("\r", "").split("\n");
		for (const line of shown) {
			expect(seen.map(normalize)).toContain(normalize(line));
		}
	}
});

const started = /^(npm start --|npx zaps-understudy( serve)?) (?=--)/;
const controlled =
	/^npx zaps-understudy (?=faults |scenario |requests |reset$)/;
const curled = /^curl /;
const installed = /^npm install --save-dev \S*\/(\S+\.tgz) msw$/;
const verified = /^npx zaps-understudy verify http:\/\/127\.0\.0\.1:8080/;

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
	await symlink(command, join(modules, ".bin/understudy"));

	const npx = ["--no-install", "zaps-understudy", "--version"];
	const cwd = join(scratch.path, "project");
	const { code, stdout } = await run("npx", npx, { cwd });
	expect({ code, version: stdout.trim() }).toEqual({
		code: 0,
		version: "0.1.0",
	});
});

test.each(commands.filter((command) => started.test(command)))(
	"%s",
	async (command) => {
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
	},
);

test("the commands that control a running mock succeed", async () => {
	await using cli = await startCli();
	const asked = commands.filter((command) => controlled.test(command));
	expect(asked).toHaveLength(4);
	for (const command of asked) {
		const args = command.replace(controlled, "").split(" ");
		const finished = await run(process.execPath, [
			...[CLI, ...args, "--url", cli.url],
		]);
		expect(finished).toMatchObject({ code: 0 });
	}
});

test.each(commands.filter((command) => curled.test(command)))(
	"%s",
	async (command) => {
		await using cli = await startCli();
		const asked = command.replace("http://127.0.0.1:4010", cli.url);
		const { code, stdout } = await run("bash", ["-c", `${asked} -si`]);
		expect(code).toBe(0);
		expect(stdout).toMatch(
			command.includes("code=429") ? / 429 Too Many/ : / 200 OK/,
		);
	},
);

test.each(commands.filter((command) => verified.test(command)))(
	"%s",
	async (command) => {
		await using cli = await startCli();
		await using project = await scratchFolder();
		await cp(join(ROOT, "contracts"), join(project.path, "contracts"), {
			recursive: true,
		});
		const args = command.replace(verified, "").split(" ").filter(Boolean);
		const { code, stderr } = await run(
			process.execPath,
			[CLI, "verify", cli.url, ...args],
			{ cwd: project.path },
		);
		expect({ code, stderr }).toMatchObject({ code: 0 });
		const record = args.includes("--record");
		const ledger = await readFile(
			join(project.path, "contracts/assumptions.yaml"),
			"utf8",
		);
		expect(ledger.includes("status: confirmed")).toBe(record);
	},
	30_000,
);

test("every command of the README is run by a test of this file", () => {
	const others = commands.filter(
		(command) =>
			!started.test(command) &&
			!verified.test(command) &&
			!controlled.test(command) &&
			!curled.test(command) &&
			!installed.test(command) &&
			command !== "npm pack" &&
			!command.startsWith("npm run "),
	);
	expect(others).toEqual([]);
});

test.each(commands.filter((command) => command.startsWith("npm run")))(
	"%s is a script of the package",
	async (command) => {
		const { scripts } = JSON.parse(
			await readFile(join(ROOT, "package.json"), "utf8"),
		);
		expect(Object.keys(scripts)).toContain(command.split(" ")[2]);
	},
);

describe("the examples", () => {
	const examples = blocks("ts").map(
		(text, index) => [`example-${index + 1}`, text] as const,
	);

	beforeAll(async () => {
		await mkdir(EXAMPLES, { recursive: true });
		for (const [name, text] of examples) {
			const isTest = text.includes('from "vitest"');
			const file = `${name}${isTest ? ".test" : ""}.ts`;
			await writeFile(join(EXAMPLES, file), text);
		}
		const tsconfig = {
			extends: "../tsconfig.json",
			compilerOptions: { noUnusedLocals: false },
			include: ["."],
		};
		await writeFile(join(EXAMPLES, "tsconfig.json"), JSON.stringify(tsconfig));
		// Without its own configuration, Vitest would use the one of the parent folder.
		await writeFile(join(EXAMPLES, "vitest.config.js"), "export default {};");
	});
	afterAll(() => rm(EXAMPLES, { recursive: true, force: true }));

	test("compile", async () => {
		const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
		const { code, stdout } = await run(process.execPath, [tsc, "-p", EXAMPLES]);
		expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
	});

	test.each(examples.filter(([, text]) => !text.includes('from "vitest"')))(
		"%s runs",
		async (name) => {
			const file = join(EXAMPLES, `${name}.ts`);
			const args = ["--import", "tsx", file];
			const { code, stderr } = await run(process.execPath, args, { cwd: ROOT });
			expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		},
	);

	test("that are tests pass", async () => {
		const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
		const args = [vitest, "run", "--root", EXAMPLES, "--reporter", "json"];
		const { code, stdout } = await run(process.execPath, args);
		expect(JSON.parse(stdout)).toMatchObject({
			numPassedTests: 2,
			success: true,
		});
		expect(code).toBe(0);
	});
});
