import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The path of Chromium; empty if it is not installed. */
export const [CHROMIUM = ""] = (process.env.PATH ?? "")
	.split(delimiter)
	.flatMap((folder) =>
		["chromium", "chromium-browser", "google-chrome"].map((name) =>
			join(folder, name),
		),
	)
	.filter((file) => existsSync(file));

export const HAS_CHROMIUM: boolean = CHROMIUM !== "";

/** Starts the installed Chromium. */
export const launchChromium = (): Promise<Browser> =>
	chromium.launch({ executablePath: CHROMIUM });
