import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { type ServedStage, serveStage } from "../support/serve-stage.ts";

const FOLDER = fileURLToPath(new URL("../../docs/inspector", import.meta.url));
const SIZE = { width: 1200, height: 760 };

/** Sends typical requests of a frontend in development. */
async function sendRequests(stage: ServedStage): Promise<void> {
	const { send, createZap, control } = stage;
	const post = (path: string, body: unknown, session = "default") =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json", "mock-session": session },
			body: JSON.stringify(body),
		});
	await send("/v1/health");
	await send("/v1/zaps?limit=5");
	await createZap("Welcome mail");
	await send("/v1/zap");
	const command = { command: "sync", args: { dry: true } };
	await post("/v1/command", command, "checkout");
	await post("/v1/pipeline", { steps: [{ command: "sync" }] }, "checkout");
	await post("/v1/audit/search", { action: "zap.created" });
	const unavailable = { kind: "status", status: 503, force: true } as const;
	await control.addFaults([
		{ operation: "listZaps", ...unavailable, times: 3 },
		{ operation: "*", kind: "delay", min: 80, max: 400 },
	]);
	await send("/v1/zaps");
	await control.snapshot();
	await post("/v1/zaps", { nme: "typo" });
}

/** The fragment of each view, and a text that appears when it is ready. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
	requests: (page) =>
		page
			.getByRole("row")
			.filter({ hasText: "400" })
			.first()
			.getByRole("link")
			.click(),
	behavior: (page) => page.getByText("listZaps get 503").waitFor(),
	state: (page) => page.getByText("Welcome mail").first().waitFor(),
	assumptions: (page) => page.getByText("zaps.created").first().waitFor(),
};

/** Takes the screenshots of docs/inspector.md. */
await using stage = await serveStage({ refuted: "zaps.page" });
await sendRequests(stage);
await using browser = await launchChromium();
for (const colorScheme of ["light", "dark"] as const) {
	const page = await browser.newPage({ viewport: SIZE, colorScheme });
	for (const [view, prepare] of Object.entries(VIEWS)) {
		await page.goto(`${stage.url}/__mock/#/${view}`);
		await prepare(page);
		await page
			.waitForLoadState("networkidle", { timeout: 500 })
			.catch(() => {});
		await page.screenshot({ path: `${FOLDER}/${view}-${colorScheme}.png` });
	}
	await page.close();
}
