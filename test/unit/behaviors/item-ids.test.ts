import { expect, test } from "vitest";
import {
	array,
	collection,
	inPath,
	list,
	NUMBER,
	object,
	respond,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

/** Opens a mock of two collections with these ids, one of which adds records, and returns the records that both show. */
async function openBooks(id: object, limited: object) {
	const book = object({ id, title: TEXT });
	const mock = await openPaths({
		"/books": { get: list(book) },
		"/books/{bookId}": { ...inPath("bookId", limited), get: respond(book) },
		"/loans": collection(book, object({ title: TEXT })),
		"/loans/{loanId}": { ...inPath("loanId", limited), get: respond(book) },
	});
	const { body: books } = await mock.send("GET", "/books");
	expect(books).toHaveLength(5);
	const { body: loan } = await mock.send("POST", "/loans", { title: "a" });
	return { ...mock, book: books[0], loan };
}

test.each<[string, object, object, RegExp]>([
	["a pattern", TEXT, { ...TEXT, pattern: "^b-[0-9]{4}$" }, /^b-\d{4}$/],
	["a length", TEXT, { ...TEXT, maxLength: 6 }, /^.{6}$/],
	["a least length", TEXT, { ...TEXT, minLength: 30 }, /^.{30}$/],
	["a format", TEXT, { ...TEXT, format: "uuid" }, /^[0-9a-f-]{36}$/],
	["numbers", TEXT, NUMBER, /^[1-9]\d{5}$/],
	["a least number", NUMBER, { type: "integer", minimum: 70 }, /^7\d$/],
])(
	"ids of samples and new records are those that the path allows: %s",
	async (_, id, limited, form) => {
		await using mock = await openBooks(id, limited);
		const { book, loan } = mock;
		for (const each of [book, loan]) expect(`${each.id}`).toMatch(form);
		expect(await mock.read(`/books/${book.id}`)).toEqual(book);
		expect(await mock.read(`/loans/${loan.id}`)).toEqual(loan);
	},
);

test.each<[string, object, object, RegExp]>([
	["says itself", { ...TEXT, pattern: "^c[0-9]$" }, { pattern: "^d" }, /^c\d$/],
	["could not have", TEXT, { pattern: "^(?=a)b|c+$" }, /^[0-9A-Z]{26}$/],
])(
	"an id does not have what the path limits where it %s",
	async (_, id, limited, form) => {
		await using mock = await openBooks(id, { ...TEXT, ...limited });
		for (const each of [mock.book, mock.loan]) expect(each.id).toMatch(form);
	},
);

const NESTED = {
	title: TEXT,
	place: object({ room: TEXT, shelf: object({ row: NUMBER }) }),
	tags: array(TEXT),
};

test("a change merges nested objects, and replaces lists", async () => {
	const book = object({ id: TEXT, ...NESTED });
	await using mock = await openPaths({
		"/books": collection(book, object(NESTED)),
		"/books/{id}": {
			...inPath("id"),
			get: respond(book),
			patch: saves(book, { type: "object" }),
			put: saves(book, object(NESTED)),
		},
	});
	const place = { room: "A", shelf: { row: 1 } };
	const sent = { title: "a", place, tags: ["x", "y"] };
	const { body: made } = await mock.send("POST", "/books", sent);
	const path = `/books/${made.id}`;
	const change = { place: { shelf: { row: 2 } }, tags: ["z"] };
	const changed = {
		...{ id: made.id, title: "a", tags: ["z"] },
		place: { room: "A", shelf: { row: 2 } },
	};
	expect(await mock.send("PATCH", path, change)).toMatchObject({
		body: changed,
	});
	expect(await mock.read(path)).toEqual(changed);
	const whole = {
		title: "b",
		place: { room: "B", shelf: { row: 3 } },
		tags: [],
	};
	expect((await mock.send("PUT", path, whole)).body).toEqual({
		...{ id: made.id, ...whole },
	});
});

test("texts, numbers and booleans of another type are adapted to what the response shows, or omitted", async () => {
	const any = { type: "object", additionalProperties: true };
	const book = {
		type: "object",
		required: ["id", "code"],
		properties: {
			...{ id: TEXT, code: TEXT, pages: NUMBER },
			...{ isNew: { type: "boolean" }, tags: array(TEXT) },
			...{ isOld: { type: "boolean" }, size: NUMBER },
			edition: { type: ["integer", "string"] },
		},
	};
	await using mock = await openPaths({
		"/books": { post: saves(book, any), get: list(book) },
	});
	const { body } = await mock.send("POST", "/books", {
		...{ code: 5, pages: "7", isNew: "true", isOld: "perhaps" },
		...{ tags: "a", size: "large", edition: "first" },
	});
	expect(body).toEqual({
		...{ id: expect.any(String), code: "5", pages: 7, isNew: true },
		edition: "first",
	});
});

test("an id has the type that all of its alternatives have", async () => {
	const id = { anyOf: [NUMBER, { type: "integer", minimum: 0 }] };
	const pool = object({ id, name: TEXT });
	await using mock = await openPaths({ "/pools": { get: list(pool) } });
	const { body } = await mock.send("GET", "/pools");
	expect(body[0]).toEqual({ id: expect.any(Number), name: expect.any(String) });
});
