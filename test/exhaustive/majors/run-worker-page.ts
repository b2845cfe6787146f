import { launchChromium } from "../../support/chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";

const SCRIPT = `
import { setupMock } from "zaps-understudy/browser";
const mock = setupMock({ baseUrl: location.origin });
const readStatus = async () => (await fetch("/v1/health")).status;
await mock.stop();
await mock.start();
const intercepted = await readStatus();
await mock.stop();
document.title = intercepted + " " + (await readStatus());
`;

/**
 * Runs a mock in a page of a server that responds to its requests with 404.
 * @param folder has the packages in `node_modules`
 * @returns the status of a request while the mock is running, and of another after it was stopped
 */
export async function runWorkerPage(folder: string): Promise<string> {
	await using server = await serveWorkerPage(folder, SCRIPT);
	await using browser = await launchChromium();
	const page = await browser.newPage();
	await page.goto(server.url);
	const title = await page.waitForFunction<string>("document.title");
	return await title.jsonValue();
}
