import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import {
	also,
	creates,
	inQuery,
	list,
	NUMBER,
	object,
	respond,
	role,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";

const BOOK = object({ id: role("book.id", NUMBER), title: TEXT });
const WRONG = { 400: respond(object({ message: TEXT })).responses[200] };
const LIMIT = inQuery("limit", { ...NUMBER, minimum: 1 });
const PAGE = list(BOOK).responses[200];
const LINK = { "x-template": '</books?after={nextCursor}>; rel="next"' };
const parameters = [
	...[role("query.cursor", inQuery("after", TEXT)), role("query.limit", LIMIT)],
];
const get = {
	...{ operationId: "listBooks", parameters },
	responses: { 200: { ...PAGE, headers: { Link: LINK } }, ...WRONG },
};
const post = {
	operationId: "addBook",
	...also(creates(BOOK, object({ title: TEXT })), WRONG),
};

/** Verifies the mock of the document, whose responses have another header Link. */
async function verifyWith(change: (link: string) => string) {
	await using folder = await scratchFolder();
	const text = JSON.stringify(withPaths({ "/books": { get, post } }));
	const document = await loadDocument(await folder.file("api.json", text));
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
