import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
	also,
	array,
	inQuery,
	may,
	NUMBER,
	object,
	respond,
	response,
	role,
	TEXT,
	takes,
	withPaths,
} from "../../support/openapi.ts";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { TSC } from "../../support/tsc.ts";
import { startCli } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");

const TO_BOOK = { $ref: "#/components/schemas/Book" };
const BOOK = object({ number: role("book.id", NUMBER), heading: TEXT });
const NEW_BOOK = {
	...may({ heading: TEXT, number: { not: {} } }),
	required: ["heading"],
};
const page = respond(may({ found: role("page.items", array(TO_BOOK)) }));
const get = {
	...{ operationId: "listBooks", parameters: [inQuery("shelf", NUMBER)] },
	...also(page, { 404: response(object({ why: TEXT })) }),
};
const post = {
	...{ operationId: "addBook", ...takes(NEW_BOOK) },
	responses: { 201: response(TO_BOOK) },
};
const DOCUMENT = JSON.stringify(
	withPaths(
		{ "/shelf/books": { get, post } },
		{ components: { schemas: { Book: BOOK } } },
	),
);

const CONFIG = `
import { defineConfig } from "zaps-understudy";
export default defineConfig({
	document: "./books.yaml",
	datasets: { shop: { books: [{ number: 7, heading: "Emma" }] } },
	scenarios: {
		closed: { description: "", faults: [{ operation: "addBook", kind: "reset" }] },
	},
});
// @ts-expect-error a record of another type
defineConfig({ datasets: { shop: { books: [{ number: "7", heading: "Emma" }] } } });
// @ts-expect-error a collection of another service
defineConfig({ datasets: { shop: { zaps: [] } } });
// @ts-expect-error an operation of another service
defineConfig({ scenarios: { closed: { description: "", faults: [{ operation: "listZaps", kind: "reset" }] } } });
`;

/** Compiled, and run by Vitest. */
const TEST = `
import { describe, expect } from "vitest";
import { createClient } from "zaps-understudy/client";
import { connectMock, loadDocument } from "zaps-understudy/node";
import { test } from "zaps-understudy/vitest";

describe.for([undefined, process.env.MOCK_URL])("at %s", (remote) => {
test.override({ mockOptions: { remote, dataset: "shop" } });

test("follows the document", async ({ mock }) => {
	const client = createClient({ baseUrl: mock.url });
	const { data } = await client.POST("/shelf/books", { body: { heading: "Persuasion" } });
	const number: number | undefined = data?.number;
	expect(number).toBe(8);
	await expect(mock).toHaveReceived("addBook", { times: 1, body: { heading: "Persuasion" } });
	const { books } = await mock.state();
	expect(books.map(({ heading }) => heading)).toEqual(["Persuasion", "Emma"]);
	await mock.answer("listBooks", { status: 404, body: { why: "moved" } });
	expect((await client.GET("/shelf/books")).error).toEqual({ why: "moved" });
	expect(await mock.countRequests({ operation: "listBooks" })).toBe(1);
	if (!remote) return;
	const document = await loadDocument("books.yaml");
	await using connected = await connectMock({ url: remote, document });
	await connected.answer("listBooks", 404);
	expect((await fetch(connected.url + "/shelf/books")).status).toBe(404);
});
});
`;

/** Code that must not compile for a mock with the types of the document. */
const REJECTED = `
// @ts-expect-error an operation of another service
await mock.answer("listZaps", 503);
// @ts-expect-error a status that the document does not list
await mock.answer("listBooks", 409);
// @ts-expect-error a body of another status
await mock.answer("listBooks", { status: 404, body: { found: [] } });
// @ts-expect-error an operation of another service
await mock.countRequests({ operation: "listZaps" });
// @ts-expect-error a collection of another service
(await mock.state()).zaps;
// @ts-expect-error a record without its id
await mock.setState({ books: [{ heading: "Emma" }] });
// @ts-expect-error a path of another service
await client.GET("/v1/zaps");
// @ts-expect-error a property that the service assigns
await client.POST("/shelf/books", { body: { heading: "Emma", number: 1 } });
await mock.answer("listBooks", 404);
await mock.setScenario("slow");
(await mock.state()).books[0]?.heading.trim();
await client.GET("/shelf/books", { params: { query: { shelf: 1 } } });
`;

const RECEIVED = `
await expect(mock).toHaveReceived("addBook", { body: { heading: "Emma" } });
// @ts-expect-error an operation of another service
await expect(mock).toHaveReceived("listZaps");
// @ts-expect-error a value of another type
await expect(mock).toHaveReceived("addBook", { body: { heading: 1 } });
// @ts-expect-error the query of another operation
await expect(mock).toHaveReceived("addBook", { query: { shelf: 1 } });
`;

