import { describe, expect, test } from "vitest";
import {
	DEFAULT_FLAGS,
	FLAG_NAMES,
	SERVE_FLAGS,
} from "../../../src/cli/serve-flags.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { hideVarying, pointAt, readPage, readTranscript } from "./page.ts";

const page = await readPage("docs/config.md");

/** Each configuration, with the transcript below it. */
const examples = [
	...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```\n\n```console\n(.*?)^```/gms),
].map(([, file = "", text = "", transcript = ""]) => ({
	file,
	text,
	transcript: readTranscript(transcript),
}));

test("every example is a configuration with a transcript", () => {
	expect(examples).toHaveLength(page.split("```ts\n").length - 1);
	expect(examples).toHaveLength(page.split("```console\n").length - 1);
});

describe("the transcripts show the actual output", () => {
	test.each(examples)("$transcript.0.command", async (example) => {
		const { file, text, transcript } = example;
		await using folder = await scratchFolder();
		await folder.file(file, text);
		const cwd = folder.path;
		const [first = { command: "", printed: [] }] = transcript;
		const [, args] = /^npx zaps-understudy (.*)/.exec(first.command) ?? [];
		if (args !== undefined) {
			const rejected = await run(process.execPath, [CLI, ...args.split(" ")], {
				cwd,
			});
			expect({
				...rejected,
				stderr: rejected.stderr.replace(cwd, "/project"),
			}).toEqual({ code: 2, stdout: "", stderr: `${first.printed[0]}\n` });
			return;
		}
		await using cli = await startCli([], cwd);
		for (const { command, printed } of transcript) {
			const asked = pointAt(command, cli.url).replace(/^curl /, "curl -s ");
			const { stdout } = await run("bash", ["-c", asked]);
			expect(hideVarying(stdout.trim())).toBe(hideVarying(printed.join("\n")));
		}
	});
});

test("the table of flags matches the code", () => {
	const [, table = ""] = page.split(/^## (?:Flags|Datasets)$/m);
	const rows = FLAG_NAMES.filter(
		(name) => name !== "config" && name !== "ledger",
	).map((name) => {
		const value = DEFAULT_FLAGS[name];
		const shown = value === undefined ? "none" : `\`${JSON.stringify(value)}\``;
		return [`\`${name}\``, shown, SERVE_FLAGS[name].description];
	});
	const documented = (table.match(/^\| `.*$/gm) ?? []).map((row) => {
		const [, name, , value, description] = row.split(/ ?\| ?/);
		return [name, value, description];
	});
	expect(documented).toEqual(rows);
});
