import { expect, test } from "zaps-understudy/playwright";

test("lists zaps, and loads more until there are no more", async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("listitem")).toHaveCount(10);
	await page.getByRole("button", { name: "Load more" }).click();
	await expect(page.getByRole("listitem")).toHaveCount(20);
	await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();
});

test("creates a zap, and lists it first", async ({ page, mock }) => {
	await page.goto("/");
	await page.getByLabel("Name").fill("Ship orders");
	await page.getByRole("button", { name: "Create" }).click();
	await expect(page.getByRole("status")).toHaveText("Created “Ship orders”.");
	await expect(page.getByRole("listitem").first()).toContainText("Ship orders");
	await expect(mock).toHaveReceived("createZap", {
		times: 1,
		body: { name: "Ship orders" },
	});
});

test("shows why the service rejects a name, and keeps the name", async ({
	page,
}) => {
	const name = "x".repeat(201);
	await page.goto("/");
	await page.getByLabel("Name").fill(name);
	await page.keyboard.press("Enter");
	await expect(page.getByText(/The name must/)).toBeVisible();
	await expect(page.getByLabel("Name")).toHaveValue(name);
});

test("shows that the list cannot be loaded, and loads it again", async ({
	page,
	mock,
}) => {
	await mock.answer("listZaps", { status: 503, times: 1 });
	await page.goto("/");
	await expect(page.getByRole("alert")).toContainText("not working (503)");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("listitem")).toHaveCount(10);
});

test("keeps a name that could not be sent", async ({ page, context }) => {
	await page.goto("/");
	await page.getByLabel("Name").fill("Ship orders");
	await context.setOffline(true);
	await page.getByRole("button", { name: "Create" }).click();
	await expect(page.getByRole("status")).toContainText("No response");
	await context.setOffline(false);
	await page.getByRole("button", { name: "Create" }).click();
	await expect(page.getByRole("status")).toHaveText("Created “Ship orders”.");
});

test("says that there are no zaps yet", async ({ page, mock }) => {
	await mock.setScenario("empty");
	await page.goto("/");
	await expect(page.getByText("No zaps yet.")).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(0);
});