const IMPORTS = `
import { expect } from "vitest";
import { createMock, type DatasetName, type ServiceTypes } from "zaps-understudy";
import { setupMock as setupInPage } from "zaps-understudy/browser";
import { createClient } from "zaps-understudy/client";
import { mockMiddleware } from "zaps-understudy/express";
import { createHandlers } from "zaps-understudy/handlers";
import { connectMock, loadDocument, setupMock } from "zaps-understudy/node";
import { test, testOf } from "zaps-understudy/vitest";
const baseUrl = "http://library.test";
`;

const REGISTERED = `${IMPORTS}
const mock = setupMock();
const client = createClient({ baseUrl });
"shop" satisfies Extract<DatasetName, "shop">;
(await connectMock({ url: baseUrl })).answer("addBook", 500);
setupInPage().answer("addBook", 500);
test("a test", async ({ mock }) => mock.answer("addBook", 500));
${REJECTED}${RECEIVED}
void [createMock, mockMiddleware, createHandlers, loadDocument, testOf];
export type { ServiceTypes };
`;

/** Without a registration, the shipped types apply. The types of a document apply where they are named. */
const EXPLICIT = `${IMPORTS}
import type { Service as Library } from "./library.ts";

const zaps = setupMock();
await zaps.answer("listZaps", 503);
// @ts-expect-error an operation of the library
await zaps.answer("listBooks", 503);
await createClient({ baseUrl }).GET("/v1/zaps");
// @ts-expect-error a path of the library
await createClient({ baseUrl }).GET("/shelf/books");
await expect(zaps).toHaveReceived("createZap", { body: { name: "A" } });
// @ts-expect-error an operation of the library
await expect(zaps).toHaveReceived("addBook");
"large" satisfies Extract<DatasetName, "large">;

const document = await loadDocument("books.yaml");
const mock = setupMock<Library>({ document, dataset: "empty" });
const client = createClient<Library>({ baseUrl });
await mock.run({ scenario: "slow" }, (own) => own.answer("addBook", 500));
await (await connectMock<Library>({ url: baseUrl, document })).answer("addBook", 500);
await setupInPage<Library>({ document }).answer("addBook", 500);
createMock<Library>({ document, scenario: "slow" });
createHandlers<Library>({ document });
mockMiddleware<Library>({ document });
await expect(mock).toHaveReceived<Library>("addBook", { body: { heading: "A" } });
// @ts-expect-error an operation of another service
await expect(mock).toHaveReceived<Library>("listZaps");
testOf<Library>()("a test", async ({ mock }) => mock.answer("addBook", 500));
test("a test", async ({ mock }) => mock.answer("createZap", 500));
type Id<Types extends ServiceTypes> = keyof Types["operations"];
"addBook" satisfies Id<Library>;
${REJECTED}
`;

let folder = "";
beforeAll(async () => {
	// Inside of the package, where its own name resolves to the build.
	folder = await mkdtemp(join(ROOT, "types-"));
	await mkdir(join(folder, "explicit"));
	const files = {
		"books.yaml": DOCUMENT,
		"understudy.config.ts": CONFIG,
		"books.test.ts": TEST,
		"registered.ts": REGISTERED,
		"explicit/explicit.ts": EXPLICIT,
		"tsconfig.json": '{"extends":"../tsconfig.json","include":["*.ts"]}',
		"explicit/tsconfig.json":
			'{"extends":"../../tsconfig.json","include":["*.ts"]}',
		"vitest.config.js": "export default { test: { testTimeout: 30_000 } };",
	};
	for (const [name, text] of Object.entries(files))
		await writeFile(join(folder, name), text);
	return () => rm(folder, { recursive: true, force: true });
});

const runNode = (...args: readonly string[]) =>
	run(process.execPath, args, { cwd: folder });
const SILENT = { code: 0, stdout: "", stderr: "" };

test("the types of a document apply to all entries once they are registered", async () => {
	const args = ["types", "--out", "service-types.ts"];
	expect(await runInFolder(folder, args)).toMatchObject({
		code: 0,
		stderr: "",
	});
	expect(await runNode(TSC, "-p", ".")).toEqual(SILENT);
});

test("without registration, the shipped types apply, and those of a document where they are named", async () => {
	const document = ["--document", "books.yaml", "--no-register"];
	const args = ["types", ...document, "--out", "explicit/library.ts"];
	expect((await runInFolder(folder, args)).code).toBe(0);
	expect(await runNode(TSC, "-p", "explicit")).toEqual(SILENT);
});

test("the fixture of Vitest follows the document of the configuration, also on a server", async () => {
	await using server = await startCli([], folder);
	const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
	const args = [vitest, "run", "--config", "vitest.config.js"];
	const env = { MOCK_URL: server.url };
	const ran = await run(process.execPath, args, { cwd: folder, env });
	expect(ran).toMatchObject({ code: 0, stderr: "" });
	expect(ran.stdout).toMatch(/2 passed/);
});
