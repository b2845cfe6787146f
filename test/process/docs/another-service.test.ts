import { expect, test } from "vitest";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";
import { listTexts } from "./examples.ts";
import { readPage, readTranscript } from "./page.ts";
import { workplace } from "./shell.ts";

const page = await readPage("docs/another-service.md");
const [document = "", correction = ""] = listTexts(page, "yaml");
const [described = "", used = "", corrected = ""] = listTexts(page, "console");

test("the document of docs/another-service.md becomes the mock that the guide shows, and follows its correction", async () => {
	await using folder = await scratchFolder();
	await folder.file("boats.yaml", document);
	const expectDescription = async (transcript: string) => {
		const [{ command = "", printed = [] } = {}] = readTranscript(transcript);
		const args = command.split(" ").slice(2);
		const { code, stdout, stderr } = await runInFolder(folder.path, args);
		expect({ code, stderr, stdout: stdout.trim() }).toEqual({
			...{ code: 0, stderr: "", stdout: printed.join("\n") },
		});
	};
	await expectDescription(described);

	const [serve = ""] = listTexts(page, "sh");
	const [, , command, ...args] = serve.trim().split(" ");
	expect(command).toBe("serve");
	await using cli = await startCli(args, folder.path);
	await using place = await workplace(cli.url);
	await place.expectTranscript(used, (text) => text);
	const shown = await fetch(`${cli.url}/boats`);
	expect(await shown.json()).toHaveLength(5);

	const [start = ""] = /^.*\n.*\n/.exec(correction) ?? [];
	expect(document).toContain(start);
	await folder.file("boats.yaml", document.replace(start, correction));
	await expectDescription(corrected);
});
