import { expect, test } from "vitest";
import {
	list,
	object,
	respond,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const book = object({ id: TEXT, title: TEXT });

test.each([
	["https://books.example.com/v1", "/v1"],
	["/api/v1/", "/api/v1"],
	["https://books.example.com/{version}", "/v2"],
	["https://{host}/v1", "/v1"],
])(
	"the path of the server %s may stand before each path",
	async (url, prefix) => {
		const variables = { version: { default: "v2" }, host: { default: "a.b" } };
		const paths = {
			"/books": { get: list(book) },
			"/books/{id}": { get: respond(book) },
		};
		const servers = [{ url: "https://other.example.com" }, { url, variables }];
		const document = withPaths(paths, { servers });
		await using mock = await openContent(document);
		const { body: books } = await mock.send("GET", `${prefix}/books`);
		expect(books).toEqual(await mock.read("/books"));
		const path = `${prefix}/books/${books[0].id}`;
		expect(await mock.read(path)).toEqual(books[0]);
		const wrong = await mock.send("PUT", path);
		expect(wrong.status).toBe(405);
		expect((await mock.send("GET", `${prefix}x/books`)).status).toBe(404);
		expect((await mock.send("GET", prefix)).status).toBe(404);
	},
);
