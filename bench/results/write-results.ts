import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BenchmarkRecord, RECORDS_FOLDER } from "../report.ts";
import { drawShareChart } from "./chart.ts";
import { type Records, renderResults } from "./page.ts";

const NAMES = ["start", "load", "soak", "scale", "linear", "intercept"];
const MARKED =
	/(?<=^<!-- measured: begin -->\n).*(?=^<!-- measured: end -->$)/ms;
const PAGE = new URL("../../docs/performance.md", import.meta.url);

/** @throws Error if the page does not contain the markers */
export function replaceMeasured(page: string, text: string): string {
	if (!MARKED.test(page))
		throw new Error(
			"Cannot write docs/performance.md: add the lines <!-- measured: begin --> and <!-- measured: end -->, between which the results belong.",
		);
	return page.replace(MARKED, () => `\n${text}\n\n`);
}

const readRecords = (): Records =>
	Object.fromEntries(
		NAMES.flatMap((name) => {
			const file = new URL(`${name}.json`, RECORDS_FOLDER);
			if (!existsSync(file)) return [];
			const record: BenchmarkRecord = JSON.parse(readFileSync(file, "utf8"));
			// Ignores records of older versions, which have fewer properties.
			return typeof record.run === "string" ? [[name, record]] : [];
		}),
	);

/** Writes the latest records as a page, as a chart and as data. */
export function writeResults(): void {
	const records = readRecords();
	if (Object.keys(records).length === 0)
		throw new Error(
			"Cannot report: no records found. Run npm run bench first.",
		);
	const page = readFileSync(PAGE, "utf8");
	const files = {
		"performance.md": replaceMeasured(page, renderResults(records)),
		"performance.json": `${JSON.stringify(records, null, "\t")}\n`,
		...(records.load && {
			"performance.svg": drawShareChart(records.load.speeds),
		}),
	};
	for (const [name, content] of Object.entries(files))
		writeFileSync(new URL(name, PAGE), content);
	process.stdout.write(`Written to ${fileURLToPath(PAGE)}\n`);
}
