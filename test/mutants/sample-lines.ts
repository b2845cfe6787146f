import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders whose mutants the tests must kill. */
const FOLDERS = [
	...["engine", "store", "faults", "journal"].map((name) => `src/${name}`),
	"handlers",
];

/**
 * Draws a share of the lines of code, as Stryker's `file:line-line` ranges.
 * A line is drawn by its text, so that edits elsewhere in the file keep the sample.
 */
export const sampleLines = (seed: number, share: number): string[] =>
	FOLDERS.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".ts"))
			.map((name) => join(folder, name)),
	).flatMap((file) => {
		const lines = readFileSync(file, "utf8").split("\n");
		const texts = lines.map((line) => line.trim());
		return texts.flatMap((text, index) => {
			const nth = texts.slice(0, index).filter((each) => each === text).length;
			const identity = JSON.stringify([seed, file, text, nth]);
			const hash = createHash("sha256").update(identity).digest();
			const isDrawn = hash.readUInt32BE() < share * 2 ** 32;
			return isDrawn ? [`${file}:${index + 1}-${index + 1}`] : [];
		});
	});
