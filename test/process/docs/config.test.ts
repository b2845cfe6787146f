import { expect, test } from "vitest";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";
import { readPage, readTranscript } from "./page.ts";
import { workplace } from "./shell.ts";

const page = await readPage("docs/config.md");

/** Each configuration, with the transcript below it. */
const examples = [
	...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```\n\n```console\n(.*?)^```/gms),
].map(([, file = "", text = "", transcript = ""]) => ({
	transcript,
	file,
	text,
}));

test("every example is a configuration with a transcript", () => {
	expect(examples).toHaveLength(page.split("```ts\n").length - 1);
	expect(examples).toHaveLength(page.split("```console\n").length - 1);
});

test.each(examples)("$transcript", async ({ transcript, file, text }) => {
	await using folder = await scratchFolder();
	await folder.file(file, text);
	const [{ command, printed } = { command: "", printed: [] }] =
		readTranscript(transcript);
	const [, args] = /^npx zaps-understudy (.*)/.exec(command) ?? [];
	if (args !== undefined) {
		const rejected = await runInFolder(folder.path, args.split(" "));
		expect(rejected).toEqual({
			code: 2,
			stdout: "",
			stderr: `${printed.join("\n")}\n`.replace("/project", folder.path),
		});
		return;
	}
	await using cli = await startCli([], folder.path);
	await using place = await workplace(cli.url);
	await place.expectTranscript(transcript);
});
