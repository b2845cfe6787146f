import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
	isTooWide,
} from "../../support/inspector-pages.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";

const rowsOf = (page: Page): Locator =>
	page.getByRole("table", { name: "Requests" }).locator("tbody tr");
const detailOf = (page: Page): Locator => page.getByRole("complementary");
const sendMany = async (stage: ServedStage, count: number): Promise<void> => {
	for (let index = 1; index <= count; index += 1)
		await stage.send(`/v1/zaps?limit=${index}`);
};

describeInspector("the view of requests", (open) => {
	test("shows earlier and new requests, newest first, and why one was rejected", async () => {
		await using stage = await serveStage();
		await stage.send("/v1/health", { headers: { "mock-session": "mine" } });
		const page = await open(stage);
		await rowsOf(page).first().waitFor();
		await stage.createZap("");
		await rowsOf(page).nth(1).waitFor();
		const shown = (await rowsOf(page).allInnerTexts()).map((row) =>
			row.split(/\s*[\t\n]\s*/),
		);
		const newest = [
			...["POST", "/v1/zaps", "/name must have at least 1 character"],
			...["400", "createZap", "default"],
		];
		const oldest = ["GET", "/v1/health", "200", "mine"];
		const headings = page.getByRole("columnheader");
		expect((await headings.allInnerTexts()).filter(Boolean)).toEqual([
			...["Method", "Path", "Remarks", "Status", "Operation"],
			...["Session", "Duration", "Time"],
		]);
		const [time] = await page.getByRole("time").all();
		expect(await time?.innerText()).toMatch(/^now$|^\d+ s ago$/);
		expect(await time?.getAttribute("title")).toMatch(
			/\(\d\d:\d\d:\d\d\.\d{3}\)$/,
		);
		expect(shown).toEqual(
			[newest, oldest].map((words) => expect.arrayContaining(words)),
		);
		await rowsOf(page).first().getByRole("link").click();
		await detailOf(page)
			.getByText("/name must have at least 1 character", { exact: true })
			.waitFor();
		await detailOf(page)
			.getByText("A zap is created from a JSON object")
			.waitFor();
		expect(new URL(page.url()).hash).toBe("#/requests/2");
		expect(await findAccessibilityProblems(page)).toEqual([]);
	});

	test("shows few items of a large body at first, and only the first ones of a long list", async () => {
		await using stage = await serveStage();
		const row = Array<number>(30).fill(1);
		const table = Array<unknown>(30).fill(Array<unknown>(30).fill(row));
		const body = JSON.stringify({
			name: "x",
			table,
			list: "1".repeat(6_000).split(""),
		});
		const headers = { "content-type": "application/json" };
		await stage.send("/v1/zaps", { method: "POST", headers, body });
		const page = await open(stage, "#/requests/1");
		const list = detailOf(page).getByText("[ 6,000 items ]").first();
		await list.waitFor();
		const items = detailOf(page).locator(".json summary, .json-leaf");
		expect(await items.count()).toBeLessThan(3_000);
		await list.click();
		await detailOf(page).getByText("The first 5,000 items are shown").waitFor();
		expect(await items.count()).toBeLessThan(8_000);
	});

	test("shows the nearest operations of an unmatched request", async () => {
		await using stage = await serveStage({ basePath: "/api" });
		await stage.send("/api/v1/zap");
		const page = await open(stage, "#/requests/1");
		const nearest = page.getByRole("region", { name: "Nearest operations" });
		await nearest.getByText("listZaps").waitFor();
		await nearest.getByText("defined POST /api/v1/zaps").waitFor();
	});

	test("filters by text, operation, status and session, and keeps the filter in the address", async () => {
		await using stage = await serveStage();
		await stage.createZap("Welcome", "mine");
		await stage.createZap("Other");
		await stage.send("/v1/zap");
		const page = await open(stage);
		await rowsOf(page).nth(2).waitFor();
		await page.getByLabel("Search path, headers, bodies").fill("welc");
		await page.getByText("1 of 3 requests").waitFor();
		await page.reload();
		await page.getByText("1 of 3 requests").waitFor();
		await page.getByLabel("Search path, headers, bodies").fill("");
		await page.getByLabel("Kind").selectOption("unmatched");
		await page.getByText("1 of 3 requests").waitFor();
		await page.getByLabel("Status").selectOption("2");
		await page.getByRole("button", { name: "Show all requests" }).click();
		await page.getByLabel("Session").selectOption("mine");
		await page.getByText("1 of 3 requests").waitFor();
	});

	test("goes to the next and the previous request, and closes the details, by keyboard", async () => {
		await using stage = await serveStage();
		await sendMany(stage, 3);
		const page = await open(stage);
		await rowsOf(page).nth(2).waitFor();
		const expectShown = (id: string) =>
			expect.poll(() => new URL(page.url()).hash).toBe(`#/requests${id}`);
		await page.keyboard.press("j");
		await expectShown("/3");
		await page.keyboard.press("j");
		await expectShown("/2");
		await page.keyboard.press("k");
		await expectShown("/3");
		await page.keyboard.press("Escape");
		await expectShown("");
		await page.keyboard.press("?");
		await page.getByRole("dialog").getByText("Open the next request").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
	});

	test("shows a remark below its request on a phone, where each heading is above its column", async () => {
		await using stage = await serveStage();
		await stage.control.setFaults([
			{ operation: "listZaps", kind: "status", status: 503, force: true },
		]);
		await stage.send("/v1/zaps");
		const page = await open(stage, "", {
			viewport: { width: 360, height: 700 },
		});
		const leftOf = async (text: string) =>
			(await page.getByText(text, { exact: true }).boundingBox())?.x;
		await page.getByText("fault", { exact: true }).waitFor();
		const remarks = page.getByRole("columnheader", { name: "Remarks" });
		expect(await remarks.boundingBox()).toMatchObject({ width: 0 });
		expect(await leftOf("503")).toBe(((await leftOf("Status")) ?? 0) + 8);
		expect(await isTooWide(page)).toBe(false);
	});

	test("pauses the list, and clears the journal after a question", async () => {
		await using stage = await serveStage();
		await sendMany(stage, 1);
		const page = await open(stage);
		await rowsOf(page).first().waitFor();
		await page.getByRole("button", { name: "Pause" }).click();
		await sendMany(stage, 2);
		await page.getByText("Paused. 2 new requests.").waitFor();
		expect(await rowsOf(page).count()).toBe(1);
		await page.getByRole("button", { name: "Resume" }).click();
		await rowsOf(page).nth(2).waitFor();
		await page.getByRole("button", { name: "Clear…" }).click();
		await page.getByRole("button", { name: "Cancel" }).click();
		expect((await stage.control.requests()).total).toBe(3);
		await page.getByRole("button", { name: "Clear…" }).click();
		await page.getByRole("button", { name: "Delete requests" }).click();
		await page.getByText("No requests yet").waitFor();
		expect((await stage.control.requests()).total).toBe(0);
	});

	test("sends a request again, edited, and shows its exchange", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await stage.createZap("First", "mine");
		const page = await open(stage, "#/requests/1");
		await page.getByRole("button", { name: "Send again…" }).click();
		await page.getByLabel("Path and query").fill("/v1/../__mock/requests");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Browsers would send /__mock/requests").waitFor();
		await page.getByLabel("Path and query").fill("/v1/zaps");
		await page.getByLabel("Headers, one per line").fill("no header");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText('"no header" is not a header.').waitFor();
		await page
			.getByLabel("Headers, one per line")
			.fill("content-type: application/json\nmock-session: mine");
		await page.getByLabel("Body").fill('{"name":"Second"}');
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.waitForURL("**/#/requests/2");
		const { zaps = [] } = await stage.control.session("mine").state();
		expect(zaps).toMatchObject([{ name: "Second" }, { name: "First" }]);
	});

	test("keeps few rows of a long journal in the page, and the place that the user has scrolled to", async () => {
		await using stage = await serveStage({ journal: 2_000 });
		for (let batch = 0; batch < 20; batch += 1)
			await Promise.all(
				Array.from({ length: 60 }, () => stage.send("/v1/health")),
			);
		const page = await open(stage);
		await page.getByText("1200 requests").waitFor();
		expect(await rowsOf(page).count()).toBeLessThan(60);
		const oldest = page.locator('[aria-rowindex="1201"]');
		await page.locator(".table").evaluate((element) => {
			element.scrollTop = element.scrollHeight;
		});
		await oldest.waitFor();
		await sendMany(stage, 1);
		await page.locator('[aria-rowindex="1202"]').waitFor();
	});

	test("copies a request as curl in its details, and goes back to it when they are closed", async () => {
		await using stage = await serveStage();
		await sendMany(stage, 1);
		const page = await open(stage, "", {
			permissions: ["clipboard-read", "clipboard-write"],
		});
		await rowsOf(page).first().getByRole("link").click();
		await page.getByRole("button", { name: "curl" }).click();
		await page.getByText("Copied the request as a curl command.").waitFor();
		expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
			`curl -i '${stage.url}/v1/zaps?limit=1'`,
		);
		await page.getByRole("button", { name: "Close (Esc)" }).click();
		await rowsOf(page).first().locator("a:focus").waitFor();
	});
});
