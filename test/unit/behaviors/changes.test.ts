import { expect, test } from "vitest";
import { inPath, list, object, openPaths, TEXT, takes } from "./open-paths.ts";
import { respond } from "./write-document.ts";

const STATE = { ...TEXT, enum: ["new", "read"], default: "new" };
const BOOK = object({ id: TEXT, state: STATE });

test.each(["patch", "post"])(
	"a change by %s has only the properties that were sent, and no defaults",
	async (method) => {
		const change = { type: "object", properties: { state: STATE, note: TEXT } };
		await using mock = await openPaths({
			"/books": { get: list(BOOK), post: { ...takes(BOOK), ...respond(BOOK) } },
			"/books/{id}": {
				...inPath("id"),
				get: respond(BOOK),
				[method]: {
					...takes({ ...change, minProperties: 1 }),
					...respond(BOOK),
				},
			},
		});
		const sent = { id: "a", state: "read" };
		const { body } = await mock.send("POST", "/books", sent);
		const path = `/books/${body.id}`;
		const send = (change: object) =>
			mock.send(method.toUpperCase(), path, change);
		expect((await send({ note: "n" })).body.state).toBe("read");
		expect((await send({})).status).toBe(400);
	},
);
