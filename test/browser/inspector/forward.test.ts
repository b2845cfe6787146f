import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
} from "../../support/inspector-pages.ts";
import { respondWithJson } from "../../support/respond-with.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startStub } from "../../support/stub-server.ts";

describeInspector("forwarding in the view Behavior", (open) => {
	test("forwards operations to a real service, one by one", async () => {
		await using stage = await serveStage();
		await using real = await startStub(({ headers }, response) => {
			response.setHeader("content-type", "application/json");
			response.end(JSON.stringify({ status: "real", key: headers["x-key"] }));
		});
		const health = async () => (await stage.send("/v1/health")).json();
		const page = await open(stage, "#/behavior");
		await page.getByText("Forward operations to a real service").click();
		await page.getByRole("button", { name: "Start forwarding" }).click();
		const error = page.getByText("Must be an http or https URL");
		await error.waitFor();
		await page.getByLabel("Base URL").fill(real.url);
		await error.waitFor({ state: "hidden" });
		await page.getByLabel("Operations to forward").selectOption("none");
		await page.getByText("More: credentials").click();
		await page.getByLabel("Headers to send").fill("X-Key: secret");
		await page.getByRole("button", { name: "Start forwarding" }).click();
		const operation = page.getByRole("checkbox", { name: "Forward getHealth" });
		await operation.waitFor();
		expect(await health()).toEqual({ status: "ok" });
		await operation.check();
		await page.getByText(`getHealth now goes to ${real.url}.`).waitFor();
		expect(await health()).toEqual({ status: "real", key: "secret" });
		expect(await page.getByText("secret").count()).toBe(0);
		const forwarded = async () => (await stage.control.forward()).operations;
		expect(await forwarded()).toEqual(["getHealth"]);
		await page.getByRole("button", { name: "Forward all" }).click();
		await page
			.getByRole("checkbox", { name: "Forward getMetrics", checked: true })
			.waitFor();
		for (const id of ["listZaps", "createZap", "getMetrics"])
			await page.getByRole("checkbox", { name: `Forward ${id}` }).uncheck();
		await expect
			.poll(forwarded)
			.toEqual(["getHealth", "submitCommand", "submitPipeline", "searchAudit"]);
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page.getByRole("button", { name: "Stop forwarding" }).click();
		const question = page.getByRole("dialog");
		await question
			.getByText("forgets the URL and the values of x-key")
			.waitFor();
		await question.getByText("Stop forwarding", { exact: true }).click();
		await page.getByText("Stopped forwarding").waitFor();
		expect(await health()).toEqual({ status: "ok" });
	});

	test("proposes an edit of the document beside a violation", async () => {
		await using stage = await serveStage();
		await using real = await startStub(respondWithJson({ status: "UP" }));
		await stage.control.setForward({ url: real.url });
		await stage.send("/v1/health");
		const page = await open(stage, "#/requests/1");
		await page.getByRole("button", { name: "Propose an edit" }).click();
		const edit = page.getByRole("region", { name: "Proposed edit" });
		await edit
			.getByText('getHealth: $.status is "UP" instead of "ok".')
			.waitFor();
		await edit.getByText("+                    const: UP").waitFor();
		await edit.getByText("run npx zaps-understudy init first").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
	});

	test("proposes no edit for a fault that violates the document", async () => {
		await using stage = await serveStage();
		await stage.control.setFaults([
			{
				...{ operation: "getHealth", kind: "status", status: 200 },
				body: { status: "UP" },
			},
		]);
		await stage.send("/v1/health");
		const page = await open(stage, "#/requests/1");
		const title =
			"Your own response deviates from the OpenAPI document in one place";
		await page.getByText(title).waitFor();
		const propose = page.getByRole("button", { name: "Propose an edit" });
		expect(await propose.count()).toBe(0);
	});
});
