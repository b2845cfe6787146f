import { mkdir } from "node:fs/promises";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { describeInChromium } from "./describe-in-chromium.ts";
import type { ServedStage } from "./serve-stage.ts";

/** The folder with the screenshots of failed tests. */
const SCREENSHOTS = "test-failures";

/** A browser logs each response with a 4xx or 5xx, and each broken or forbidden connection. All may be the subject of a test. */
const OF_NETWORK = /^Failed to load resource|blocked by CORS policy/;

type OpenInspector = (
	stage: Pick<ServedStage, "url">,
	/** The fragment of the address, such as `#/state`. */
	fragment?: string,
	options?: NonNullable<Parameters<Browser["newPage"]>[0]>,
) => Promise<Page>;

/**
 * Describes tests that open the inspector in Chromium. After each test, its pages are closed, saved as a screenshot if the
 * test failed, and must not have logged an error.
 */
export function describeInspector(
	name: string,
	tests: (open: OpenInspector) => void,
): void {
	describeInChromium(name, (browser) => {
		const pages: Page[] = [];
		const errors: string[] = [];
		afterEach(async ({ task }) => {
			const opened = pages.splice(0);
			if (task.result?.state === "fail") {
				await mkdir(SCREENSHOTS, { recursive: true });
				const file = task.name.replaceAll(/\W+/g, "-").slice(0, 80);
				for (const [index, page] of opened.entries())
					await page.screenshot({
						path: `${SCREENSHOTS}/${file}-${index}.png`,
					});
			}
			for (const page of opened) await page.close();
			expect(errors.splice(0)).toEqual([]);
		});
		tests(async (stage, fragment = "", options = {}) => {
			const page = await browser().newPage(options);
			pages.push(page);
			page.setDefaultTimeout(10_000);
			page.on("pageerror", (error) => errors.push(error.message));
			page.on("console", (message) => {
				if (message.type() === "error" && !OF_NETWORK.test(message.text()))
					errors.push(message.text());
			});
			await page.goto(`${stage.url}/__mock/${fragment}`);
			return page;
		});
	});
}

/** Returns the serious problems that axe finds for people with disabilities, each with its elements. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
	// Not a script element: the Content-Security-Policy of the page forbids it.
	if (await page.evaluate("!window.axe")) await page.evaluate(axe.source);
	return page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, help, nodes }) => id + ": " + help + "\\n" + nodes.map(({ html }) => html).join("\\n")))`);
}

/** Whether a part of the inspector is wider than the window. The document alone does not show it, since views scroll. */
export const isTooWide = (page: Page): Promise<boolean> =>
	page.evaluate(`["html", "#view", ".detail"].some((selector) => {
		const part = document.querySelector(selector);
		return part && (part.scrollWidth > part.clientWidth || part.clientWidth > innerWidth);
	})`);
