import { expect, test } from "vitest";
import {
	array,
	inPath,
	NUMBER,
	object,
	respond,
	role,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openEmpty, openPaths } from "./open-paths.ts";

const ID = role("record.id", NUMBER);
const BOOK = object({ id: ID, title: TEXT });
const EVENT = object({
	id: ID,
	at: role("event.createdAt", TEXT),
	what: role("event.action", TEXT),
	which: role("event.subjectId", TEXT),
});
const SAVES = saves(BOOK, { type: "object" });
const audited = (action: string) => ({ "x-audit": { action } });

/** The paths of a document with an audit trail of books. */
const createPaths = (read = {}) => ({
	"/books": { post: { ...audited("added"), ...SAVES } },
	"/books/{id}": {
		...inPath("id"),
		get: { ...read, ...respond(BOOK) },
		put: { ...audited("replaced"), ...SAVES },
		patch: { ...audited("changed"), ...SAVES },
		delete: {
			...audited("removed"),
			responses: { "204": { description: "" } },
		},
	},
	"/trail": {
		get: respond(object({ events: role("page.items", array(EVENT)) })),
	},
});

test("a change and its audit record are written together, and a rejected change writes neither", async () => {
	await using mock = await openEmpty(createPaths());
	const { send } = mock;
	await send("POST", "/books", { title: "Emma" });
	await send("PATCH", "/books/1", { title: "Persuasion" });
	await send("PUT", "/books/1", { title: "Ivanhoe" });
	expect((await send("DELETE", "/books/1")).status).toBe(204);
	for (const method of ["PATCH", "PUT", "DELETE"])
		expect((await send(method, "/books/1", { title: "x" })).status).toBe(404);
	const { events } = await mock.read("/trail");
	expect(events).toEqual(
		["removed", "replaced", "changed", "added"].map((what, index) => ({
			...{ what, which: "1", id: 4 - index, at: expect.any(String) },
		})),
	);
});

test("x-audit is refused where nothing is written", async () => {
	const paths = createPaths(audited("read"));
	await expect(openPaths(paths)).rejects.toThrow(
		/\(\/paths\/~1books~1\{id\}\/get\/x-audit\): GET \/books\/\{id\} has x-audit, but its behavior is get, which writes no record\. Remove x-audit, or add x-behavior: create,/,
	);
});
