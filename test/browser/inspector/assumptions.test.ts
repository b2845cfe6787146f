import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
} from "../../support/inspector-pages.ts";
import { serveStage } from "../../support/serve-stage.ts";

const rowOf = (page: Page, id: string) =>
	page.getByRole("row").filter({ has: page.getByRole("link", { name: id }) });

const panelOf = (page: Page, id: string) =>
	page.getByRole("complementary", { name: id });

describeInspector("the view of assumptions", (open) => {
	test("counts by itself what responses of the session depended on, and links to them", async () => {
		await using stage = await serveStage();
		await stage.createZap("Elsewhere");
		const page = await open(stage, "#/assumptions?session=checkout");
		await page.getByLabel("Used in this session (0)").check();
		await page.getByText("No assumption matches").waitFor();
		await stage.createZap("Mine", "checkout");
		await page.getByText("3 of 26 match").waitFor();
		await page.getByRole("link", { name: "zap.request", exact: true }).click();
		const mine = panelOf(page, "zap.request");
		await mine.getByText("Section 4 of the specification").waitFor();
		const link = mine.getByRole("link", { name: "Show 1 response" });
		expect(await link.getAttribute("href")).toBe(
			"#/requests?session=checkout&assumption=zap.request",
		);
		const row = rowOf(page, "zap.request");
		await row.getByText("1 response").waitFor();
		await page
			.getByRole("combobox", { name: "Session" })
			.selectOption("all sessions");
		await row.getByText("2 responses").waitFor();
	});

	test("warns of a refuted assumption, and leads to it", async () => {
		await using stage = await serveStage({ refuted: "health.body" });
		await stage.send("/v1/health");
		const page = await open(stage, "#/assumptions");
		await page.getByText("1 assumption is refuted.").waitFor();
		const first = page.getByRole("row").nth(1);
		await first.getByText("refuted").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await first.getByRole("link", { name: "health.body" }).click();
		const panel = panelOf(page, "health.body");
		await panel.getByText("seen to behave differently").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page.getByLabel("Status").selectOption("assumed");
		await page.getByText("25 of 26 match").waitFor();
	});

	test("filters by text and section, which the address keeps", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions");
		await page.getByLabel("Search assumptions").fill("json zap");
		await page.getByLabel("Specification").selectOption("Section 2");
		await page.getByText("1 of 26 match").waitFor();
		await page.reload();
		await page.getByText("1 of 26 match").waitFor();
		await rowOf(page, "zap.fields").waitFor();
		await page.getByLabel("Search assumptions").fill("nothing like this");
		await page.getByRole("button", { name: "Clear filters" }).click();
		await rowOf(page, "health.body").waitFor();
		expect(await page.getByLabel("Search assumptions").inputValue()).toBe("");
	});

	test("opens, changes and closes an assumption by keyboard", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions");
		await rowOf(page, "health.body").waitFor();
		for (const [key, opened] of [
			["j", ["health.body"]],
			["j", ["health.unavailable"]],
			["k", ["health.body"]],
			["Escape", []],
			["k", ["health.body"]],
		] as const) {
			await page.keyboard.press(key);
			await expect
				.poll(() => page.locator(".panel h2 .mono").allTextContents())
				.toEqual(opened);
		}
		await page.keyboard.press("/");
		await page.keyboard.type("receipt");
		await rowOf(page, "command.receipt").waitFor();
	});

	test("shows the assumption of the address first, on a phone", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/assumptions/zaps.created?section=9", {
			viewport: { width: 360, height: 700 },
		});
		const opened = panelOf(page, "zaps.created");
		await opened.getByText("Why the mock does this").waitFor();
		expect(await opened.boundingBox()).toMatchObject({
			y: expect.toSatisfy((y: number) => y > 0 && y < 200),
		});
	});
});
