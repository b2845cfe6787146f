import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createControlledMock } from "../../support/controlled-mock.ts";
import { describeInChromium } from "../../support/describe-in-chromium.ts";

describeInChromium("faults that break connections", (browser) => {
	test.each(["reset", "empty"] as const)(
		"a page sees %s once on a connection with an earlier response, and its own retry succeeds",
		async (kind) => {
			const mock = createControlledMock();
			const served = await serve({ mock, port: 0, host: "127.0.0.1" });
			const page = await browser().newPage();
			await page.goto(`${served.url}/v1/health`);
			const post = () =>
				page.evaluate(async () => {
					const headers = { "content-type": "application/json" };
					const init = { method: "POST", headers, body: '{"name":"A"}' };
					const sent = fetch("/v1/zaps", init);
					return await sent.then((each) => each.status).catch(() => "failed");
				});
			expect(await post()).toBe(201);
			const fault = { operation: "createZap", kind, times: 1 } as const;
			await mock.control.setFaults([fault]);
			await page.evaluate(() =>
				fetch("/v1/health").then((each) => each.text()),
			);
			expect([await post(), await post()]).toEqual(["failed", 201]);
			await page.close();
			await served.close();
			await mock.close();
		},
	);

	test("a page sees the fault of the scenario that its new session starts in", async () => {
		const faults = [{ operation: "*", kind: "empty", times: 1 }] as const;
		const dropping = { description: "Drops a connection.", faults };
		const presets = {
			...service,
			scenarios: { ...service.scenarios, dropping },
		};
		const options = { scenario: "dropping", presets };
		const mock = createControlledMock(options);
		const served = await serve({ mock, port: 0, host: "127.0.0.1" });
		const page = await browser().newPage();
		await page.goto(`${served.url}/unknown`);
		const get = (path: string) =>
			page.evaluate(async (path) => {
				const sent = fetch(path).then((each) => each.text());
				return await sent.catch(() => "failed");
			}, path);
		expect(await get("/v1/zaps")).toBe("failed");
		await get("/v1/zaps");
		expect(await get("/__session/new/v1/zaps")).toBe("failed");
		await page.close();
		await served.close();
		await mock.close();
	});
});
