import { expect, test } from "vitest";
import { setupMock } from "../../../src/entries/node.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import {
	collection,
	inPath,
	list,
	may,
	object,
	respond,
	role,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { LENDING, openLending } from "./open-lending.ts";
import { openEmpty, openPaths } from "./open-paths.ts";

test("a record without roles is created, listed, read, replaced, updated and removed", async () => {
	await using lending = await openLending();
	const { send } = lending;
	const book = await lending.add("Emma");
	expect(book).toEqual({
		...{ title: "Emma", genre: "novel", pages: 9 },
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
	});
	const path = `/books/${book.id}`;
	expect(await send("GET", path)).toMatchObject({ status: 200, body: book });
	expect((await send("GET", "/books")).body).toEqual({ items: [book] });
	const replaced = { id: book.id, title: "Persuasion" };
	expect(await send("PUT", path, { title: "Persuasion" })).toMatchObject({
		...{ status: 200, body: replaced },
	});
	const updated = { ...replaced, genre: "poetry" };
	expect(await send("PATCH", path, { genre: "poetry" })).toMatchObject({
		...{ status: 200, body: updated },
	});
	expect((await send("GET", path)).body).toEqual(updated);
	expect(await lending.control.state()).toMatchObject({ books: [updated] });
	expect(await send("DELETE", path)).toEqual({
		...{ status: 204, body: undefined, etag: null },
	});
	expect(await send("GET", path)).toEqual({
		status: 404,
		body: {
			code: expect.any(String),
			message: `No record of books has the id ${book.id}. Use the id of one that exists.`,
		},
		etag: null,
	});
	expect((await send("GET", "/books")).body).toEqual({ items: [] });
});

test("a merge patch removes what is null, and another one sets it", async () => {
	await using lending = await openLending();
	const { id, ...book } = await lending.add("Emma");
	const path = `/books/${id}`;
	const change = { pages: null };
	expect((await lending.send("PATCH", path, change)).body).toEqual({
		...{ ...book, id, pages: null },
	});
	const type = { "content-type": "application/merge-patch+json" };
	const { body } = await lending.send("PATCH", path, change, type);
	expect(body).toEqual({ id, title: "Emma", genre: "novel" });
	const xml = { "content-type": "application/xml" };
	expect((await lending.send("PATCH", path, change, xml)).status).toBe(415);
	expect((await lending.send("PATCH", path, { title: "" })).status).toBe(422);
});

test("the ETag is the version of a record: 304 and 412 where the document lists them", async () => {
	await using lending = await openLending();
	const { id } = await lending.add("Emma");
	const path = `/books/${id}`;
	const first = await lending.send("GET", path);
	expect(first.etag).toBe('"1"');
	const same = { "if-none-match": 'W/"1"' };
	expect(await lending.send("GET", path, undefined, same)).toEqual({
		...{ status: 304, body: undefined, etag: '"1"' },
	});
	const change = (etag: string) =>
		lending.send("PATCH", path, { title: etag }, { "if-match": etag });
	expect(await change('"1"')).toMatchObject({ status: 200, etag: '"2"' });
	expect(await change('"1"')).toMatchObject({
		status: 412,
		body: { message: expect.stringContaining("Read the record again.") },
	});
	expect((await lending.send("GET", path, undefined, same)).status).toBe(200);
	// The document lists no 412 there.
	const put = { "if-match": '"1"' };
	expect((await lending.send("PUT", path, { title: "Emma" }, put)).status).toBe(
		200,
	);
});

test("records below a parent belong to it, also where no property says so", async () => {
	await using lending = await openLending();
	const { send } = lending;
	const join = async (email: string) =>
		(await send("POST", "/members", { email })).body;
	const [ann, bob] = [await join("ann@a.test"), await join("bob@a.test")];
	expect([ann.id, bob.id]).toEqual([1, 2]);
	const lend = async (member: number, book: string) =>
		(await send("POST", `/members/${member}/loans`, { book })).body;
	const loan = await lend(1, "Emma");
	expect(loan).toEqual({ loanId: expect.any(String), book: "Emma" });
	await lend(2, "Persuasion");
	expect((await send("GET", "/members/1/loans")).body).toEqual({
		...{ loans: [loan], total: 1 },
	});
	expect((await send("POST", "/members/3/loans", { book: "" })).status).toBe(
		404,
	);
	const path = `/loans/${loan.loanId}`;
	expect((await send("DELETE", `/members/2${path}`)).status).toBe(404);
	expect((await send("DELETE", `/members/1${path}`)).status).toBe(204);
	expect((await send("GET", "/members/1/loans")).body.total).toBe(0);
	expect((await send("GET", "/members/2/loans")).body.total).toBe(1);
	expect(await send("DELETE", "/members/1")).toMatchObject({
		...{ status: 200, body: ann },
	});
	expect((await lending.control.state()).loans).toEqual([
		{ loanId: expect.any(String), book: "Persuasion", memberId: "2" },
	]);
});

test("a parameter with the name of a property selects records, and limit limits them", async () => {
	await using lending = await openLending();
	const { send } = lending;
	const [emma, other] = [
		await lending.add("Emma"),
		await lending.add("Mansfield"),
	];
	await send("PATCH", `/books/${other.id}`, { genre: "poetry" });
	expect((await send("GET", "/books?genre=novel")).body.items).toEqual([emma]);
	expect((await send("GET", "/books?limit=1")).body.items).toHaveLength(1);
});

