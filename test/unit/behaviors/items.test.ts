import { join } from "node:path";
import { expect, test } from "vitest";
import { describePlans } from "../../../src/behaviors/describe-plans.ts";
import { createControl } from "../../../src/control/create-control.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { respond, withOperation, write } from "./write-document.ts";

async function openLending(dataset = "empty") {
	const file = join(import.meta.dirname, "lending.yaml");
	const document = await loadDocument(file);
	const mock = createServiceEngine({ document, dataset });
	const send = async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	) => {
		const response = await mock.fetch(
			new Request(`http://lending.test${path}`, {
				...{ method, body: body === undefined ? null : JSON.stringify(body) },
				headers: { "content-type": "application/json", ...headers },
			}),
		);
		const text = await response.text();
		return {
			status: response.status,
			body: text === "" ? undefined : JSON.parse(text),
			etag: response.headers.get("etag"),
		};
	};
	return {
		...{ mock, document, send, control: createControl(mock.context) },
		add: async (title: string) =>
			(await send("POST", "/books", { title, genre: "novel", pages: 9 })).body,
		[Symbol.asyncDispose]: mock.close,
	};
}

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

test.each([
	[{ "404": {}, default: {} }, 200],
	[{ "404": {} }, 200],
	[{}, 200],
	[{ "2XX": {} }, 200],
	[{ "202": {}, default: {} }, 202],
])("responses %j have the success %i", async (responses, status) => {
	const file = await write({ "api.json": withOperation({ responses }) });
	const { service } = await loadDocument(file);
	const mock = createServiceEngine({ document: await loadDocument(file) });
	const response = await mock.fetch(new Request("http://a.test/books"));
	expect([response.status, await response.text()]).toEqual([status, ""]);
	expect(service.operations[0]?.spec.success).toBe(status);
	await mock.close();
});

/** The responses of an operation that shows, or lists, a record of the schema. */
const show = (name: string, isList = false) => {
	const one = {
		type: "object",
		properties: { id: { type: "string" }, [name]: { type: "string" } },
		required: ["id", name],
	};
	return respond(isList ? { type: "array", items: one } : one);
};

test("paths with the same last word share a collection if their records are alike", async () => {
	const file = await write({
		"api.json": {
			...withOperation({}),
			paths: {
				"/posts/{postId}/comments": { get: show("text", true) },
				"/posts/{postId}/comments/{commentId}": { get: show("text") },
				"/users/{userId}/comments": { get: show("text", true) },
				"/parts/{partId}/comments": { get: show("rating", true) },
				"/posts": { get: show("title", true), post: show("title") },
				"/posts/recent": { get: show("title", true) },
				"/posts/search": { get: show("title", true) },
				"/me": { get: show("name") },
			},
		},
	});
	const { plans } = await loadDocument(file);
	expect(
		plans.map(({ behavior, resource }) => `${behavior} ${resource}`),
	).toEqual([
		...["list comments", "get comments", "list comments"],
		...["list parts-comments", "list posts", "create posts"],
		...["list posts", "list posts", "example me"],
	]);
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
	expect(new Set(ids).size).toBe(20);
	for (const loan of state.loans ?? [])
		expect(ids).toContain(Reflect.get(loan, "memberId"));
});

test("a collection that no operation adds to starts with samples, which can be read", async () => {
	const file = await write({
		"api.json": {
			...withOperation({}),
			paths: {
				"/authors": { get: show("name", true) },
				"/authors/{authorId}/poems": { get: show("text", true) },
				"/authors/{authorId}/poems/{id}": { get: show("text") },
			},
		},
	});
	const mock = createServiceEngine({ document: await loadDocument(file) });
	const read = async (path: string) =>
		(await mock.fetch(new Request(`http://a.test${path}`))).json();
	const authors = await read("/authors?limit=50");
	const lists = await Promise.all(
		authors.map(async ({ id }: { id: string }) => {
			const poems = await read(`/authors/${id}/poems`);
			for (const poem of poems)
				expect(await read(`/authors/${id}/poems/${poem.id}`)).toEqual(poem);
			return poems;
		}),
	);
	expect(authors).toHaveLength(20);
	expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(20);
	await mock.close();
});

test("what was found is shown", async () => {
	await using lending = await openLending();
	const { plans, service } = lending.document;
	const described = describePlans(plans, service.operations);
	const of = (id: string) => described.find((each) => each.id === id);
	expect(of("listBooks")?.roles.query).toEqual([
		...["genre at genre", "limit at limit"],
	]);
	expect(of("giveBack")).toMatchObject({
		...{ behavior: "remove", resource: "loans" },
		roles: {
			path: ["memberId at memberId (of members, not shown)", "id at loanId"],
		},
	});
	expect(of("reserveBook")).toMatchObject({ behavior: "example", roles: {} });
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
