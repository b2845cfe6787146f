import { join } from "node:path";
import { beforeAll, describe } from "vitest";
import { addTransportCases } from "../../conformance/transport-cases.ts";
import type { OpenTransport } from "../../conformance/transports.ts";
import { HAS_CHROMIUM, launchChromium } from "../../support/chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";
import { createWorkerTransport } from "./worker-transport.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SCRIPT = 'export * from "./test/browser/worker/page-mock.ts";';

if (!HAS_CHROMIUM)
	process.stderr.write(
		"Skipped: the mock in a page. To run its tests, install Chromium: apt-get install chromium\n",
	);

describe.skipIf(!HAS_CHROMIUM)("in a browser", () => {
	let open: OpenTransport;

	beforeAll(async () => {
		const server = await serveWorkerPage(ROOT, SCRIPT);
		const browser = await launchChromium();
		open = await createWorkerTransport(browser, server.url);
		return async () => {
			await browser.close();
			await server[Symbol.asyncDispose]();
		};
	});

	addTransportCases("service worker", (options) => open(options));
});
