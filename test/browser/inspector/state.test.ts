import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
	isTooWide,
} from "../../support/inspector-pages.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";

const zapNames = async ({ control }: ServedStage) =>
	(await control.state()).zaps?.map((zap) => "name" in zap && zap.name);

const editor = (page: Page) => page.getByLabel("Record as JSON");

const button = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true });

/** Clicks a button of the page, and confirms the question with the button of its dialog. */
async function confirm(page: Page, name: string, action: string) {
	await button(page, name).click();
	await page.getByRole("dialog").getByText(action, { exact: true }).click();
}

const importFile = (page: Page, content: string) =>
	page.getByLabel("File to import").setInputFiles({
		name: "my.json",
		mimeType: "application/json",
		buffer: Buffer.from(content),
	});

describeInspector("the view of the state", (open) => {
	test("shows the records of each collection in pages, and finds them by text", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		for (let index = 1; index <= 55; index += 1)
			await stage.createZap(`Zap ${index}`);
		const page = await open(stage, "#/state");
		await page.getByText("Zap 55", { exact: true }).waitFor();
		await button(page, "Next page").click();
		await page.getByText("Page 2 of 2").waitFor();
		await page.getByText("Zap 5", { exact: true }).waitFor();
		expect(await page.getByRole("row").count()).toBe(1 + 5);
		await page.keyboard.press("/");
		await page.keyboard.type("zAp 55");
		await page.getByText("1 found").waitFor();
		await page.reload();
		await page.getByText("1 found").waitFor();
		await page.getByRole("link", { name: "Audit records 55" }).click();
		await page.getByText("zap.created", { exact: true }).waitFor();
		expect(page.url()).toMatch(/#\/state\/audit\?search=zAp\+55$/);
		await page.getByLabel("Search audit records").fill("nothing");
		await page.getByText("No audit record contains “nothing”").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await button(page, "Clear search").click();
		await page.getByText("Page 1 of 2").waitFor();
	});

	test("shows whole times beside an open record, and marks its row also under the pointer", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/state", {
			viewport: { width: 1400, height: 800 },
		});
		const row = page.getByRole("row").nth(1);
		await row.getByRole("link").click();
		await page.getByRole("complementary").waitFor();
		const cut = page
			.locator("td:has(time)")
			.evaluateAll(
				(cells) =>
					cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
			);
		expect(await cut).toBe(0);
		const color = () =>
			row.evaluate((element) => getComputedStyle(element).backgroundColor);
		const hovered = await color();
		await page.getByRole("row").nth(3).hover();
		expect(await color()).toBe(hovered);
	});

	test("adds, edits and removes a zap, shows what is invalid where it is, and keeps the text", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		const page = await open(stage, "#/state");
		await page.getByText("This session has no zaps").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await button(page, "Add zap").click();
		expect(await editor(page).inputValue()).toContain('"name": "Welcome');
		await editor(page).fill('{"nme": "Mine", "createdAt": 4}');
		const add = page.locator("form").getByText("Add zap");
		await add.click();
		await page.getByText("/name is required").waitFor();
		await page.getByText("/createdAt must").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await editor(page).fill('{"name": "Mine"}');
		await page.getByText("/name is required").waitFor({ state: "detached" });
		await page.keyboard.press("Control+Enter");
		await page.getByText(/^Added zap zap_/).waitFor();

		await button(page, "Edit zap").click();
		const text = await editor(page).inputValue();
		await editor(page).fill(text.replace('Mine"', 'Yours",'));
		await button(page, "Save zap").click();
		await page.getByText("This is not valid JSON.").waitFor();
		await page.getByRole("link", { name: "Commands" }).click();
		await page.getByRole("link", { name: "Zaps 1" }).click();
		await page.getByRole("row").getByRole("link").click();
		await editor(page).fill(text.replace("Mine", "Yours"));
		await button(page, "Save zap").click();
		await page.getByText(/^Saved zap zap_/).waitFor();
		expect(await zapNames(stage)).toEqual(["Yours"]);
		expect(await findAccessibilityProblems(page)).toEqual([]);

		await confirm(page, "Remove zap", "Remove zap");
		await page.getByText("This session has no zaps").waitFor();
		expect(await zapNames(stage)).toEqual([]);
	});

	test("shows what others change, and keeps the page and the text being edited", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		for (let index = 1; index <= 51; index += 1)
			await stage.createZap(`Zap ${index}`);
		const page = await open(stage, "#/state/zaps?page=2");
		await page.getByRole("row").getByRole("link").click();
		await button(page, "Edit zap").click();
		const text = await editor(page).inputValue();
		await editor(page).pressSequentially("x");
		await stage.createZap("Other");
		await page.getByRole("link", { name: "Zaps 52" }).waitFor();
		await page.getByText("Page 2 of 2").waitFor();
		const theirs = { ...JSON.parse(text), name: "Theirs" };
		await stage.control.updateRecord("zaps", theirs.id, theirs);
		await page
			.getByText("This zap has changed since you started to edit it.")
			.waitFor();
		expect(await editor(page).inputValue()).toContain("Zap 1");
		await button(page, "Load their version").click();
		expect(await editor(page).inputValue()).toContain("Theirs");
		await editor(page).pressSequentially("x");
		await stage.control.removeRecord("zaps", theirs.id);
		await page.getByText("This zap was removed while you edited it.").waitFor();
		expect(await editor(page).inputValue()).toContain("Theirs");
		await editor(page).fill(JSON.stringify(theirs));
		await button(page, "Save zap").click();
		await page.getByRole("alert").getByText(theirs.id).waitFor();
		await button(page, "Discard changes").click();
		await page.getByText("This session has no such zap.").waitFor();
	});

	test("exports the state of the session to a file, and imports it after a question", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await stage.createZap("Kept", "checkout");
		const page = await open(stage, "#/state?session=checkout");
		await page.getByRole("link", { name: "Zaps 1" }).waitFor();
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			button(page, "Export state").click(),
		]);
		expect(download.suggestedFilename()).toMatch(
			/^state-checkout-20\d\d-\d\d-\d\dT\d\d-\d\d\.json$/,
		);
		const file = await readFile(await download.path(), "utf8");
		const control = stage.control.session("checkout");
		const state = await control.state();
		expect(JSON.parse(file)).toEqual(state);

		await importFile(page, '{"zaps":[{"id":"x"}],"zap":[]}');
		await button(page, "Replace all records").click();
		await page.getByText("my.json was not imported").waitFor();
		await page.getByText("/zaps/0/name is required").waitFor();
		await page.getByText('Did you mean "zaps"?').waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await importFile(page, "{");
		await page.getByText("The file is not valid JSON.").waitFor();
		expect(await control.state()).toEqual(state);

		await control.reset();
		await page.getByText("This session has no zaps").waitFor();
		await importFile(page, file);
		await page.getByText("The file has: zaps (1)").waitFor();
		await button(page, "Replace all records").click();
		await page.getByText("Imported my.json.").waitFor();
		expect(await control.state()).toEqual(state);
	});

	test("goes through the records by keyboard, and back to where a record was opened", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		for (const name of ["C", "B", "A"]) await stage.createZap(name);
		const page = await open(stage, "#/state", {
			viewport: { width: 360, height: 700 },
			permissions: ["clipboard-read", "clipboard-write"],
		});
		await page.getByText("A", { exact: true }).waitFor();
		for (const key of ["j", "j", "j", "j", "k"]) await page.keyboard.press(key);
		await page.getByText('"B"').waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await button(page, "Raw").click();
		await page.getByText('"name": "B"').waitFor();
		await button(page, "Copy").click();
		await page.getByText("Copied the zap as JSON.").waitFor();
		const copied = await page.evaluate<string>(
			"navigator.clipboard.readText()",
		);
		expect(JSON.parse(copied)).toMatchObject({ name: "B" });
		await page.keyboard.press("Escape");
		await page.getByRole("row").nth(2).locator("a:focus").waitFor();
		expect(await isTooWide(page)).toBe(false);
	});

	test("takes a snapshot, goes back to it, deletes it, and resets the state", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await stage.createZap("Before");
		const page = await open(stage, "#/state");
		await button(page, "Take snapshot").click();
		await page.getByText(/Snapshot 1 taken at/).waitFor();
		await page.getByRole("link", { name: "Behavior" }).click();
		await page.getByRole("link", { name: "State" }).click();
		await page.getByText(/Snapshot 1 taken at/).waitFor();
		await stage.createZap("After");
		await page.getByText("After", { exact: true }).waitFor();
		await page.getByRole("link", { name: "Zaps 2" }).waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await confirm(page, "Go back to snapshot 1", "Restore snapshot 1");
		await page.getByRole("link", { name: "Zaps 1" }).waitFor();
		expect(await zapNames(stage)).toEqual(["Before"]);
		await button(page, "Undo").click();
		await page.getByRole("link", { name: "Zaps 2" }).waitFor();
		await confirm(page, "Delete snapshot 1", "Delete snapshot");
		await confirm(page, "Reset state", "Reset state");
		await page.getByText("This session has no zaps").waitFor();
		// Only the snapshot before the last action is kept, also when its notice is gone.
		await expect.poll(() => stage.control.snapshots()).toEqual(["3"]);
		await button(page, "Close the message").click();
		await page
			.getByText(/^Snapshot 3 taken at .*, before “Reset state”$/)
			.waitFor();
		await confirm(page, "Go back to snapshot 3", "Restore snapshot 3");
		await page.getByRole("link", { name: "Zaps 2" }).waitFor();
	});

	test("resets a session with the most snapshots only if the user does without Undo", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await stage.createZap("Mine");
		for (let count = 0; count < 100; count += 1) await stage.control.snapshot();
		const page = await open(stage, "#/state");
		const question = page.getByRole("dialog");
		await confirm(page, "Reset state", "Reset state");
		await question.getByText("This cannot be undone.").waitFor();
		await question.getByText("Cancel", { exact: true }).click();
		expect(await zapNames(stage)).toEqual(["Mine"]);
		await confirm(page, "Reset state", "Reset state");
		await question.getByText("This cannot be undone.").waitFor();
		await question.getByText("Reset state", { exact: true }).click();
		await page.getByText("Reset the state to its dataset.").waitFor();
		expect(await button(page, "Undo").count()).toBe(0);
		expect((await stage.control.snapshots()).length).toBe(100);
	});
});
