import type { Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import type { BenchRequest } from "./load/bench-requests.ts";
import { createUnderstudy } from "./load/runners.ts";
import { sendAtRate } from "./load/send-at-rate.ts";
import type { Benchmark } from "./report.ts";

const JOURNAL = 10_000;
const RATE = 5_000;
const READ: BenchRequest = {
	operation: "listZaps",
	method: "GET",
	path: "/v1/zaps",
};
/** A task that keeps the page from responding for more than 50 ms, in milliseconds. */
const OBSERVE_LONG_TASKS = `window.longTasks = [];
new PerformanceObserver((list) => {
	for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
}).observe({ type: "longtask", buffered: true });`;

/** Measures how long the page at `/__mock/` does not respond while it has much to do. */
export const inspector: Benchmark = {
	async run(signal, { quick }) {
		const { program } = createUnderstudy(
			"understudy serve",
			...["--journal", `${JOURNAL}`, "--log", "silent"],
		);
		await using server = await launch(await program(), signal);
		await runAutocannon(server.url, [READ], { amount: JOURNAL }, signal);
		await using browser = await launchChromium();
		const page: Page = await browser.newPage();
		await page.addInitScript(OBSERVE_LONG_TASKS);
		const rows: string[] = [];
		const measured: Record<string, readonly number[]> = {};
		async function measure(name: string, task: () => Promise<unknown>) {
			const before = performance.now();
			await task();
			const ms = Math.round(performance.now() - before);
			const longTasks: number[] = await page.evaluate("longTasks.splice(0)");
			measured[name] = longTasks;
			rows.push(
				`${name.padEnd(32)} ${`${ms}`.padStart(6)} ms   longest task ${longTasks.length > 0 ? `${Math.max(...longTasks)} ms` : "below 50 ms"}`,
			);
		}
		const search = page.getByLabel("Search path, headers and bodies");

		await measure(`load ${JOURNAL} requests`, async () => {
			await page.goto(`${server.url}/__mock/`);
			await page.getByText(`${JOURNAL} requests`).waitFor();
		});
		await measure("search in them", async () => {
			await search.fill("nothing like it");
			await page.getByText(`0 of ${JOURNAL} requests`).waitFor();
			await search.fill("");
			await page.getByText(`${JOURNAL} requests`).waitFor();
		});
		await measure(`follow ${RATE} requests a second`, () =>
			sendAtRate(server.url, READ, RATE, quick ? 3 : 15),
		);
		await measure("load those left out", () =>
			page.getByText("shows a sample").waitFor({ state: "detached" }),
		);
		const devtools = await page.context().newCDPSession(page);
		await devtools.send("HeapProfiler.collectGarbage");
		const heap: number = await page.evaluate(
			"performance.memory.usedJSHeapSize / 2 ** 20",
		);
		return {
			lines: [
				`The page with a journal of ${JOURNAL} requests, in Chromium on the machine of the server.`,
				"",
				...rows,
				`memory of the page's scripts: ${Math.round(heap)} MiB`,
			],
			data: { quick, measured: {}, longTasks: measured, heapMiB: heap },
		};
	},
};
