import { chmod, mkdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { serveCommand } from "../../../src/cli/program.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { findBlocks, ROOT, readPage } from "../docs/page.ts";

/** Reads arguments like the command line, which throws for an invalid value. */
function readArguments([name, ...args]: readonly string[]) {
	const command = serveCommand().exitOverride();
	const rest = command.parseOptions([...args]);
	return { name, rest, flags: command.opts() };
}

const ACCEPTED = { name: "serve", rest: { operands: [], unknown: [] } };

test("the image has a pinned base, runs without root, serves with flags that exist, and knows whether it is healthy", async () => {
	const text = (await readPage("Dockerfile")).replaceAll("\\\n", "");
	const read = (instruction: string): string[] =>
		[...text.matchAll(new RegExp(`^${instruction} +(.*)`, "gm"))].map(
			([, rest = ""]) => rest,
		);
	for (const base of read("FROM"))
		expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+-slim( AS build)?$/);
	expect(read("USER")).toEqual(["node"]);
	const volumes = read("VOLUME");
	const [command = ""] = read("CMD");
	expect(readArguments(JSON.parse(command))).toMatchObject({
		...ACCEPTED,
		flags: { host: "0.0.0.0", store: `sqlite:${volumes}/mock.db` },
	});

	await using mock = await startCli(["--control-token", "sesame"]);
	const [check = ""] = read("HEALTHCHECK");
	const [node = "", ...args] = JSON.parse(check.replace(/^.*CMD/, ""));
	const checkHealth = async () => {
		const { host } = new URL(mock.url);
		const here = args.map((arg: string) => arg.replace("127.0.0.1:4010", host));
		return (await run(node, here)).code;
	};
	expect(await checkHealth()).toBe(0);
	await mock.end("SIGTERM");
	expect(await checkHealth()).toBe(1);
});

test("compose.yaml keeps the sessions in a volume, requires a token, and serves with flags that exist", async () => {
	const text = await readPage("compose.yaml");
	const token = /\$\{MOCK_CONTROL_TOKEN:\?[^}]+\}/g;
	const { services, volumes } = parse(text.replace(token, "sesame"));
	expect(services.mock).toMatchObject({
		build: ".",
		ports: ["4010:4010"],
		volumes: ["sessions:/data"],
	});
	expect(readArguments(services.mock.command)).toMatchObject({
		...ACCEPTED,
		flags: { store: "sqlite:/data/mock.db", controlToken: "sesame" },
	});
	expect(Object.keys(volumes)).toEqual(["sessions", "redis"]);
});

test("the replicas of compose.yaml and of docs/deploy.md share a store, with flags that exist", async () => {
	const token = /\$\{MOCK_CONTROL_TOKEN:\?[^}]+\}/g;
	const compose = (await readPage("compose.yaml")).replace(token, "sesame");
	const { services } = parse(compose, { merge: true });
	const commands = [1, 2].map((each) => services[`replica-${each}`].command);
	const blocks = findBlocks(await readPage("docs/deploy.md"), "yaml");
	for (const { text } of blocks)
		for (const { kind, spec } of parseAllDocuments(text).map((each) =>
			each.toJS(),
		)) {
			if (kind !== "Deployment") continue;
			const [{ args, env = [] }] = spec.template.spec.containers;
			const names = env.map(({ name }: { name: string }) => name);
			if (names.includes("UNDERSTUDY_STORE")) commands.push([...args]);
		}
	expect(commands).toHaveLength(3);
	for (const each of commands)
		expect(readArguments(each)).toMatchObject({
			...ACCEPTED,
			flags: { host: "0.0.0.0" },
		});
	expect(services.proxy.command.join(" ")).toContain(
		"--to replica-1:4010 --to replica-2:4010",
	);
});

test("docs/deploy.md serves with flags that exist", async () => {
	const blocks = findBlocks(await readPage("docs/deploy.md"), "sh");
	const commands = blocks.flatMap(({ text }) =>
		[...text.matchAll(/npx zaps-understudy (serve.*)/g)].map(([, line = ""]) =>
			line.split(" "),
		),
	);
	expect(commands).toHaveLength(4);
	for (const each of commands)
		expect(readArguments(each)).toMatchObject(ACCEPTED);
});

test.each([
	["", "zaps-understudy is not installed in <folder>/web. Add it to the"],
	["--header 'A: b", "The input args has a quote that is not closed."],
	["", "The input working-directory is no folder: nowhere. Pass", "nowhere"],
])(
	"the GitHub action with the arguments %j exits with 2 and says: %s",
	async (ARGS, sentence, WORKING_DIRECTORY = "web") => {
		await using folder = await scratchFolder();
		await mkdir(join(folder.path, "web"));
		const script = join(ROOT, ".github/action/verify.sh");
		const inputs = { ARGS, WORKING_DIRECTORY, VERSION: "" };
		const env = { ...inputs, BASE_URL: "http://127.0.0.1:1" };
		const { code, stdout } = await run("bash", [script], {
			cwd: folder.path,
			env: { ...env, PATH: "/usr/bin:/bin" },
		});
		expect(code).toBe(2);
		const says = sentence.replace("<folder>", await realpath(folder.path));
		expect(stdout).toContain(`::error title=understudy verify::${says}`);
	},
);

test("the GitHub action verifies the service with the given arguments, and fails with it", async () => {
	const action = parse(await readPage("action.yml"));
	const [step, ...others] = action.runs.steps;
	expect(others).toEqual([]);
	await using folder = await scratchFolder();
	await using service = await startEmpty();
	const inputs: Readonly<Record<string, string>> = {
		"base-url": service.url,
		version: "1.2.3",
		"working-directory": folder.path,
		args: `--only getHealth --strict\n--report "junit=a b.xml"`,
	};
	const names = Object.keys(action.inputs);
	expect(Object.keys(inputs)).toEqual(names);
	const docs = await readPage("docs/contracts.md");
	const [, used = ""] = /\n {2}with:\n(( {4}.*\n)+)/.exec(docs) ?? [];
	expect(names).toEqual(expect.arrayContaining(Object.keys(parse(used))));
	const npx = await folder.file(
		"npx",
		`#!/bin/sh\necho "npx $1 $2"\nshift 2\nexec "${process.execPath}" "${CLI}" "$@"\n`,
	);
	await chmod(npx, 0o755);
	const summary = await folder.file("summary.md", "Before\n");

	const env = Object.entries<string>(step.env).map(([name, value]) => [
		name,
		value.replace(/\$\{\{ inputs\.(.*) \}\}/, (_, input) => `${inputs[input]}`),
	]);
	const { code, stdout } = await run(step.shell, ["-c", step.run], {
		env: {
			...Object.fromEntries(env),
			PATH: `${folder.path}:${process.env.PATH}`,
			GITHUB_ACTION_PATH: ROOT,
			GITHUB_STEP_SUMMARY: summary,
		},
	});
	expect(code).toBe(1);
	expect(stdout).toMatch(/^npx --yes zaps-understudy@1\.2\.3\n/);
	expect(stdout).toContain("\n::error title=getHealth%3A status is missing::");
	expect(await readFile(summary, "utf8")).toMatch(
		/^Before\n# Verification of http/,
	);
	const junit = await readFile(join(folder.path, "a b.xml"), "utf8");
	expect(junit).toContain("<testsuites ");
});
