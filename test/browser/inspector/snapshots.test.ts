import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
} from "../../support/inspector-pages.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";

const zapNames = async ({ control }: ServedStage) =>
	(await control.state()).zaps?.map((zap) => "name" in zap && zap.name);

const button = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true });

/** Clicks a button of the page, and confirms the question with the button of its dialog. */
async function confirm(page: Page, name: string, action: string) {
	await button(page, name).click();
	await page.getByRole("dialog").getByText(action, { exact: true }).click();
}

describeInspector("snapshots in the view of the state", (open) => {
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
		await button(page, "Go back to snapshot 1").click();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page
			.getByRole("dialog")
			.getByText("Restore snapshot 1", { exact: true })
			.click();
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
