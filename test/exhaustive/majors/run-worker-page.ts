import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { launchChromium } from "../../support/chromium.ts";
import { startStub } from "../../support/stub-server.ts";

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
	const { outputFiles } = await build({
		stdin: { contents: SCRIPT, resolveDir: folder },
		bundle: true,
		write: false,
		platform: "browser",
		format: "esm",
		target: "es2022",
	});
	const worker = "node_modules/msw/lib/mockServiceWorker.js";
	const scripts: Readonly<Record<string, string | undefined>> = {
		"/page.js": outputFiles[0]?.text,
		"/mockServiceWorker.js": await readFile(join(folder, worker), "utf8"),
	};
	await using server = await startStub(({ url = "" }, response) => {
		const script = scripts[url];
		const type = script === undefined ? "text/html" : "text/javascript";
		response.writeHead(script || url === "/" ? 200 : 404, {
			"content-type": type,
		});
		response.end(script ?? '<script type="module" src="/page.js"></script>');
	});
	await using browser = await launchChromium();
	const page = await browser.newPage();
	await page.goto(server.url);
	const title = await page.waitForFunction<string>("document.title");
	return await title.jsonValue();
}