test("a dataset has records of all collections, and those below a parent belong to one that exists", async () => {
	await using lending = await openLending("default");
	const state: Record<string, readonly object[]> =
		await lending.control.state();
	expect(Object.keys(state)).toEqual(["books", "members", "loans"]);
	const ids = state.members?.map((each) => String(Reflect.get(each, "id")));
	expect(new Set(ids).size).toBe(5);
	for (const loan of state.loans ?? [])
		expect(ids).toContain(Reflect.get(loan, "memberId"));
});

test("the control API adds, updates and removes the records that items show", async () => {
	await using lending = await openLending();
	const { control, send } = lending;
	const { id } = await control.addRecord("books", { title: "Emma" });
	expect((await send("GET", `/books/${id}`)).body).toEqual({
		id,
		title: "Emma",
	});
	await control.updateRecord("books", id, { id, title: "Persuasion" });
	expect((await send("GET", `/books/${id}`)).body.title).toBe("Persuasion");
	await control.removeRecord("books", id);
	expect((await send("GET", `/books/${id}`)).status).toBe(404);
});

test("a problem that the document does not list has the form of its default response, or no body where none is documented", async () => {
	const error = respond(object({ reason: role("error.detail", TEXT) }));
	const book = respond(may({ id: TEXT }));
	const get = { ...book.responses, default: error.responses[200] };
	await using mock = await openPaths({
		"/books": { post: book },
		"/books/{id}": {
			get: { responses: get },
			delete: { responses: { "204": {}, "404": { description: "" } } },
		},
	});
	const response = await mock.fetch("/books/7");
	expect(response.status).toBe(404);
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(await response.json()).toEqual({
		reason: "No record of books has the id 7. Use the id of one that exists.",
	});
	const removed = await mock.fetch("/books/7", { method: "DELETE" });
	expect([removed.status, await removed.text()]).toEqual([404, ""]);
});

test("a mock in a test intercepts an operation with parameters in its path", async () => {
	const mock = setupMock({ document: await loadDocument(LENDING) });
	mock.listen();
	try {
		const { books = [] } = (await mock.state()) as never as {
			books?: { id: string }[];
		};
		const response = await fetch(`http://lending.test/books/${books[0]?.id}`);
		expect(await response.json()).toEqual(books[0]);
		const { requests } = await mock.requests();
		expect(requests[0]?.operation).toBe("getBook");
	} finally {
		await mock.close();
	}
});

test("a request without roles changes the properties that the record has under its names", async () => {
	const [title, note] = [role("book.title", TEXT), role("book.note", TEXT)];
	const record = may({ id: role("book.id", TEXT), title, note });
	const book = { ...record, required: ["id", "title"] };
	const change = may({ title: TEXT, note: TEXT });
	const whole = saves(book, { ...change, required: ["title"] });
	await using mock = await openEmpty({
		"/books": { post: whole },
		"/books/{id}": { put: whole, patch: saves(book, change) },
	});
	const send = async (method: string, path: string, body: object) =>
		(await mock.send(method, path, body)).body;
	const { id } = await send("POST", "/books", { title: "A", note: "B" });
	const path = `/books/${id}`;
	expect(await send("PATCH", path, { title: "C" })).toEqual({
		...{ id, title: "C", note: "B" },
	});
	expect(await send("PUT", path, { title: "D" })).toEqual({ id, title: "D" });
});

const POOL = object({ poolName: TEXT, depth: TEXT });
const POOLS = {
	"/swimming-pools": { get: list(POOL) },
	"/swimming-pools/{poolName}": {
		...inPath("poolName"),
		get: respond(POOL),
		put: saves(POOL, object({ depth: TEXT })),
		delete: respond(POOL),
	},
};

test("PUT creates the record that its path names where no POST does", async () => {
	await using mock = await openPaths(POOLS);
	const pool = { poolName: "deep", depth: "9 m" };
	const path = "/swimming-pools/deep";
	expect((await mock.send("GET", path)).status).toBe(404);
	const put = (body: object) => mock.send("PUT", path, body);
	expect(await put({ depth: "9 m" })).toMatchObject({
		status: 200,
		body: pool,
	});
	expect(await mock.read(path)).toEqual(pool);
	expect(await mock.read("/swimming-pools")).toContainEqual(pool);
	expect((await put({ depth: "8 m" })).body).toEqual({ ...pool, depth: "8 m" });
	expect(await mock.read("/swimming-pools")).toHaveLength(6);
	await mock.send("DELETE", path);
	expect((await mock.send("GET", path)).status).toBe(404);
});

test.each([200, 201])(
	"where POST creates records, PUT does so only if it documents 201, and not %i",
	async (status) => {
		const path = POOLS["/swimming-pools/{poolName}"];
		await using mock = await openPaths({
			"/swimming-pools": collection(POOL),
			"/swimming-pools/{poolName}": {
				...path,
				put: {
					...path.put,
					responses: { [status]: respond(POOL).responses["200"] },
				},
			},
		});
		const { status: actual } = await mock.send("PUT", "/swimming-pools/deep", {
			depth: "9 m",
		});
		expect(actual).toBe(status === 201 ? 201 : 404);
	},
);

test("a record without an id is known by the name that ends the parameter of its path", async () => {
	const pool = object({ name: TEXT, depth: TEXT });
	await using mock = await openPaths({
		"/swimming-pools": collection(pool),
		"/swimming-pools/{poolName}": { ...inPath("poolName"), get: respond(pool) },
	});
	const deep = { name: "deep", depth: "9 m" };
	await mock.send("POST", "/swimming-pools", deep);
	expect(await mock.read("/swimming-pools/deep")).toEqual(deep);
});
