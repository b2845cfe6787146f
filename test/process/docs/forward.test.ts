import { expect, test } from "vitest";
import { startService } from "../../provider/server.ts";
import { startCli } from "../../support/understudy.ts";
import { findBlocks, pointAt, readPage, readTranscript } from "./page.ts";
import { shell, workplace } from "./shell.ts";

const SERVICE = "http://127.0.0.1:4020";
const DIFFERENCES = ["zaps-in-zaps", "create-zap-200", "zap-name-empty"];

/** Replaces the times, and the spaces that align them. */
const steady = (text: string): string =>
	text
		.replace(/\d\d:\d\d:\d\d/g, "<time>")
		.replace(/(?<=\b200 +)\d+\.\d+ */g, "<ms> ")
		.replace(/^(TIME.*) MS +/gm, "$1 MS ");

test("the transcript of docs/forward.md moves two operations to a service and shows its violations", async () => {
	await using service = await startService({
		port: 0,
		differences: DIFFERENCES,
	});
	await using cli = await startCli();
	await using folder = await workplace(cli.url);
	const [block] = findBlocks(await readPage("docs/forward.md"), "console");
	const text = pointAt(block?.text ?? "", cli.url).replaceAll(
		SERVICE,
		service.url,
	);
	const commands = readTranscript(text);
	expect(commands).toHaveLength(7);
	for (const { command, printed } of commands) {
		const { stdout } = await shell(
			folder,
			command.replace(/^curl /, "curl -s "),
		);
		const lines = steady(stdout.replaceAll("\r", "")).trim().split("\n");
		const shown = steady(printed.join("\n")).split("\n");
		if (command.startsWith("curl "))
			expect(lines).toEqual(expect.arrayContaining(shown));
		else expect(lines).toEqual(shown);
	}
});
