import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { drawShares } from "./chart.ts";
import { describeResults } from "./page.ts";
import { everyRecord, readRecords } from "./records.ts";

const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";
const DOCS = new URL("../../../docs/", import.meta.url);

/** @throws Error where the page has no place for it */
export function replaceMeasured(page: string, text: string): string {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END);
	if (begin < 0 || end < begin)
		throw new Error(
			`Cannot write into docs/performance.md: it needs the lines ${BEGIN} and ${END}, between which it is written.`,
		);
	return `${page.slice(0, begin)}${BEGIN}\n\n${text}\n\n${page.slice(end)}`;
}

/** Writes down what the benches found last: as a page, as a chart, and as data. */
export async function writeResults(): Promise<void> {
	const records = readRecords();
	if (everyRecord(records).length === 0)
		throw new Error(
			"Cannot report: nothing was measured. Run npm run bench first.",
		);
	const page = new URL("performance.md", DOCS);
	const written = replaceMeasured(
		await readFile(page, "utf8"),
		describeResults(records),
	);
	await writeFile(page, written);
	await writeFile(
		new URL("performance.json", DOCS),
		`${JSON.stringify(records, null, "\t")}\n`,
	);
	if (records.load)
		await writeFile(
			new URL("performance.svg", DOCS),
			drawShares(records.load.speeds),
		);
	process.stdout.write(`Written to ${fileURLToPath(page)}\n`);
}
