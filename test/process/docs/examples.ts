import { findBlocks, readPage } from "./page.ts";

/** Returns the texts of the examples of a page in these languages. */
export const listTexts = (
	page: string,
	...languages: readonly string[]
): string[] => findBlocks(page, ...languages).map(({ text }) => text);

type Example = readonly [name: string, text: string];

const allExamples = listTexts(await readPage("docs/testing.md"), "ts").map(
	(text): Example => {
		const [, name = ""] = /^\/\/ (\S+)\n/.exec(text) ?? [];
		return [name, text];
	},
);

const isForPlaywright = ([name]: Example): boolean =>
	/^playwright|\.spec\.ts$/.test(name);

/** The examples of docs/testing.md by the file name in their first line, except those for Playwright. */
export const testingExamples: readonly Example[] = allExamples.filter(
	(each) => !isForPlaywright(each),
);

/** They only compile, because they need an app. Their names are not those of tests, which Vitest would run. */
export const playwrightExamples: readonly Example[] = allExamples
	.filter(isForPlaywright)
	.map(([name, text]) => [name.replace(".spec", "-spec"), text]);

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
