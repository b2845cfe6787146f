import { expect, test } from "vitest";
import { object, respond, saves, TEXT } from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const ID = { ...TEXT, "x-role": "book.id" };
const CREATED_AT = {
	...{ type: "integer", format: "epoch-seconds" },
	"x-role": "book.createdAt",
};

test("a list shows what was sent, although the response to the create has only the id", async () => {
	const item = object({ id: ID, title: TEXT, created: CREATED_AT });
	const items = { type: "array", items: item, "x-role": "page.items" };
	await using mock = await openPaths({
		"/books": {
			post: saves(object({ id: ID }), object({ title: TEXT })),
			get: respond(object({ items })),
		},
	});
	const created = await mock.send("POST", "/books", { title: "Dune" });
	expect(created.body).toEqual({ id: expect.any(String) });
	const { body: page } = await mock.send("GET", "/books");
	expect(page.items[0]).toEqual({
		...{ id: created.body.id, title: "Dune", created: expect.any(Number) },
	});
});
