import { findBlocks, readPage } from "./page.ts";

/** Returns the texts of the examples of a page in these languages. */
export const listTexts = (
	page: string,
	...languages: readonly string[]
): string[] => findBlocks(page, ...languages).map(({ text }) => text);

/** The examples of docs/testing.md by the file name in their first line. */
export const testingExamples: readonly (readonly [
	name: string,
	text: string,
])[] = listTexts(await readPage("docs/testing.md"), "ts").map((text) => {
	const [, name = ""] = /^\/\/ (\S+)\n/.exec(text) ?? [];
	return [name, text];
});

const readme = listTexts(await readPage("README.md"), "ts");
const isTest = (text: string): boolean => text.includes('from "vitest"');
export const readmeTests: readonly string[] = readme.filter(isTest);
export const readmeConfigs: readonly string[] = readme.filter(
	(text) => !isTest(text),
);

/** The configurations of docs/config.md. */
export const configs: readonly string[] = listTexts(
	await readPage("docs/config.md"),
	"ts",
);
