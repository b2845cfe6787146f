import { posix } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { ROOT, readPage } from "../docs/page.ts";

/** Links and pictures, in Markdown or in HTML. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;

test("every link in a page of the installed package leads to a file of the package", async () => {
	const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
	const { stdout } = await run("npm", args, { cwd: ROOT });
	const [packed]: { files: { path: string }[] }[] = JSON.parse(stdout);
	const paths = (packed?.files ?? []).map(({ path }) => path);
	expect(paths).toContain("docs/testing.md");
	const dead: string[] = [];
	for (const page of paths.filter((path) => path.endsWith(".md")))
		for (const [, link, source] of (await readPage(page)).matchAll(LINK)) {
			const [path = ""] = (link ?? source ?? "").split("#");
			if (path === "" || /^[a-z]+:/.test(path)) continue;
			const target = posix.join(posix.dirname(page), path);
			const isFound = paths.some(
				(each) => each === target || each.startsWith(`${target}/`),
			);
			if (!isFound) dead.push(`${page}: ${path}`);
		}
	expect(dead).toEqual([]);
	const built = paths.find((path) => /node_modules|test-results/.test(path));
	expect(built).toBeUndefined();
});
