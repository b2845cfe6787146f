import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const text = await readFile(join(ROOT, "docs/architecture.md"), "utf8");

/** Returns the rows of the table below a heading, without its head. */
function readTable(heading: string): string[][] {
	const [, section = ""] = text.split(`## ${heading}\n`);
	const [own = ""] = section.split("\n## ");
	return own
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.slice(2)
		.map((line) =>
			line
				.split("|")
				.slice(1, -1)
				.map((cell) => cell.trim().replaceAll("`", "")),
		);
}

test("every path in docs/architecture.md exists", () => {
	const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
		.map(([, path = ""]) => path)
		.filter((path) => !path.startsWith("src/*"));
	expect(paths.length).toBeGreaterThan(30);
	expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("a request passes the files of its way, at most twelve", async () => {
	const trace = join(import.meta.dirname, "trace-exchange.mjs");
	const { stdout, stderr } = await run(process.execPath, [trace]);
	expect(stderr).toBe("");
	const passed: string[] = JSON.parse(stdout);
	const way = readTable("The way of one request").map(([file]) => file);
	expect(way.length).toBeGreaterThan(5);
	expect(way.length).toBeLessThanOrEqual(12);
	const isPassed = (file = ""): boolean =>
		passed.includes(file.replace(/\.ts$/, ".js"));
	expect(way.filter((file) => !isPassed(file))).toEqual([]);
});

test("the table of imports is the one that npm run check enforces", async () => {
	const { LAYERS }: { LAYERS: unknown } = await import(
		join(ROOT, ".dependency-cruiser.js")
	);
	const table = readTable("Which folder imports which").map(
		([folder = "", imports = ""]) => [
			folder.replace("src/", ""),
			imports === "nothing" ? [] : imports.split(", "),
		],
	);
	expect(Object.fromEntries(table)).toEqual(LAYERS);
});
