import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
	isTooWide,
} from "../../support/inspector-pages.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startCli } from "../../support/understudy.ts";

const RESPONSES = { 200: { description: "It is there." } };

describeInspector("the view Behavior", (open) => {
	test("lets listing fail twice with 503, shows how often it is left, and explains an invalid number", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/behavior");
		await page.getByLabel("Number of requests").fill("2");
		await page.getByRole("button", { name: "Fail listZaps" }).click();
		const faults = page.getByLabel("Faults that are set");
		await faults
			.getByText("The next 2 requests to listZaps get 503.")
			.waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		const list = async () => (await stage.send("/v1/zaps")).status;
		expect(await list()).toBe(503);
		await faults.getByText("The next request to listZaps gets 503.").waitFor();
		expect([await list(), await list()]).toEqual([503, 200]);
		await faults.getByText("No faults are set").waitFor();
		await page.getByText("0 faults").waitFor();
		await page.getByRole("link", { name: "State" }).click();
		await page.getByRole("link", { name: "Behavior" }).click();
		expect(await page.getByLabel("Number of requests").inputValue()).toBe("2");
		await page.getByLabel("Status", { exact: true }).fill("204");
		await page.getByRole("button", { name: "Respond to listZaps" }).waitFor();
		await page.getByLabel("Status", { exact: true }).fill("");
		const every = page.getByRole("button", { name: "every operation" });
		await every.click();
		const error = page.getByText("Enter the status.");
		await error.waitFor();
		await page.getByLabel("Number of requests").fill("");
		await page.keyboard.press("Escape");
		await page.getByRole("heading", { name: "Scenario" }).click();
		await page.keyboard.press("f");
		await page.keyboard.type("500");
		await error.waitFor({ state: "hidden" });
		await every.click();
		await page
			.getByText("All requests to any operation get 500.")
			.first()
			.waitFor();
		expect((await stage.send("/v1/health")).status).toBe(500);
	});

	test("has a form for every kind of fault, which shows each error at its field", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/behavior", {
			viewport: { width: 360, height: 740 },
		});
		await page.getByLabel("What happens").selectOption("delay");
		await page.getByLabel("Time to wait").selectOption("1");
		await page.getByLabel("Maximum in ms").waitFor();
		await page.getByLabel("What happens").selectOption("status");
		await page.getByText("More: body, headers").click();
		const form = page.getByRole("region", { name: "Operations" });
		const field = (name: string) => form.locator(`[name=${name}]`);
		await field("status").fill("999");
		await field("times").fill("0");
		await page.getByRole("button", { name: "Fail listZaps" }).click();
		await form.getByText("Must be at most 599.").waitFor();
		expect(await field("times").getAttribute("aria-invalid")).toBe("true");
		expect(await findAccessibilityProblems(page)).toEqual([]);
		expect(await isTooWide(page)).toBe(false);
		await field("status").fill("503");
		await field("times").fill("1");
		await field("body").fill('{"title":"Down"}');
		await field("headers").fill("Retry-After: 5");
		await field("id").fill("outage");
		await page.getByRole("button", { name: "Fail listZaps" }).click();
		await page.getByText("Id: outage").waitFor();
		const response = await stage.send("/v1/zaps");
		expect(response.status).toBe(503);
		expect(response.headers.get("retry-after")).toBe("5");
		expect(await response.json()).toEqual({ title: "Down" });
	});

	test("sets, advances and freezes the clock, and shows an error at its field", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/behavior");
		const clock = page.locator("section", { hasText: "Clock" });
		await clock.getByText("frozen", { exact: true }).waitFor();
		await clock.getByLabel("Time").fill("tomorrow");
		await clock.getByRole("button", { name: "Set time" }).click();
		await clock.getByText("Must be an RFC 3339 time").waitFor();
		await clock.getByLabel("Time").fill("2030-01-01T00:00:00Z");
		await clock.getByRole("button", { name: "Set time" }).click();
		await clock.getByText("2030-01-01T00:00:00.000Z").waitFor();
		await clock.getByLabel("Duration").fill("2h");
		await clock.getByRole("button", { name: "Advance" }).click();
		await clock.getByText("2030-01-01T02:00:00.000Z").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await clock.getByRole("button", { name: "Use real time" }).click();
		await clock.getByText("running", { exact: true }).waitFor();
		await clock.getByRole("button", { name: "Freeze" }).click();
		await clock.getByText("frozen", { exact: true }).waitFor();
		expect((await stage.control.clock()).frozen).toBe(true);
	});

	test("shows the faults and the scenario that others set, and removes faults", async () => {
		await using stage = await serveStage();
		const page = await open(stage, "#/behavior");
		await page.getByText("No faults are set").waitFor();
		await stage.control.setFaults([
			{ kind: "delay", operation: "createZap", ms: 100 },
			{ kind: "reset", operation: "listZaps", times: 1 },
			{ kind: "empty", operation: "listZaps" },
		]);
		await stage.control.setScenario("slow");
		await page
			.getByText("All requests to createZap get the response")
			.waitFor();
		await page.getByRole("radio", { name: "slow", checked: true }).waitFor();
		await page.getByLabel(/^Remove fault \d+: The next request to/).click();
		await page.getByText("Removed the fault: The next request").waitFor();
		expect(await stage.control.faults()).toHaveLength(2);
		await page.getByText("Remove all faults").click();
		const question = page.getByRole("dialog");
		await question.getByText("Faults that others set").waitFor();
		await question.getByText("Remove all faults", { exact: true }).click();
		await page.getByText("No faults are set").waitFor();
		expect(await stage.control.faults()).toEqual([]);
	});

	test("sets the scenario of the session that is picked", async () => {
		await using stage = await serveStage();
		await stage.createZap("Mine", "checkout");
		const page = await open(stage, "#/behavior?session=checkout");
		await page.getByRole("radio", { name: "unhealthy" }).check();
		await page.getByText("Scenario: unhealthy.").waitFor();
		await page
			.getByText("No faults are set. The scenario unhealthy is in effect.")
			.waitFor();
		await page.getByText("requests of session checkout fail").waitFor();
		await page.getByText("its scenario is unhealthy").waitFor();
		const health = await stage.send("/__session/checkout/v1/health");
		expect([health.status, (await stage.send("/v1/health")).status]).toEqual([
			503, 200,
		]);
	});

	test("asks before it resets or deletes a session, and says what is lost", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		const session = stage.control.session("checkout");
		const zaps = async () => (await session.state()).zaps?.length;
		await stage.createZap("Mine", "checkout");
		await session.setFaults([{ kind: "reset", operation: "listZaps" }]);
		const page = await open(stage, "#/behavior?session=checkout");
		const question = page.getByRole("dialog");
		await page.getByLabel("Dataset").selectOption("default");
		await page.getByLabel("Seed").fill("x");
		await page.getByRole("button", { name: "Reset state" }).click();
		await question.getByText("Reset state", { exact: true }).click();
		await page.getByText("Must be a whole number").waitFor();
		await page.getByLabel("Seed").fill("7");
		await page.getByRole("button", { name: "Reset state" }).click();
		await question.getByText("All clients that use session checkout").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await question.getByRole("button", { name: "Cancel" }).click();
		expect(await zaps()).toBe(1);
		await page.getByRole("button", { name: "Reset state" }).click();
		await question.getByRole("button", { name: "Reset state" }).click();
		await page.getByText("Reset the state of session checkout.").waitFor();
		expect([await zaps(), (await session.faults()).length]).toEqual([20, 1]);
		expect(await session.datasets()).toMatchObject({ seed: 7 });
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Undone").waitFor();
		expect(await zaps()).toBe(1);
		await page.getByRole("button", { name: "Reset everything" }).click();
		await question
			.getByText("its records, snapshots, recorded requests")
			.waitFor();
		await question.getByRole("button", { name: "Reset everything" }).click();
		await page.getByText("it is as at its start").waitFor();
		await page.getByText("No faults are set").waitFor();
		await page.getByRole("button", { name: "Delete session" }).click();
		await question.getByRole("button", { name: "Delete session" }).click();
		await page.getByText("Deleted session checkout.").waitFor();
		await page.getByRole("heading", { name: "Session default" }).waitFor();
		const ids = (await stage.control.sessions()).map(({ id }) => id);
		expect(ids).not.toContain("checkout");
	});

	test("searches the operations of a large document, and the choices of one", async () => {
		await using folder = await scratchFolder();
		const paths = Array.from({ length: 900 }, (_, index) => [
			`/things-${index}/{thingId}`,
			{ get: { operationId: `getThing${index}`, responses: RESPONSES } },
		]);
		const document = {
			openapi: "3.1.0",
			info: { title: "Many things", version: "1" },
			paths: Object.fromEntries(paths),
		};
		const file = await folder.file("many.json", JSON.stringify(document));
		await using cli = await startCli(["--document", file]);
		for (let index = 0; index < 20; index += 1)
			await fetch(`${cli.url}/things-${index}/1`);
		const page = await open(cli, "#/behavior");
		await page.getByText("888 more: search to find them.").waitFor();
		const rows = page.getByRole("list", { name: "Operations" });
		expect(await rows.getByRole("button").count()).toBe(13);
		await page.getByLabel("Search operations").fill("thing777");
		await page.getByRole("button", { name: "Fail getThing777" }).click();
		await page.getByText("The next request to getThing777").first().waitFor();
		expect((await fetch(`${cli.url}/things-777/1`)).status).toBe(503);
		await page.getByRole("link", { name: "Requests" }).click();
		const choice = page.getByRole("combobox", { name: "Operation" });
		await choice.fill("getThing10");
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page.getByText("1 of 21 requests").waitFor();
		expect(page.url()).toMatch(/operation=getThing10$/);
	});
});
