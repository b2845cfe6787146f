import { link, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOutput } from "../../../src/cli/options/write-output.ts";
import { recordVerdicts } from "../../../src/verification/ledger/record-verdicts.ts";
import { overwrite } from "../../../src/verification/replace-file.ts";
import { writeReport } from "../../../src/verification/reports/write-reports.ts";
import {
	assumption,
	createVerification,
} from "../../contracts/verification/create-verification.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

const LEDGER = '- id: zaps.page\n  assumes: "It pages."\n  status: assumed\n';
const assumptions = [assumption("zaps.page", "held")];

test.each<[string, (file: string) => Promise<unknown>]>([
	["an output", (file) => writeOutput(file, "new", { what: "", remedy: "" })],
	["a report", (file) => writeReport({ format: "json", file }, "new")],
	[
		"a ledger",
		(ledger) =>
			recordVerdicts(
				createVerification({ report: { assumptions } }),
				{ ledger },
				[],
			),
	],
])(
	"%s is replaced at once, so that a full disk or a kill leaves the old one",
	async (_, write) => {
		await using folder = await scratchFolder();
		const file = await folder.file("file", LEDGER);
		// A file that is written in place would change under both names.
		const old = join(folder.path, "old");
		await link(file, old);
		await write(file);
		expect(await readFile(old, "utf8")).toBe(LEDGER);
		expect(await readFile(file, "utf8")).not.toBe(LEDGER);
	},
);

test.each(["new", `${"longer than before ".repeat(20)}\n`])(
	"a file that has to stay where it is gets the whole content, %j",
	async (text) => {
		await using folder = await scratchFolder();
		const file = await folder.file("file", LEDGER);
		const other = join(folder.path, "other");
		await link(file, other);
		await overwrite(file, text);
		expect(await readFile(other, "utf8")).toBe(text);
	},
);

test("a device is written to", async () => {
	await writeReport({ format: "json", file: "/dev/null" }, "new");
	expect(await readFile("/dev/null", "utf8")).toBe("");
});
