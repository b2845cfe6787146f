import { launchChromium } from "../../support/chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";

const SCRIPT = `
import { setupMock } from "zaps-understudy/browser";
const mock = setupMock({ baseUrl: location.origin, onUnhandled: "error" });
const readStatus = async () => (await fetch("/v1/health")).status;
if (sessionStorage.statuses) document.title = sessionStorage.statuses;
else {
	await mock.stop();
	await mock.start();
	const intercepted = await readStatus();
	await mock.stop();
	sessionStorage.statuses = intercepted + " " + (await readStatus());
	await mock.start();
	location.reload();
}
`;

/**
 * Runs a mock in a page of a server that responds to its requests with 404, and rejects what no operation matches.
 * @param folder has the packages in `node_modules`
 * @returns the status of a request while the mock is running, and of another after it was stopped, when the page was loaded
 * again while the mock was running
 */
export async function runWorkerPage(folder: string): Promise<string> {
	await using server = await serveWorkerPage(folder, SCRIPT);
	await using browser = await launchChromium();
	const page = await browser.newPage();
	await page.goto(server.url);
	const title = await page.waitForFunction<string>("document.title");
	return await title.jsonValue();
}
