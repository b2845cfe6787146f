import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createMock } from "zaps-understudy";
import { loadDocument, type MockDocument } from "zaps-understudy/node";
import { recordVerdicts, verify } from "zaps-understudy/verify";
import { initLedger } from "../../../src/cli/document-command.ts";
import { loadLedger } from "../../../src/config/load-ledger.ts";
import { postJson } from "../../support/post-json.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";

const folder = await scratchFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const TEXT = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          description: All books.
          x-assumption: books.page
          content:
            application/json:
              schema:
                type: array
                items:
                  x-assumption: books.fields
                  type: object
                  required: [id, title]
                  properties:
                    id: { type: integer, x-role: book.id }
                    title: { type: string, minLength: 1 }
              example: [{ id: 1, title: A }]
    post:
      operationId: createBook
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 2 } } }
            example: { title: AB }
      responses:
        "201":
          description: The book.
          content:
            application/json:
              schema:
                type: object
                required: [id, title]
                properties: { id: { type: integer, x-role: book.id }, title: { type: string } }
`;

const load = async (text = TEXT): Promise<MockDocument> =>
	loadDocument(await folder.file(`${crypto.randomUUID()}.yaml`, text));

async function createLedger(document: MockDocument) {
	const file = `${folder.path}/${crypto.randomUUID()}.yaml`;
	await initLedger(file, document);
	return {
		file,
		text: () => readFile(file, "utf8"),
		entries: async (): Promise<Record<string, string>[]> =>
			parse(await readFile(file, "utf8")),
		async edit(from: string, to: string) {
			const text = await readFile(file, "utf8");
			expect(text).toContain(from);
			await folder.file(
				file.slice(folder.path.length + 1),
				text.replace(from, to),
			);
		},
	};
}

/** Verifies the mock of a document by the document, and a ledger. */
async function verifyMock(document: MockDocument, ledger: string) {
	const mock = createMock({ document, clock: "system" });
	await using server = await serveMock(mock);
	return await verify(server.url, { document, ledger });
}

const CHANGED = TEXT.replace("minLength: 1", "minLength: 2").replace(
	"title: A }]",
	"title: AB }]",
);

test("a ledger has a digest of each assumption, which --record keeps current", async () => {
	const document = await load();
	const ledger = await createLedger(document);
	const [page, fields] = await ledger.entries();
	expect(page).toMatchObject({ id: "books.page", status: "assumed" });
	expect(fields?.digest).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/);
	const options = { document, ledger: ledger.file, allowMock: true };
	const found = await verifyMock(document, ledger.file);
	expect(found.ledgerNotes).toEqual([]);
	const changes = await recordVerdicts(found, options);
	expect(changes.map(({ id, to }) => `${id} ${to}`)).toEqual([
		"books.page confirmed",
		"books.fields confirmed",
	]);
	// Another sentence about the same elements keeps the status, and has another digest.
	await ledger.edit(String(fields?.assumes), "A book has an id and a title.");
	const again = await verifyMock(document, ledger.file);
	expect(again.confirmed).toEqual(["books.page", "books.fields"]);
	expect(await recordVerdicts(again, options)).toEqual([]);
	const [same, edited] = await ledger.entries();
	expect(same?.digest).toBe(page?.digest);
	expect(edited?.digest?.split("-")[0]).toBe(fields?.digest?.split("-")[0]);
	expect(edited?.digest).not.toBe(fields?.digest);
});

test("if the elements of an assumption change, it is assumed again, and not recorded until its sentence is edited", async () => {
	const before = await load();
	const ledger = await createLedger(before);
	const options = { ledger: ledger.file, allowMock: true };
	const first = await verifyMock(before, ledger.file);
	await recordVerdicts(first, { ...options, document: before });
	const [, confirmed] = await ledger.entries();

	const document = await load(CHANGED);
	const found = await verifyMock(document, ledger.file);
	expect(found.confirmed).toEqual(["books.page"]);
	expect(found.ledgerNotes).toEqual([
		`The status of books.fields is assumed again, because the elements of the document that depend on it have changed. Edit its sentence in ${ledger.file}; until then, --record leaves it.`,
	]);
	await expect(recordVerdicts(found, { ...options, document })).rejects.toThrow(
		`Not recorded in ${ledger.file}: books.fields. The elements of the document`,
	);
	expect((await ledger.entries())[1]).toEqual(confirmed);

	await ledger.edit(
		String(confirmed?.assumes),
		"A title has at least two characters.",
	);
	const edited = await verifyMock(document, ledger.file);
	expect(edited.ledgerNotes).toEqual([]);
	expect(edited.confirmed).toEqual(["books.page"]);
	expect(await recordVerdicts(edited, { ...options, document })).toEqual([
		{ id: "books.fields", from: "assumed", to: "confirmed" },
	]);
	const last = await verifyMock(document, ledger.file);
	expect([last.confirmed, last.ledgerNotes]).toEqual([
		["books.page", "books.fields"],
		[],
	]);
});

test("a refused entry does not keep others from being recorded", async () => {
	const ledger = await createLedger(await load());
	const document = await load(CHANGED);
	const found = await verifyMock(document, ledger.file);
	await expect(
		recordVerdicts(found, { document, ledger: ledger.file, allowMock: true }),
	).rejects.toThrow("Not recorded");
	const statuses = (await ledger.entries()).map(({ status }) => status);
	expect(statuses).toEqual(["confirmed", "assumed"]);
});

test("an assumption that a user adds shows with its sentence in responses, in the ledger of the mock and in the report", async () => {
	const document = await load(
		TEXT.replace(
			"description: The book.",
			"$&\n          x-assumption: own.shelf",
		),
	);
	const ledger = await folder.file(
		"own.yaml",
		"- { id: own.shelf, assumes: Books stand on shelves., because: We saw it., status: assumed }\n- { id: own.gone, assumes: Nothing., status: assumed }\n",
	);
	const statuses = loadLedger(ledger, document);
	const mock = createMock({ document, statuses });
	const response = await mock.fetch(
		new Request("http://books.test/books", postJson({ title: "AB" })),
	);
	expect(response.headers.get("mock-assumptions")).toBe("own.shelf");
	const all = await mock.control.assumptions();
	expect(all.find(({ id }) => id === "own.shelf")).toMatchObject({
		assumes: "Books stand on shelves.",
		because: "We saw it.",
	});
	const { report, ledgerNotes } = await verifyMock(document, ledger);
	expect(report.assumptions).toContainEqual(
		expect.objectContaining({ id: "own.shelf", verdict: "held" }),
	);
	expect(ledgerNotes).toEqual([
		`No element of the document depends on own.gone. Add its id as x-assumption to an element, or remove it from ${ledger}.`,
	]);
});

test("a status without a digest does not count, until it is recorded", async () => {
	const document = await load();
	const ledger = await folder.file(
		"undigested.yaml",
		"- { id: books.page, assumes: A page., status: confirmed }\n",
	);
	const found = await verifyMock(document, ledger);
	expect(found.confirmed).toEqual([]);
	expect(found.ledgerNotes).toEqual([
		expect.stringContaining("books.page is assumed, because its entry"),
	]);
	await recordVerdicts(found, { document, ledger, allowMock: true });
	expect((await verifyMock(document, ledger)).confirmed).toEqual([
		"books.page",
		"books.fields",
	]);
});

test("each entry of the ledger of a document has a sentence", async () => {
	const ledger = await folder.file(
		"wordless.yaml",
		"- { id: books.page, status: assumed }\n",
	);
	await expect(verifyMock(await load(), ledger)).rejects.toThrow(
		`${ledger} is no ledger: books.page has no sentence that it assumes.`,
	);
});

test("a document without assumptions needs no ledger", async () => {
	const text = TEXT.replaceAll(/ +x-assumption: .*\n/g, "");
	const document = await load(text);
	const file = `${folder.path}/none.yaml`;
	await expect(initLedger(file, document)).rejects.toThrow(
		"The document declares no assumption",
	);
});
