import { expect, test } from "vitest";
import {
	collection,
	inPath,
	may,
	object,
	respond,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const STATE = { ...TEXT, enum: ["new", "read"], default: "new" };
const BOOK = object({ id: TEXT, state: STATE });

test.each(["patch", "post"])(
	"a change by %s has only the properties that were sent, and no defaults",
	async (method) => {
		const change = may({ state: STATE, note: TEXT });
		await using mock = await openPaths({
			"/books": collection(BOOK),
			"/books/{id}": {
				...inPath("id"),
				get: respond(BOOK),
				[method]: saves(BOOK, { ...change, minProperties: 1 }),
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
