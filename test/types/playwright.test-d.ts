// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.
import { expect as baseExpect, defineConfig } from "@playwright/test";
import { toHaveReceived } from "../../src/entries/node.ts";
import { expect, mockServer, test } from "../../src/entries/playwright.ts";

defineConfig({ webServer: mockServer("--dataset empty") });
defineConfig({
	webServer: [mockServer(), { command: "vite preview", port: 4173 }],
});

test.use({ mockOptions: { dataset: "empty", onUnhandled: "bypass" } });
// @ts-expect-error an unknown option
test.use({ mockOptions: { remote: "http://127.0.0.1:4010" } });

test("matches", async ({ page, request, context, mock }) => {
	await page.goto(mock.url);
	await request.get("/v1/zaps");
	await context.newPage();
	await expect(page).toHaveTitle("Zaps");
	await mock.answer("listZaps", 503);
	await expect(mock).toHaveReceived("createZap", {
		times: 1,
		body: { name: expect.stringMatching("A") },
		headers: { "Content-Type": expect.any(String) },
	});
	await expect(mock).not.toHaveReceived("listZaps", { query: { limit: 5 } });
	await expect.soft(mock).toHaveReceived("listZaps");
	// @ts-expect-error an unknown operation
	await expect(mock).toHaveReceived("deleteZap");
	// @ts-expect-error a property of another type
	await expect(mock).toHaveReceived("createZap", { body: { name: 1 } });
	// @ts-expect-error an unknown query parameter
	await expect(mock).toHaveReceived("listZaps", { query: { page: 1 } });
	// @ts-expect-error not a mock
	await expect(page).toHaveReceived("listZaps");
});

test("extends the expect of Playwright", async ({ mock }) => {
	const own = baseExpect.extend({ toHaveReceived });
	await own(mock).toHaveReceived("listZaps", { times: 0 });
});
