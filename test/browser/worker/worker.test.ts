import { join } from "node:path";
import { beforeAll } from "vitest";
import { addTransportCases } from "../../conformance/transport-cases.ts";
import type { OpenTransport } from "../../conformance/transports.ts";
import { describeInChromium } from "../../support/describe-in-chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";
import { createWorkerTransport } from "./worker-transport.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SCRIPT = 'export * from "./test/browser/worker/page-mock.ts";';

describeInChromium("the mock in a page", (browser) => {
	let open: OpenTransport;

	beforeAll(async () => {
		const server = await serveWorkerPage(ROOT, SCRIPT);
		const context = await browser().newContext();
		open = await createWorkerTransport(context, server.url);
		return async () => {
			await context.close();
			await server[Symbol.asyncDispose]();
		};
	});

	addTransportCases("service worker", (options) => open(options));
});
