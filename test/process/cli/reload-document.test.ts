import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Edit, editLibrary, RENAMED } from "../../support/library.ts";
import { REPLICAS } from "../../support/replicas.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";

const FILE = "library.yaml";
const CONFIG = "understudy.config.mjs";
const LIMIT: Edit = ["maximum: 50", "maximum: 5"];
/** Moves the schema of books to a file of its own. */
const SPLIT: Edit = ['"#/components/schemas/Book"', "parts.yaml#/Book"];
const PARTS =
	"Book: { type: object, required: [id], properties: { id: { type: integer, x-role: book.id } } }";

/** Starts a server in a folder with the document. */
async function serveLibrary(args: readonly string[], config?: string) {
	const folder = await scratchFolder();
	await folder.file(FILE, editLibrary());
	if (config !== undefined) await folder.file(CONFIG, config);
	const cli = await startCli(args, folder.path);
	/** Returns the next log entry that is not about a request. */
	async function nextEvent() {
		for (;;) {
			const event = await cli.nextEvent();
			if (event.event !== "request") return event;
		}
	}
	return {
		folder,
		nextEvent,
		async change(...edits: Edit[]) {
			await folder.file(FILE, editLibrary(...edits));
			return nextEvent();
		},
		get: async (path: string) => {
			const response = await fetch(cli.url + path);
			const restarted = response.headers.get("mock-session-restarted");
			return {
				status: response.status,
				restarted,
				body: await response.json(),
			};
		},
		async [Symbol.asyncDispose]() {
			await cli[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

/** A store that mocks share rejects other schemas of its collections. */
const testOtherSchemas = test.skipIf(REPLICAS);

const refuseToServe = ({ path }: ScratchFolder, args: readonly string[]) =>
	runInFolder(path, ["serve", "--port", "0", ...args]);

testOtherSchemas(
	"a server follows the document and the files that it refers to, and goes on if they are wrong",
	async () => {
		await using server = await serveLibrary(["--document", FILE]);
		const { folder, nextEvent, change, get } = server;
		await get("/books");
		expect((await get("/__mock/openapi.json")).status).toBe(200);
		expect(await change(LIMIT)).toEqual({
			event: "document",
			time: expect.any(String),
			file: `${folder.path}/${FILE}`,
		});
		expect((await get("/books?limit=6")).status).toBe(400);
		const { body } = await get("/__mock/openapi.json");
		expect(JSON.stringify(body)).toContain('"maximum":5}');

		const missing = await change(SPLIT);
		expect(missing).toMatchObject({
			event: "error",
			message: expect.stringContaining(
				"library.yaml:12 (/paths/~1books/get/responses/200/content/application~1json/schema/items/$ref): no file found at parts.yaml. Fix the $ref.",
			),
		});
		expect((await get("/books")).body[0]).toHaveProperty("title");
		await folder.file("parts.yaml", PARTS);
		expect(await nextEvent()).toMatchObject({
			event: "document",
			collections: ["books"],
			resetSessions: ["default"],
		});
		expect(await get("/books?limit=1")).toEqual({
			status: 200,
			restarted: "document",
			body: [{ id: 5 }],
		});
		await folder.file("parts.yaml", PARTS.replace("object", "["));
		expect((await nextEvent()).message).toMatch(
			/^Invalid document parts\.yaml:1: /,
		);
		await folder.file("parts.yaml", PARTS.replace(/x-role: \S+/, "title: Id"));
		expect(await nextEvent()).toMatchObject({ event: "document" });
		expect((await get("/books")).status).toBe(200);
	},
);

testOtherSchemas(
	"a server watches the files that the document refers to at its start",
	async () => {
		await using folder = await scratchFolder();
		await mkdir(join(folder.path, "parts"));
		const write = (parts: string) => folder.file("parts/book.yaml", parts);
		await write(PARTS);
		const text = editLibrary([
			"#/components/schemas/Book",
			"parts/book.yaml#/Book",
		]);
		const file = await folder.file(FILE, text);
		await using cli = await startCli(["--document", file]);
		await write(PARTS.replace("integer", "string"));
		expect(await cli.nextEvent()).toMatchObject({ collections: ["books"] });
	},
);

testOtherSchemas(
	"a configuration and its document change together, or not at all",
	async () => {
		const config = (property: string, document = FILE) =>
			`export default { document: "./${document}", datasets: { mine: { books: [{ id: 1, ${property}: "A" }] } } };`;
		await using server = await serveLibrary(
			["--dataset", "mine"],
			config("title"),
		);
		const { folder, nextEvent, change, get } = server;
		expect((await get("/books")).body).toEqual([{ id: 1, title: "A" }]);
		expect((await change(RENAMED)).message).toMatch(
			/Invalid dataset "mine":.*\/books\/0\/name is required/s,
		);
		expect((await get("/books")).body).toEqual([{ id: 1, title: "A" }]);
		await folder.file(CONFIG, config("name"));
		expect([await nextEvent(), await nextEvent()]).toMatchObject([
			{ event: "document", resetSessions: ["default"] },
			{ event: "config", needsRestart: false },
		]);
		expect((await get("/books")).body).toEqual([{ id: 1, name: "A" }]);
		await folder.file(CONFIG, config("name", "missing.yaml"));
		expect((await nextEvent()).message).toMatch(
			/^Invalid document .*missing\.yaml/,
		);
		await folder.file(
			CONFIG,
			"export default { datasets: { mine: { zaps: [] } } };",
		);
		expect([await nextEvent(), await nextEvent()]).toMatchObject([
			{ event: "document" },
			{ event: "config" },
		]);
		expect((await get("/v1/zaps")).body).toMatchObject({ items: [] });
	},
);

test("a configuration that names a copy of the document of the package keeps the state", async () => {
	await using server = await serveLibrary([], "export default {};");
	const { folder, nextEvent, get } = server;
	const { body } = await get("/v1/zaps?limit=1");
	const document = `${process.cwd()}/contracts/openapi.yaml`;
	for (const named of [{ document }, {}]) {
		const config = `export default ${JSON.stringify(named)};`;
		await folder.file(CONFIG, config);
		const event = await nextEvent();
		expect([event.event, event.resetSessions]).toEqual(["document", undefined]);
		expect(await get("/v1/zaps?limit=1")).toEqual({
			...{ status: 200, restarted: null, body },
		});
		await nextEvent();
	}
});

describe("a store file", () => {
	const STORE = ["--store", "sqlite:library.db"];
	const REFUSED =
		"The store library.db has collections with other schemas than library.yaml (books): start the mock with another path in --store, or delete the file first.";

	test("is refused at a reload that changes the schema of a collection", async () => {
		await using server = await serveLibrary(["--document", FILE, ...STORE]);
		const { change, get } = server;
		await get("/books");
		expect(await change(RENAMED)).toMatchObject({
			event: "error",
			message: REFUSED,
		});
		expect((await get("/books")).body[0]).toHaveProperty("title");
		expect((await change(LIMIT)).event).toBe("document");
		expect((await get("/books")).restarted).toBeNull();
	});

	test("is refused at the start with a document that has other schemas, and stays as it is", async () => {
		await using folder = await scratchFolder();
		const args = ["--document", FILE, ...STORE];
		const start = async (text: string, given = args) => {
			await folder.file(FILE, text);
			return startCli(given, folder.path);
		};
		const refuse = async (text: string, given = args) => {
			await folder.file(FILE, text);
			return refuseToServe(folder, given);
		};
		const first = await start(editLibrary());
		await fetch(`${first.url}/books`);
		await first.end("SIGTERM");
		expect(await refuse(editLibrary(RENAMED))).toMatchObject({
			code: 2,
			stderr: `understudy: ${REFUSED}\n`,
		});
		expect(
			(await refuse(editLibrary(["/shelves:", "/racks:"]))).stderr,
		).toContain("than library.yaml (shelves):");
		expect((await refuse("", STORE)).stderr).toContain(
			"than the document of the package (books, shelves):",
		);
		await using again = await start(editLibrary(LIMIT));
		const books: unknown = await (await fetch(`${again.url}/books`)).json();
		expect(books).toHaveProperty("0.title");
	});

	test("of the package opens with a copy of its document, and with no other", async () => {
		await using folder = await scratchFolder();
		const run = async (...args: string[]) => {
			const cli = await startCli([...STORE, ...args], folder.path);
			expect(await cli.end("SIGTERM")).toBe(0);
		};
		const refuse = () => refuseToServe(folder, ["--document", FILE, ...STORE]);
		const message = expect.stringContaining(
			"than library.yaml (commands, pipelines, zaps, audit):",
		);
		await folder.file(FILE, editLibrary());
		await run();
		expect(await refuse()).toMatchObject({ code: 2, stderr: message });
		await run("--document", `${process.cwd()}/contracts/openapi.yaml`);
		await run();
		expect(await refuse()).toMatchObject({ code: 2, stderr: message });
	});
});
