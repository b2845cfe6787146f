import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInChromium } from "../../support/describe-in-chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PAGE = `
import { setupMock } from "./src/entries/browser.ts";

export async function useMock(serviceWorker) {
	const mock = setupMock({ baseUrl: location.origin });
	await mock.start({ serviceWorker });
	return (await fetch("/v1/health")).status;
}
export const embed = () => document.body.append(Object.assign(document.createElement("iframe"), { src: "/" }));
if (window !== top) document.body.textContent = "health " + await useMock();
`;

describeInChromium("control of a page by the service worker", (browser) => {
	/** Opens the page, and calls a function of it. */
	async function openPage(url: string) {
		const page = await browser().newPage();
		const call = async (name: string, argument?: unknown) => {
			await page.goto(url);
			const script = await page.evaluateHandle('import("/page.js")');
			return script.evaluate(
				(script, [name, argument]): unknown =>
					Reflect.get(Object(script), String(name))(argument),
				[name, argument],
			);
		};
		return { page, call };
	}

	test("a frame is mocked after its window has left a page with a mock", async () => {
		await using server = await serveWorkerPage(ROOT, PAGE);
		const { page, call } = await openPage(server.url);
		expect(await call("useMock")).toBe(200);
		await call("embed");
		const text = page.frameLocator("iframe").getByText("health ");
		expect(await text.textContent({ timeout: 10_000 })).toBe("health 200");
		await page.close();
	});

	test("a page outside the scope of the worker is named", async () => {
		await using server = await serveWorkerPage(ROOT, PAGE);
		const { page, call } = await openPage(server.url);
		const serviceWorker = {
			...{ url: "/mockServiceWorker.js", options: { scope: "/other/" } },
		};
		await expect(call("useMock", serviceWorker)).rejects.toThrow(
			`cannot intercept the requests of ${server.url}/, because the page is outside its scope`,
		);
		await page.close();
	});
});
