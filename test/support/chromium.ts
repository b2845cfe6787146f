import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The headless shell is first, because it needs a third less processor time. */
const NAMES = [
	...["chromium-headless-shell", "chromium"],
	...["chromium-browser", "google-chrome"],
];

/** The path of Chromium; empty if it is not installed. */
export const [CHROMIUM = ""] = NAMES.flatMap((name) =>
	(process.env.PATH ?? "").split(delimiter).map((path) => join(path, name)),
).filter((file) => existsSync(file));

export const HAS_CHROMIUM: boolean = CHROMIUM !== "";

/** Starts the installed Chromium. */
export const launchChromium = (): Promise<Browser> =>
	chromium.launch({ executablePath: CHROMIUM });
