import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { scenarios } from "../../../handlers/scenarios.ts";
import { ROUTES } from "../../../src/control/server/routes.ts";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TOKEN = "open-sesame";
/** Separates the output of two commands. */
const MARK = "=== next ===";
const docs = await readFile(join(ROOT, "docs/control.md"), "utf8");

/** The shell blocks, in the order of the page. */
const blocks = [...docs.matchAll(/^```(sh|console)\n(.*?)^```/gms)].map(
	([, language = "", text = ""]) => ({ language, text }),
);
const examples = [...docs.matchAll(/^```ts\n(.*?)^```/gms)].map(
	([, text = ""]) => text,
);

/** Creates a folder in which `understudy` uses the mock at the URL. */
async function workplace(url: string): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	const shim = `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@" --url '${url}'\n`;
	await chmod(await folder.file("understudy", shim), 0o755);
	return folder;
}

function shell({ path }: ScratchFolder, script: string) {
	const PATH = [path, process.env.PATH].join(delimiter);
	const env = { PATH, UNDERSTUDY_CONTROL_TOKEN: TOKEN };
	return run("bash", ["-c", script], { cwd: path, env });
}

const pointAt = (text: string, url: string): string =>
	text.replaceAll(/http:\/\/(127\.0\.0\.1|mock\.internal):4010/g, url);

/** Makes the script fail with its first command, and curl with an error response. */
const strictly = (script: string): string =>
	`set -eo pipefail\n${script.replace(/^curl /gm, "curl -sS --fail-with-body ")}`;

/** Replaces what differs between runs. */
const steady = (text: string): string =>
	text
		.replace(/\d\d:\d\d:\d\d/g, "<time>")
		// The messages differ between versions of curl.
		.replace(/^curl: \((\d+)\).*$/gm, "curl: ($1)")
		.replace(/(?<=\b404 +)\d+\.\d+ */g, "<ms> ")
		.replace(/^(TIME.*) MS +/gm, "$1 MS ");

async function runTranscript(
	folder: ScratchFolder,
	text: string,
	url: string,
): Promise<void> {
	const commands = text.split(/^\$ /m).slice(1);
	const [first = ""] = commands.map((each) => each.split("\n")[0] ?? "");
	// One shell for all commands, which share variables.
	const script = commands
		.map((each) => {
			const [command = ""] = pointAt(each, url).split("\n");
			return `echo '${MARK}'; ${command.replace(/^curl (?!-sS)/, "curl -s ")} 2>&1`;
		})
		.join("\n");
	const { stdout } = await shell(folder, script);
	const seen = stdout.replaceAll("\r", "").split(`${MARK}\n`).slice(1);
	expect(seen, first).toHaveLength(commands.length);
	for (const [index, each] of commands.entries()) {
		const [command, ...shown] = each.trim().split("\n");
		const lines = steady(seen[index] ?? "").split("\n");
		if (command?.includes("curl -i"))
			for (const line of shown) expect(lines).toContain(steady(line));
		else expect(lines.join("\n").trim()).toBe(steady(shown.join("\n")));
	}
}

/** Runs the blocks in order against one mock. */
async function runBlocks(parts: typeof blocks, args: readonly string[]) {
	await using cli = await startCli(args);
	await using folder = await workplace(cli.url);
	for (const { language, text } of parts) {
		if (language === "console") {
			await runTranscript(folder, text, cli.url);
			continue;
		}
		const script = strictly(pointAt(text, cli.url));
		const { code, stderr } = await shell(folder, script);
		expect({ code, stderr, text }).toEqual({ code: 0, stderr: "", text });
	}
}

const serving = blocks.findIndex(({ text }) =>
	text.startsWith("understudy serve "),
);

test("every command succeeds, and every transcript matches", async () => {
	expect(serving).toBeGreaterThan(0);
	await runBlocks(blocks.slice(0, serving), []);
});

test("every command for a mock with a token succeeds", async () => {
	const [, , ...args] = blocks[serving]?.text.trim().split(" ") ?? [];
	expect(blocks.slice(serving + 1)).not.toEqual([]);
	await runBlocks(
		blocks.slice(serving + 1),
		args.map((word) => word.replace('"$UNDERSTUDY_CONTROL_TOKEN"', TOKEN)),
	);
});

test("the examples compile, run, and print the output in their comments", async () => {
	await using cli = await startCli();
	await using folder = await scratchFolder();
	const modules = join(folder.path, "node_modules");
	await mkdir(modules);
	await symlink(ROOT, join(modules, "zaps-understudy"), "dir");
	await symlink(join(ROOT, "node_modules/@types"), join(modules, "@types"));
	const [prelude = "", ...others] = examples;
	// Each example after the first gets a scope of its own, so names may repeat.
	const source = [prelude, ...others.map((text) => `{\n${text}}\n`)].join("");
	await folder.file("package.json", '{"type":"module"}');
	await folder.file("examples.ts", pointAt(source, cli.url));
	const tsconfig = {
		extends: join(ROOT, "tsconfig.json"),
		compilerOptions: { noEmit: false, outDir: "out" },
		include: ["examples.ts"],
	};
	await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify(tsconfig));
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	const compiled = await run(process.execPath, [tsc, "-p", folder.path]);
	expect(compiled).toEqual({ code: 0, stdout: "", stderr: "" });
	const { code, stdout, stderr } = await run(process.execPath, [
		join(folder.path, "out/examples.js"),
	]);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const promised = [...source.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)];
	expect(stdout.trim().split("\n")).toEqual(
		promised.map(([, printed]) => printed),
	);
});

test("the tables of scenarios and routes match the code", () => {
	for (const [name, { description }] of Object.entries(scenarios))
		expect(docs).toContain(`| \`${name}\` | ${description} |`);
	const [, routes = ""] = docs.split("## Every route");
	const told = ROUTES.filter(({ path }) => path !== "").map(
		({ method, path, does }) => `| \`${method} /__mock${path}\` | ${does} |`,
	);
	expect(routes.match(/^\| `.*$/gm)).toEqual(told);
});
