import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadDocument, type MockDocument } from "zaps-understudy/node";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { CLI } from "../support/understudy.ts";
import { startService } from "./server.ts";

/** The result of `understudy align --apply` for the shipped document. */
export interface Aligned {
	readonly document: MockDocument;
	/** The report, as JSON. */
	readonly report: {
		readonly proposals: readonly unknown[];
		readonly undecided: readonly { readonly question: string }[];
		readonly applied: number;
	};
}

/** Aligns the shipped document with a service that has these differences, and applies all proposals. */
export async function alignWith(
	differences: readonly string[],
): Promise<Aligned> {
	await using service = await startService({ differences });
	await using folder = await scratchFolder();
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const file = await folder.file("openapi.yaml", shipped);
	const report = join(folder.path, "report.json");
	const args = ["--document", file, "--apply", "--report", `json=${report}`];
	const { code, stderr } = await run(process.execPath, [
		...[CLI, "align", service.url, ...args],
	]);
	if (code === null || stderr.includes("understudy:")) throw new Error(stderr);
	return {
		document: await loadDocument(file),
		report: JSON.parse(await readFile(report, "utf8")),
	};
}
