import type { Browser } from "playwright-core";
import { beforeAll, describe } from "vitest";
import { HAS_CHROMIUM, launchChromium } from "./chromium.ts";

let launched: Promise<Browser> | undefined;

/**
 * Describes tests in Chromium. Without it they are skipped, and a line tells how to get it.
 * @param tests get the Chromium of this process, which runs until the process ends
 */
export function describeInChromium(
	name: string,
	tests: (browser: () => Browser) => void,
): void {
	if (!HAS_CHROMIUM)
		process.stderr.write(
			`Skipped: ${name}. To run its tests, install Chromium: apt-get install chromium\n`,
		);
	describe.skipIf(!HAS_CHROMIUM)(name, () => {
		let browser: Browser;
		beforeAll(async () => {
			launched ??= launchChromium();
			browser = await launched;
		});
		tests(() => browser);
	});
}
