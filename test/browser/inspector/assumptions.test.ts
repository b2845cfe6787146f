import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
} from "../../support/inspector-pages.ts";
import { serveStage } from "../../support/serve-stage.ts";

/** The column of a status. */
const column = (page: Page, status: string) =>
	page.getByRole("region", { name: new RegExp(`^${status}`, "i") });

/** The card of an assumption. */
const card = (page: Page, id: string) =>
	page
		.getByRole("main")
		.getByRole("listitem")
		.filter({
			has: page.getByRole("heading", { name: id, exact: true }),
		});

const openedIds = (page: Page) =>
	page.locator('[aria-expanded="true"]').allTextContents();

describeInspector("the view of assumptions", (open) => {
	test("counts by itself what responses of the session depended on, and links to them", async () => {
		await using stage = await serveStage();
		await stage.createZap("Elsewhere");
		const page = await open(stage, "#/assumptions?session=checkout");
		await page.getByLabel("Used in this session (0)").check();
		await page.getByText("No assumption matches.").waitFor();
		await stage.createZap("Mine", "checkout");
		await page.getByText("3 of 26 match").waitFor();
		await page.getByRole("link", { name: "zap.request", exact: true }).click();
		const mine = card(page, "zap.request");
		await mine.getByText("Section 4 of the specification").waitFor();
		await mine.getByText("POST /v1/zaps").waitFor();
		const [entry] = (await stage.control.session("checkout").requests())
			.requests;
		const links = mine.getByRole("link").filter({ visible: true });
		expect(
			await links.evaluateAll((all) =>
				all.map((each) => `${each.textContent} ${each.getAttribute("href")}`),
			),
		).toEqual([
			"zap.request #/assumptions?session=checkout&used=yes",
			"1 response #/requests?session=checkout&assumption=zap.request",
			`POST /v1/zaps #/requests/${entry?.id}?session=checkout`,
		]);
		await page
			.getByRole("combobox", { name: "Session" })
			.selectOption("all sessions");
		await mine.getByText("2 responses").waitFor();
	});

	test("warns of a refuted assumption, and leads to it", async () => {
		await using stage = await serveStage({ refuted: "health.body" });
		await stage.send("/v1/health");
		const page = await open(stage, "#/assumptions");
		await page.getByText("1 assumption is refuted.").waitFor();
		await page.getByText("used by 1 response").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page.getByRole("link", { name: "health.body" }).first().click();
		const refuted = column(page, "refuted").getByRole("listitem");
		await refuted.getByText("Why the mock does this").waitFor();
		await column(page, "assumed").getByText("25", { exact: true }).waitFor();
		await page.getByText("Confirmed: none so far.").waitFor();
	});

	test("filters by text and section, which the address keeps", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions");
		await page.getByLabel("Search").fill("json zap");
		await page.getByLabel("Specification").selectOption("Section 2");
		await page.getByText("1 of 26 match").waitFor();
		await page.reload();
		await page.getByText("1 of 26 match").waitFor();
		await card(page, "zap.fields").waitFor();
		await page.getByLabel("Search").fill("nothing like this");
		await page.getByRole("button", { name: "Clear filters" }).click();
		await column(page, "assumed").getByText("26", { exact: true }).waitFor();
		expect(await page.getByLabel("Search").inputValue()).toBe("");
	});

	test("opens, changes and closes an assumption by keyboard", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions");
		await card(page, "health.body").waitFor();
		for (const [key, opened] of [
			["j", ["health.body"]],
			["j", ["health.unavailable"]],
			["k", ["health.body"]],
			["Escape", []],
			["k", ["limits.none"]],
		] as const) {
			await page.keyboard.press(key);
			await expect.poll(() => openedIds(page)).toEqual(opened);
		}
		await page.keyboard.press("/");
		await page.keyboard.type("receipt");
		await card(page, "command.receipt").waitFor();
	});

	test("shows the assumption of the address first, on a phone", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions/zaps.created?section=9", {
			viewport: { width: 360, height: 700 },
		});
		const opened = card(page, "zaps.created");
		await opened.getByText("Why the mock does this").waitFor();
		expect(await opened.boundingBox()).toMatchObject({
			y: expect.toSatisfy((y: number) => y > 0 && y < 700),
		});
	});
});
