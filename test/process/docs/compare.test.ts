import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../provider/server.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI } from "../../support/understudy.ts";
import { findBlocks, readPage, readTranscript } from "./page.ts";

const DIFFERENCES = ["search-to-inclusive"];

/** Replaces what differs from run to run. */
const normalize = (line: string): string =>
	line
		.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<url>")
		.replaceAll(/(zap|aud|cmd|pipe)_[0-9A-Z]+/g, "<id>")
		.replaceAll(/Understudy-[a-z]+/g, "<word>")
		.replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<time>")
		.replaceAll(/\d+ responses/g, "<count>")
		.replaceAll(/(?<=\b)[\d.]+%|\d+ of \d+/g, "<share>")
		.replaceAll(/ +/g, " ");

test("the transcript of docs/compare.md shows the actual output, and its report can be replayed", async () => {
	const [block] = findBlocks(await readPage("docs/compare.md"), "console");
	const [{ command = "", printed = [] } = {}] = readTranscript(
		block?.text ?? "",
	);
	await using service = await startService({ differences: DIFFERENCES });
	await using folder = await scratchFolder();
	const report = join(folder.path, "report.json");
	const args = command
		.replace("http://127.0.0.1:8080", service.url)
		.split(" ")
		.slice(2);
	const compare = [CLI, ...args, "--report", `json=${report}`];
	const { code, stdout } = await run(process.execPath, compare);
	expect(code).toBe(1);
	const shown = printed.filter((line) => line !== "…").map(normalize);
	expect(shown.length).toBeGreaterThan(15);
	expect(stdout.split("\n").map(normalize)).toEqual(
		expect.arrayContaining(shown),
	);

	const { disagreements } = JSON.parse(await readFile(report, "utf8"));
	expect(disagreements[0]?.sequence).toHaveLength(2);
	const replay = [CLI, "compare", service.url, "--replay", report];
	const markdown = join(folder.path, "report.md");
	const again = await run(process.execPath, [
		...replay,
		...["--min", "0.5", "--report", `markdown=${markdown}`],
	]);
	expect(again.code).toBe(0);
	expect(again.stdout).toContain("1 of 2 responses agree, 50.0%");
	expect(await readFile(markdown, "utf8")).toContain("| searchAudit | 1 | 0 |");
});

test("compare names what to fix in its arguments", async () => {
	const compare = async (...args: string[]) => {
		const { code, stderr } = await run(process.execPath, [
			...[CLI, "compare"],
			...args,
		]);
		return { code, stderr };
	};
	expect(await compare("https://service.example")).toEqual({
		code: 2,
		stderr: expect.stringContaining("Pass --allow-writes to allow that."),
	});
	expect(
		await compare("http://127.0.0.1:9", "--replay", "package.json"),
	).toEqual({
		code: 2,
		stderr: expect.stringContaining(
			"Invalid report in package.json: the file has other contents. Pass",
		),
	});
});
