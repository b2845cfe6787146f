import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { drawShareChart } from "./chart.ts";
import { renderResults } from "./page.ts";
import { readRecords } from "./records.ts";

const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";
const DOCS = new URL("../../../docs/", import.meta.url);

/** @throws Error if the page does not contain the markers */
export function replaceMeasured(page: string, text: string): string {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END);
	if (begin < 0 || end < begin)
		throw new Error(
			`Cannot write docs/performance.md: add the lines ${BEGIN} and ${END}, between which the results belong.`,
		);
	return `${page.slice(0, begin)}${BEGIN}\n\n${text}\n\n${page.slice(end)}`;
}

/** Writes the latest records as a page, as a chart and as data. */
export async function writeResults(): Promise<void> {
	const records = readRecords();
	if (Object.keys(records).length === 0)
		throw new Error(
			"Cannot report: no records found. Run npm run bench first.",
		);
	const page = new URL("performance.md", DOCS);
	const written = replaceMeasured(
		await readFile(page, "utf8"),
		renderResults(records),
	);
	await writeFile(page, written);
	await writeFile(
		new URL("performance.json", DOCS),
		`${JSON.stringify(records, null, "\t")}\n`,
	);
	if (records.load)
		await writeFile(
			new URL("performance.svg", DOCS),
			drawShareChart(records.load.speeds),
		);
	process.stdout.write(`Written to ${fileURLToPath(page)}\n`);
}
