import { describe, expect, test } from "vitest";
import { inspectorPage } from "../../src/inspector/page.ts";
import { listenOnLoopback } from "../../src/verification/pact/listen-on-loopback.ts";
import { serveStage } from "../support/serve-stage.ts";
import { type BrowserPage, chromium, openBrowser } from "./browser.ts";

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

const at = (id: string): string => `document.getElementById("${id}")`;
const textOf = (page: BrowserPage, id: string) =>
	page.evaluate(`${at(id)}.innerText`);
const LIVE = `${at("state")}.classList.contains("live")`;

if (!chromium)
	process.stderr.write(
		"Skipped: the browser tests of the page. To run them, install Chromium: apt-get install chromium\n",
	);

describe.skipIf(!chromium)("in a browser, the page", () => {
	const open = () => openBrowser(chromium ?? "");

	test("shows earlier and new requests, as text", async () => {
		await using stage = await serveStage();
		await using browser = await open();
		await stage.createZap("<img src=x onerror=document.title=1>", "mine");
		const page = await browser.open(`${stage.url}/__mock/`);
		await page.until(`${at("rows")}.rows.length === 1`);
		await page.until(LIVE);
		await stage.send("/v1/zap");
		await page.until(`${at("rows")}.rows.length === 2`);
		const rows = String(await textOf(page, "rows")).split("\n");
		expect(rows[0]).toMatch(/\tdefault\tGET\t\/v1\/zap\t404\t[\d.]+/);
		expect(rows[1]).toMatch(/\tmine\tPOST\t\/v1\/zaps\t201\t[\d.]+/);
		await page.evaluate(`${at("rows")}.rows[1].click()`);
		const detail = await textOf(page, "detail");
		expect(detail).toContain("createZap: 201 after");
		expect(detail).toContain('"name": "<img src=x onerror=document.title=1>"');
		await page.evaluate(`${at("rows")}.rows[0].click()`);
		expect(await textOf(page, "detail")).toContain(
			"Near miss: listZaps, but the path is /v1/zaps.",
		);
		expect(await page.evaluate("document.images.length")).toBe(0);
	});

	test("sets the scenario, resets the state and clears the journal", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await using browser = await open();
		await stage.createZap("A");
		const page = await browser.open(`${stage.url}/__mock/`);
		await page.until(`${at("scenario")}.value === "normal"`);
		await page.evaluate(
			`${at("scenario")}.value = "slow", ${at("scenario")}.dispatchEvent(new Event("change"))`,
		);
		await expect
			.poll(async () => (await stage.control.scenarios()).active)
			.toBe("slow");
		await page.evaluate(`${at("reset")}.click()`);
		await expect
			.poll(async () => (await stage.control.state()).zaps?.length)
			.toBe(0);
		await page.evaluate(`${at("clear")}.click()`);
		await page.until(`${at("rows")}.rows.length === 0`);
		expect((await stage.control.requests()).total).toBe(0);
	});

	test("shows the number of unconfirmed assumptions, and the reason for each", async () => {
		await using stage = await serveStage();
		await using browser = await open();
		const page = await browser.open(`${stage.url}/__mock/`);
		await page.until(`${at("unconfirmed")}.textContent !== ""`);
		expect(await textOf(page, "unconfirmed")).toMatch(
			/^\d+ of \d+ assumptions are unconfirmed$/,
		);
		expect(await page.evaluate(`${at("ledger")}.textContent`)).toContain(
			"health.body",
		);
	});

	test("highlights refuted assumptions", async () => {
		await using stage = await serveStage({ refuted: "health.body" });
		await using browser = await open();
		const page = await browser.open(`${stage.url}/__mock/`);
		await page.until(`!${at("refuted")}.hidden`);
		expect(await textOf(page, "refuted")).toMatch(
			/^1 REFUTED: a real implementation behaves differently\. .*\s+health\.body: /s,
		);
	});

	test("asks for the token, rejects a wrong one, and accepts the right one", async () => {
		await using stage = await serveStage({ token: "open-sesame" });
		await using browser = await open();
		const page = await browser.open(`${stage.url}/__mock/`);
		const tryToken = (token: string) =>
			page.evaluate(
				`${at("token")}.value = ${JSON.stringify(token)}, ${at("login")}.requestSubmit()`,
			);
		await page.until(`document.readyState === "complete"`);
		await page.until(`!${at("login")}.hidden`);
		await tryToken("wrong");
		await page.until(`${at("denied")}.textContent !== ""`);
		expect(await textOf(page, "denied")).toMatch(/^Wrong token\./);
		await tryToken("open-sesame");
		await page.until(LIVE);
		expect(await page.evaluate(`${at("login")}.hidden`)).toBe(true);
		expect(await page.evaluate("document.cookie")).toBe("");
	});

	test("is the only page that can control the mock: a page on another port cannot", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await using browser = await open();
		await using elsewhere = await listenOnLoopback((_, response) => {
			response.setHeader("content-type", "text/html");
			response.end("<!doctype html><title>elsewhere</title>");
		});
		await stage.createZap("Mine");
		const page = await browser.open(elsewhere.url);
		await page.until(`document.title === "elsewhere"`);
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
