import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { drawShareChart } from "./chart.ts";
import { renderResults } from "./page.ts";
import { readRecords } from "./records.ts";

const MARKED =
	/(?<=^<!-- measured: begin -->\n).*(?=^<!-- measured: end -->$)/ms;
const PAGE = new URL("../../../docs/performance.md", import.meta.url);

/** @throws Error if the page does not contain the markers */
export function replaceMeasured(page: string, text: string): string {
	if (!MARKED.test(page))
		throw new Error(
			"Cannot write docs/performance.md: add the lines <!-- measured: begin --> and <!-- measured: end -->, between which the results belong.",
		);
	return page.replace(MARKED, () => `\n${text}\n\n`);
}

/** Writes the latest records as a page, as a chart and as data. */
export async function writeResults(): Promise<void> {
	const records = readRecords();
	if (Object.keys(records).length === 0)
		throw new Error(
			"Cannot report: no records found. Run npm run bench first.",
		);
	const page = await readFile(PAGE, "utf8");
	const files = {
		"performance.md": replaceMeasured(page, renderResults(records)),
		"performance.json": `${JSON.stringify(records, null, "\t")}\n`,
		...(records.load && {
			"performance.svg": drawShareChart(records.load.speeds),
		}),
	};
	for (const [name, content] of Object.entries(files))
		await writeFile(new URL(name, PAGE), content);
	process.stdout.write(`Written to ${fileURLToPath(PAGE)}\n`);
}
