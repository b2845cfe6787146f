import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPage } from "./page.ts";

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, "")
			.replaceAll(" ", "-"),
	);

test("every link between the pages leads to a file and a heading, and the README names every page", async () => {
	const names = (await readdir(join(ROOT, "docs"))).filter((name) =>
		name.endsWith(".md"),
	);
	const pages = [
		...["README.md", "examples/frontend/README.md"],
		...names.map((name) => `docs/${name}`),
	];
	const broken: string[] = [];
	for (const page of pages) {
		const text = await readPage(page);
		for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
			if (/^https?:/.test(link)) continue;
			const [path = "", anchor] = link.split("#");
			const target = path ? posix.join(posix.dirname(page), path) : page;
			const found = await readPage(target).catch((error) =>
				error.code === "EISDIR" ? "" : undefined,
			);
			if (found === undefined || (anchor && !anchorsOf(found).includes(anchor)))
				broken.push(`${page}: ${link}`);
		}
	}
	expect(broken).toEqual([]);
	const readme = await readPage("README.md");
	const isNamed = (page: string): boolean => readme.includes(`](${page})`);
	expect(pages.slice(1).filter((page) => !isNamed(page))).toEqual([]);
});
