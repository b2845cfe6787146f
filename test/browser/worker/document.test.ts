import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInChromium } from "../../support/describe-in-chromium.ts";
import {
	list,
	object,
	response,
	TEXT,
	takes,
	withPaths,
} from "../../support/openapi.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";

const ROOT = join(import.meta.dirname, "../../..");

const TO_BOOK = { $ref: "parts.yaml#/Book" };
const NEW_BOOK = object({ heading: { ...TEXT, pattern: "^[A-Z]" } });
const post = {
	...{ operationId: "addBook", ...takes(NEW_BOOK) },
	responses: { 201: response(TO_BOOK), 422: response({ type: "object" }) },
};
const BOOKS = {
	...withPaths({
		"/shelf/books": {
			...{ get: { operationId: "listBooks", ...list(TO_BOOK) }, post },
		},
	}),
	openapi: "3.0.3",
};
const PARTS = `Book:
  type: object
  required: [number, heading]
  properties:
    number: { type: integer, x-role: book.id }
    heading: { type: string }
    note: { type: string, nullable: true }
`;

const PAGE = `
import { setupMock } from "./src/entries/browser.ts";
export async function useMock() {
	const mock = setupMock({ baseUrl: location.origin, document: mockDocument, dataset: "empty" });
	await mock.start();
	const send = async (heading) => {
		const { status } = await fetch("/shelf/books", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ heading }),
		});
		return status;
	};
	const statuses = [await send("Emma"), await send("emma")];
	const listed = await (await fetch("/shelf/books")).json();
	await mock.answer("listBooks", 503);
	statuses.push((await fetch("/shelf/books")).status);
	const { total } = await mock.requests({ operation: "addBook" });
	return { statuses, listed, state: await mock.state(), total };
}
`;

describeInChromium("the module of a document", (browser) => {
	test("lets a mock in a page follow a document of other names, and compiles no code", async () => {
		await using folder = await scratchFolder();
		await folder.file("parts.yaml", PARTS);
		const file = await folder.file("books.json", JSON.stringify(BOOKS));
		const out = join(folder.path, "mocks/books.mock.mjs");
		const { stdout, code } = await runInProcess("document", file, "--out", out);
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout: expect.stringMatching(/^Wrote .*mock\.mjs and .*mock\.d\.mts\./),
		});
		const module = await readFile(out, "utf8");
		expect(module).not.toContain(folder.path);
		const source = module.replace(
			'"zaps-understudy/document"',
			'"./src/entries/document.ts"',
		);
		await using server = await serveWorkerPage(ROOT, source + PAGE, {
			"content-security-policy": "script-src 'self'",
		});
		const page = await browser().newPage();
		await page.goto(server.url);
		const script = await page.evaluateHandle('import("/page.js")');
		const used = await script.evaluate((script) =>
			(script as { useMock(): Promise<unknown> }).useMock(),
		);
		await page.close();
		expect(used).toEqual({
			statuses: [201, 422, 503],
			listed: [{ number: 1, heading: "Emma" }],
			state: { books: [{ number: 1, heading: "Emma" }] },
			total: 2,
		});
	});
});
