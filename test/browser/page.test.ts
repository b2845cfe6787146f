import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { inspectorPage } from "../../src/inspector/page.ts";
import { listenOnLoopback } from "../../src/verification/pact/listen-on-loopback.ts";
import { HAS_CHROMIUM, launchChromium } from "../support/chromium.ts";
import { serveStage } from "../support/serve-stage.ts";

test("serves a page that loads nothing and runs only its own script", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/");
	const html = await response.text();
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	const policy = response.headers.get("content-security-policy") ?? "";
	const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
	expect(policy).toMatch(/^default-src 'none'; /);
	expect(policy).toContain("frame-ancestors 'none'");
	expect(policy).not.toContain("unsafe");
	expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);
	expect(html.match(/<(script|style|link|img)\b[^>]*>/g)).toEqual([
		'<link rel="icon" href="data:,">',
		`<style nonce="${nonce}">`,
		`<script nonce="${nonce}">`,
	]);
	expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|https?:/);
	const again = await stage.send("/__mock/");
	expect(again.headers.get("content-security-policy")).not.toBe(policy);
});

test("escapes the title", () => {
	const page = inspectorPage({ title: "<b>&\"'", nonce: "x" });
	expect(page).toContain("mock of the &#60;b&#62;&#38;&#34;&#39;");
});

if (!HAS_CHROMIUM)
	process.stderr.write(
		"Skipped: the browser tests of the page. To run them, install Chromium: apt-get install chromium\n",
	);

describe.skipIf(!HAS_CHROMIUM)("in a browser, the page", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium();
		return () => browser.close();
	});

	/** Opens a page with an empty profile. Disposing of it closes it. */
	async function open(url: string): Promise<Page> {
		const page = await browser.newPage();
		page.setDefaultTimeout(10_000);
		await page.goto(url);
		return page;
	}

	test("shows earlier and new requests, as text", async () => {
		await using stage = await serveStage();
		await stage.createZap("<img src=x onerror=document.title=1>", "mine");
		await using page = await open(`${stage.url}/__mock/`);
		const rows = page.locator("#rows tr");
		await rows.first().waitFor();
		await page.waitForSelector("#state.live");
		await stage.send("/v1/zap");
		await rows.nth(1).waitFor();
		expect(await rows.allInnerTexts()).toEqual([
			expect.stringMatching(/\tdefault\tGET\t\/v1\/zap\t404\t[\d.]+/),
			expect.stringMatching(/\tmine\tPOST\t\/v1\/zaps\t201\t[\d.]+/),
		]);
		await rows.nth(1).click();
		const detail = await page.innerText("#detail");
		expect(detail).toContain("createZap: 201 after");
		expect(detail).toContain('"name": "<img src=x onerror=document.title=1>"');
		await rows.nth(0).click();
		expect(await page.innerText("#detail")).toContain(
			"Near miss: listZaps, but the path is /v1/zaps.",
		);
		expect(await page.locator("img").count()).toBe(0);
	});

	test("sets the scenario, resets the state and clears the journal", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await stage.createZap("A");
		await using page = await open(`${stage.url}/__mock/`);
		await page.selectOption("#scenario", "slow");
		await expect
			.poll(async () => (await stage.control.scenarios()).active)
			.toBe("slow");
		await page.click("#reset");
		await expect
			.poll(async () => (await stage.control.state()).zaps?.length)
			.toBe(0);
		await page.click("#clear");
		await page.waitForSelector("#empty");
		expect(await page.locator("#rows tr").count()).toBe(0);
		expect((await stage.control.requests()).total).toBe(0);
	});

	test("shows the number of unconfirmed assumptions, and the reason for each", async () => {
		await using stage = await serveStage();
		await using page = await open(`${stage.url}/__mock/`);
		// The text comes with the first response.
		await page.click("#unconfirmed:has-text('unconfirmed')");
		expect(await page.innerText("#unconfirmed")).toMatch(
			/^\d+ of \d+ assumptions are unconfirmed$/,
		);
		expect(await page.innerText("#ledger")).toContain("health.body");
	});

	test("highlights refuted assumptions", async () => {
		await using stage = await serveStage({ refuted: "health.body" });
		await using page = await open(`${stage.url}/__mock/`);
		await page.waitForSelector("#refuted");
		expect(await page.innerText("#refuted")).toMatch(
			/^1 REFUTED: a real implementation behaves differently\. .*\s+health\.body: /s,
		);
	});

	test("asks for the token, rejects a wrong one, and accepts the right one", async () => {
		await using stage = await serveStage({ token: "open-sesame" });
		await using page = await open(`${stage.url}/__mock/`);
		await page.fill("#token", "wrong");
		await page.press("#token", "Enter");
		await page.waitForSelector("text=has a wrong token");
		await page.fill("#token", "open-sesame");
		await page.press("#token", "Enter");
		await page.waitForSelector("#state.live");
		expect(await page.isVisible("#login")).toBe(false);
		await stage.createZap("A");
		await page.waitForSelector("#rows tr");
		await page.reload();
		await page.waitForSelector("#state.live");
		expect(await page.context().cookies()).toEqual([]);
	});

	test("cannot be opened by another page, even if a tab is logged in", async () => {
		await using stage = await serveStage({ token: "open-sesame" });
		await using elsewhere = await listenOnLoopback((_, response) => {
			response.setHeader("content-type", "text/html");
			response.end(`<!doctype html><a href="${stage.url}/__mock/">mock</a>`);
		});
		await using page = await open(`${stage.url}/__mock/`);
		await page.fill("#token", "open-sesame");
		await page.press("#token", "Enter");
		await page.waitForSelector("#state.live");
		await page.goto(elsewhere.url);
		const [response] = await Promise.all([
			page.waitForResponse(`${stage.url}/__mock/`),
			page.click("a"),
		]);
		expect(response.status()).toBe(403);
	});

	test("is the only page that can control the mock: a page on another port cannot", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await using elsewhere = await listenOnLoopback((_, response) => {
			response.setHeader("content-type", "text/html");
			response.end("<!doctype html><title>elsewhere</title>");
		});
		await stage.createZap("Mine");
		await using page = await open(elsewhere.url);
		const tried = await page.evaluate(`Promise.all([
			fetch("${stage.url}/__mock/state"),
			fetch("${stage.url}/__mock/reset", { method: "POST", mode: "no-cors", credentials: "include" }).then(({ type }) => type),
			fetch("${stage.url}/__session/x/__mock/faults", { method: "DELETE" }),
			fetch("${stage.url}/__mock/scenario", { method: "PUT", headers: { "content-type": "application/json" }, body: '{"name":"broken"}' }),
		].map((sent) => sent.then((read) => read, () => "refused")))`);
		expect(tried).toEqual(["refused", "opaque", "refused", "refused"]);
		expect((await stage.control.state()).zaps).toHaveLength(1);
		expect((await stage.control.scenarios()).active).toBe("normal");
	});
});
