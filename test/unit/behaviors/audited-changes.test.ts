import { expect, test } from "vitest";
import { loadDocument } from "../../../src/service/load-document.ts";
import { openDocument } from "./open-document.ts";
import { respond, write } from "./write-document.ts";

const object = (properties: object) => ({
	type: "object",
	required: Object.keys(properties),
	properties,
});
const ID = { type: "integer", "x-role": "record.id" };
const BOOK = object({ id: ID, title: { type: "string" } });
const EVENT = object({
	id: ID,
	at: { type: "string", "x-role": "event.createdAt" },
	what: { type: "string", "x-role": "event.action" },
	which: { type: "string", "x-role": "event.subjectId" },
});
const REQUEST = {
	content: { "application/json": { schema: { type: "object" } } },
};
const audited = (action: string) => ({ "x-audit": { action } });

/** A document with an audit trail of books. */
const createDocument = (read = {}) => ({
	openapi: "3.1.0",
	paths: {
		"/books": {
			post: { ...audited("added"), requestBody: REQUEST, ...respond(BOOK) },
		},
		"/books/{id}": {
			parameters: [{ name: "id", in: "path", required: true }],
			get: { ...read, ...respond(BOOK) },
			put: { ...audited("replaced"), requestBody: REQUEST, ...respond(BOOK) },
			patch: { ...audited("changed"), requestBody: REQUEST, ...respond(BOOK) },
			delete: {
				...audited("removed"),
				responses: { "204": { description: "" } },
			},
		},
		"/trail": {
			get: respond(
				object({
					events: { type: "array", "x-role": "page.items", items: EVENT },
				}),
			),
		},
	},
});

test("a change and its audit record are written together, and a rejected change writes neither", async () => {
	const file = await write({ "api.json": createDocument() });
	const { send } = await openDocument(file, "empty");
	await send("POST", "/books", { title: "Emma" });
	await send("PATCH", "/books/1", { title: "Persuasion" });
	await send("PUT", "/books/1", { title: "Ivanhoe" });
	expect((await send("DELETE", "/books/1")).status).toBe(204);
	for (const method of ["PATCH", "PUT", "DELETE"])
		expect((await send(method, "/books/1", { title: "x" })).status).toBe(404);
	const { events } = (await send("GET", "/trail")).body;
	expect(events).toEqual(
		["removed", "replaced", "changed", "added"].map((what, index) => ({
			...{ what, which: "1", id: 4 - index, at: expect.any(String) },
		})),
	);
});

test("x-audit is refused where nothing is written", async () => {
	const content = createDocument(audited("read"));
	const file = await write({ "api.json": content });
	await expect(loadDocument(file)).rejects.toThrow(
		/\(\/paths\/~1books~1\{id\}\/get\/x-audit\): GET \/books\/\{id\} has x-audit, but its behavior is get, which writes no record\. Remove x-audit, or add x-behavior: create,/,
	);
});
