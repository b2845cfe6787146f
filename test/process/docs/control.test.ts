import { expect, test } from "vitest";
import { scenarios } from "../../../handlers/scenarios.ts";
import { ROUTES } from "../../../src/control/server/routes.ts";
import type { ScratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";
import {
	type CodeBlock,
	findBlocks,
	pointAt,
	readPage,
	readTranscript,
} from "./page.ts";
import { shell, TOKEN, workplace } from "./shell.ts";

/** Separates the output of two commands. */
const MARK = "=== next ===";
const page = await readPage("docs/control.md");
const blocks = findBlocks(page, "sh", "console");

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
): Promise<void> {
	const commands = readTranscript(text);
	// One shell for all commands, which share variables.
	const script = commands.map(
		({ command }) =>
			`echo '${MARK}'; ${command.replace(/^curl (?!-sS)/, "curl -s ")} 2>&1`,
	);
	const { stdout } = await shell(folder, script.join("\n"));
	const seen = stdout.replaceAll("\r", "").split(`${MARK}\n`).slice(1);
	expect(seen, text).toHaveLength(commands.length);
	for (const [index, { command, printed }] of commands.entries()) {
		const lines = steady(seen[index] ?? "").split("\n");
		if (command.includes("curl -i"))
			for (const line of printed) expect(lines).toContain(steady(line));
		else expect(lines.join("\n").trim()).toBe(steady(printed.join("\n")));
	}
}

/** Runs the blocks in order against one mock. */
async function runBlocks(
	parts: readonly CodeBlock[],
	args: readonly string[],
): Promise<void> {
	await using cli = await startCli(args);
	await using folder = await workplace(cli.url);
	for (const { language, text: shown } of parts) {
		const text = pointAt(shown, cli.url);
		if (language === "console") {
			await runTranscript(folder, text);
			continue;
		}
		const { code, stderr } = await shell(folder, strictly(text));
		expect({ code, stderr, text }).toEqual({ code: 0, stderr: "", text });
	}
}

const serving = blocks.findIndex(({ text }) =>
	text.startsWith("npx zaps-understudy serve "),
);

test("every command succeeds, and every transcript matches", async () => {
	expect(serving).toBeGreaterThan(0);
	await runBlocks(blocks.slice(0, serving), []);
});

test("every command for a mock with a token succeeds", async () => {
	const [, , , ...args] = blocks[serving]?.text.trim().split(" ") ?? [];
	expect(blocks.slice(serving + 1)).not.toEqual([]);
	await runBlocks(
		blocks.slice(serving + 1),
		args.map((word) => word.replace('"$UNDERSTUDY_CONTROL_TOKEN"', TOKEN)),
	);
});

test("the tables of scenarios and routes match the code", () => {
	for (const [name, { description }] of Object.entries(scenarios))
		expect(page).toContain(`| \`${name}\` | ${description} |`);
	const [, routes = ""] = page.split("## Every route");
	const told = ROUTES.filter(({ path }) => path !== "").map(
		({ method, path, does }) => `| \`${method} /__mock${path}\` | ${does} |`,
	);
	expect(routes.match(/^\| `.*$/gm)).toEqual(told);
});
