import { describe, expect, test } from "vitest";
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
			}).toEqual({
				code: 2,
				stdout: "",
				stderr: `${first.printed.join("\n").trimEnd()}\n`,
			});
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
