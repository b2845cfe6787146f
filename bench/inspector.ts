import { launchChromium } from "../test/support/chromium.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { listZaps } from "./load/bench-requests.ts";
import { sendAtRate } from "./load/send-at-rate.ts";
import { type Benchmark, formatTable } from "./report.ts";
import { understudy } from "./runners.ts";

const JOURNAL = 10_000;
const RATE = 5_000;
/** A task that keeps the page from responding for more than 50 ms, in milliseconds. */
const OBSERVE_LONG_TASKS = `window.longTasks = [];
new PerformanceObserver((list) => {
	for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
}).observe({ type: "longtask", buffered: true });`;

/** Measures how long the page at `/__mock/` does not respond while it has much to do. */
export const measure: Benchmark = async ({ quick }) => {
	const runner = understudy("--journal", `${JOURNAL}`, "--log", "silent");
	await using server = await launch(runner);
	await runAutocannon(server.url, [listZaps], { amount: JOURNAL });
	await using browser = await launchChromium();
	const page = await browser.newPage();
	await page.addInitScript(OBSERVE_LONG_TASKS);
	const search = page.getByLabel("Search path, headers and bodies");
	const waitFor = (text: string) => page.getByText(text).waitFor();

	const rows: string[][] = [];
	const longTasks: Record<string, readonly number[]> = {};
	async function measureTask(name: string, task: () => Promise<unknown>) {
		const before = performance.now();
		await task();
		const ms = Math.round(performance.now() - before);
		const tasks: number[] = await page.evaluate("longTasks.splice(0)");
		longTasks[name] = tasks;
		const longest = tasks.length > 0 ? `${Math.max(...tasks)} ms` : "< 50 ms";
		rows.push([name, `${ms} ms`, `longest task ${longest}`]);
	}
	await measureTask(`load ${JOURNAL} requests`, async () => {
		await page.goto(`${server.url}/__mock/`);
		await waitFor(`${JOURNAL} requests`);
	});
	await measureTask("search in them", async () => {
		await search.fill("nothing like it");
		await waitFor(`0 of ${JOURNAL} requests`);
		await search.fill("");
		await waitFor(`${JOURNAL} requests`);
	});
	await measureTask(`follow ${RATE} requests a second`, () =>
		sendAtRate(server.url, listZaps, RATE, quick ? 3 : 15),
	);
	await measureTask("load those left out", () =>
		page.getByText("shows a sample").waitFor({ state: "detached" }),
	);
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("HeapProfiler.collectGarbage");
	const heapMiB: number = await page.evaluate(
		"performance.memory.usedJSHeapSize / 2 ** 20",
	);
	return {
		lines: [
			`The page with a journal of ${JOURNAL} requests, in Chromium on the machine of the server.`,
			"",
			...formatTable(rows),
			`memory of the page's scripts: ${Math.round(heapMiB)} MiB`,
		],
		...{ measured: {}, longTasks, heapMiB },
	};
};
