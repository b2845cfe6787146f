import { expect, test } from "vitest";
import {
	also,
	collection,
	inPath,
	list,
	NUMBER,
	object,
	respond,
	response,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const NOTE = object({ id: TEXT, text: TEXT });
const NEW_NOTE = object({ text: TEXT });
const notes = collection(NOTE, NEW_NOTE);

test("samples are below each parent that nothing lists, and new records only below theirs", async () => {
	await using mock = await openPaths({
		"/teams/{team}/notes": { ...inPath("team"), get: list(NOTE) },
		"/people/{person}/letters": { ...inPath("person"), ...notes },
		"/people/{person}/letters/{id}": {
			parameters: [...inPath("person").parameters, ...inPath("id").parameters],
			get: respond(NOTE),
		},
	});
	const { read } = mock;
	const shared = await read("/teams/red/notes");
	expect(shared).toHaveLength(5);
	expect(await read("/teams/blue/notes")).toEqual(shared);
	const samples = await read("/people/ann/letters");
	expect(samples).toHaveLength(5);
	expect(await read("/people/bob/letters")).toEqual(samples);
	const post = await mock.send("POST", "/people/ann/letters", { text: "a" });
	const path = `/letters/${post.body.id}`;
	expect(await read("/people/ann/letters")).toEqual([post.body, ...samples]);
	expect(await read("/people/bob/letters")).toEqual(samples);
	expect(await read(`/people/ann${path}`)).toEqual(post.body);
	expect(await mock.send("GET", `/people/bob${path}`)).toMatchObject({
		status: 404,
	});
	const sample = `/letters/${samples[0].id}`;
	for (const person of ["ann", "bob"])
		expect(await read(`/people/${person}${sample}`)).toEqual(samples[0]);
});

test("a sample belongs to a parent that is listed, and shows its id where it has the property", async () => {
	const page = object({ id: TEXT, bookId: NUMBER });
	const book = object({ id: NUMBER, title: TEXT });
	await using mock = await openPaths({
		"/books": { get: list(book) },
		"/books/{bookId}/pages": {
			...inPath("bookId", NUMBER),
			...{ get: list(page), post: respond(page) },
		},
	});
	const { body: books } = await mock.send("GET", "/books");
	expect(books).toHaveLength(5);
	const below = await Promise.all(
		books.map(async ({ id }: { id: number }) => {
			const { body } = await mock.send("GET", `/books/${id}/pages`);
			for (const each of body) expect(each.bookId).toBe(id);
			return body;
		}),
	);
	expect(below.flat()).toHaveLength(5);
	expect(below.filter(({ length }) => length > 0).length).toBeGreaterThan(1);
	expect(await mock.read("/books/999/pages")).toEqual([]);
	const [{ id }] = books;
	expect((await mock.send("POST", `/books/${id}/pages`)).body.bookId).toBe(id);
});

test("collections below each other have samples, too", async () => {
	const user = object({ id: TEXT, login: TEXT });
	const group = object({ id: TEXT, label: TEXT });
	await using mock = await openPaths({
		"/users": { get: list(user) },
		"/groups": { get: list(group) },
		"/users/{userId}/groups": { ...inPath("userId"), get: list(group) },
		"/groups/{groupId}/users": { ...inPath("groupId"), get: list(user) },
	});
	for (const path of ["/users", "/groups"])
		expect(await mock.read(path)).toHaveLength(5);
	const [{ id }] = await mock.read("/users");
	expect(await mock.send("GET", `/users/${id}/groups`)).toMatchObject({
		...{ status: 200, body: expect.any(Array) },
	});
});

test.each(["404", "4XX", "default"])(
	"nothing is listed or added below an unknown parent where %s is documented",
	async (status) => {
		const error = { [status]: response() };
		await using mock = await openPaths({
			"/people": { get: list(NOTE) },
			"/people/{person}/notes": {
				...inPath("person"),
				get: also(list(NOTE), error),
				post: also(saves(NOTE, NEW_NOTE), error),
			},
		});
		const path = "/people/nobody/notes";
		expect((await mock.send("GET", path)).status).toBe(404);
		const sent = { text: "a" };
		expect((await mock.send("POST", path, sent)).status).toBe(404);
		const [{ id }] = await mock.read("/people");
		expect((await mock.send("GET", `/people/${id}/notes`)).status).toBe(200);
	},
);
