import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";

const DOCUMENT = `
openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: after, in: query, x-role: query.cursor, schema: { type: string } }
        - { name: limit, in: query, x-role: query.limit, schema: { type: integer, minimum: 1 } }
      responses:
        "200":
          description: a page
          headers:
            Link: { schema: { type: string }, x-template: '</books?after={nextCursor}>; rel="next"' }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } }
        "400": { $ref: "#/components/responses/Wrong" }
    post:
      operationId: addBook
      requestBody:
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
      responses:
        "201": { description: added, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "400": { $ref: "#/components/responses/Wrong" }
components:
  responses:
    Wrong:
      description: wrong
      content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } }
  schemas:
    Book:
      type: object
      required: [id, title]
      properties: { id: { type: integer, x-role: book.id }, title: { type: string } }
`;

/** Verifies the mock of the document, whose responses have another header Link. */
async function verifyWith(change: (link: string) => string) {
	await using folder = await scratchFolder();
	const document = await loadDocument(await folder.file("api.yaml", DOCUMENT));
	const mock = createMock({ document, clock: "system" });
	await using server = await serveMock(mock, {
		override: () => async (request) => {
			const { status, headers, body } = await mock.fetch(request.clone());
			const changed = new Headers(headers);
			const link = headers.get("link");
			if (link !== null) changed.set("link", change(link));
			return new Response(body, { status, headers: changed });
		},
	});
	const { report } = await verify(server.url, { document });
	return report.interactions
		.filter(({ passed }) => !passed)
		.map(({ description }) => description);
}

test("pages whose cursors are in the header Link are read to the end", async () => {
	expect(await verifyWith((link) => link)).toEqual([]);
	// Absolute, with other parameters, and beside another link.
	const others = (link: string) =>
		`</>; rel="first", ${link.replace("/books?", "http://books.test/books?limit=9&")}`;
	expect(await verifyWith(others)).toEqual([]);
});

test("a link to the same page again, or to none, is noticed", async () => {
	const next = [
		"listBooks: the page after the first",
		"listBooks: the page after the second",
	];
	const again = (link: string) => link.replace(/after=[^>]*/, "after=");
	expect(await verifyWith(again)).toEqual(expect.arrayContaining(next));
	const unrelated = (link: string) => link.replace("next", "last");
	expect(await verifyWith(unrelated)).toEqual(expect.arrayContaining(next));
});
