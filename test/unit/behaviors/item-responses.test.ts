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
	takes,
} from "../../support/openapi.ts";
import { openEmpty, openPaths } from "./open-paths.ts";

const BOOK = object({ id: TEXT, title: TEXT });
const NEW_BOOK = object({ title: TEXT });
const WRAPPED = object({
	data: BOOK,
	...{ requestId: TEXT, took: NUMBER, warnings: TEXT },
	...{ version: { const: 2 }, links: { type: "object" } },
});

const behaviorsOf = ({ document }: Awaited<ReturnType<typeof openPaths>>) =>
	document.plans.map(
		({ operation, behavior }) => `${operation.id} ${behavior}`,
	);

test("a get that shows another kind of body responds with an example", async () => {
	const text = object({ chapters: { const: 3 }, format: { const: "pdf" } });
	await using mock = await openPaths({
		"/books": collection(BOOK, NEW_BOOK),
		"/books/{id}": { ...inPath("id"), get: respond(text) },
	});
	expect(behaviorsOf(mock)[2]).toBe("GET /books/{id} example");
	expect(await mock.send("GET", "/books/any")).toMatchObject({
		...{ status: 200, body: { chapters: 3, format: "pdf" } },
	});
});

const LISTED = object({ books: array(BOOK) });

test("one record may be shown in a list, and as a part of a larger body", async () => {
	await using mock = await openPaths({
		"/books": collection(BOOK, NEW_BOOK),
		"/books/{id}": {
			...inPath("id"),
			get: respond(LISTED),
			put: saves(WRAPPED, NEW_BOOK),
		},
	});
	const { body: book } = await mock.send("POST", "/books", { title: "a" });
	const path = `/books/${book.id}`;
	expect(await mock.read(path)).toEqual({ books: [book] });
	expect((await mock.send("GET", "/books/other")).status).toBe(404);
	const changed = { ...book, title: "b" };
	expect((await mock.send("PUT", path, { title: "b" })).body).toMatchObject({
		...{ data: changed, version: 2 },
	});
	expect(await mock.read(path)).toEqual({ books: [changed] });
	expect((await mock.read("/books"))[0]).toEqual(changed);
});

test.each(["get", "patch"])(
	"a header of a %s shows parts of the record, and none of a page",
	async (method) => {
		const open = (template: string) => {
			const headers = { "X-Self": { "x-template": template } };
			const { responses } = respond(LISTED);
			const shown = { responses: { 200: { ...responses["200"], headers } } };
			return openPaths({
				"/books": { get: list(BOOK) },
				"/books/{id}": {
					...inPath("id"),
					[method]: { ...takes(NEW_BOOK), ...shown },
				},
			});
		};
		await using mock = await open("/books/{id}");
		const { id } = (await mock.read("/books"))[0];
		const init = { method: method.toUpperCase() };
		const { headers } = await mock.fetch(`/books/${id}`, init);
		expect(headers.get("x-self")).toBe(`/books/${id}`);
		await expect(open("{limit}")).rejects.toThrow(
			"/books/{id} has {limit}, but a placeholder is a role of the record. Use one of id",
		);
	},
);

test("a POST to a verb of a record creates none", async () => {
	const verb = { post: saves(BOOK, NEW_BOOK) };
	await using mock = await openEmpty({
		"/books": collection(BOOK, NEW_BOOK),
		"/books/{id}:copy": { ...inPath("id"), ...verb },
	});
	expect(behaviorsOf(mock)[2]).toBe("POST /books/{id}:copy example");
	const copied = await mock.send("POST", "/books/5:copy", { title: "a" });
	expect(copied).toMatchObject({
		status: 200,
		body: { id: expect.any(String) },
	});
	expect(await mock.read("/books")).toEqual([]);
});

test("an id that no operation shows has an example, and a known one its record", async () => {
	const one = saves(BOOK, NEW_BOOK);
	await using mock = await openEmpty({
		"/books": { post: one },
		"/shelves/{shelf}/books/{id}": {
			parameters: [...inPath("shelf").parameters, ...inPath("id").parameters],
			get: respond(BOOK),
		},
		"/books/old/{id}": {
			...inPath("id"),
			get: respond(BOOK),
			put: one,
			delete: respond(BOOK),
		},
		"/books/{id}": { ...inPath("id"), get: respond(BOOK) },
	});
	const { body: made } = await mock.send("POST", "/books", { title: "a" });
	expect((await mock.send("GET", "/books/other")).status).toBe(404);
	expect(await mock.read(`/books/${made.id}`)).toEqual(made);
	const example = { id: expect.any(String), title: expect.any(String) };
	const path = "/shelves/5/books";
	const found = await mock.send("GET", `${path}/other`);
	expect(found).toMatchObject({ status: 200, body: example });
	expect(await mock.send("GET", `${path}/another`)).toEqual(found);
});

test("required headers that say how a body is written are left to the server", async () => {
	const { responses } = respond(object({ id: TEXT }));
	const length = { required: true, schema: { type: "integer", minimum: 9 } };
	const own = { required: true, schema: TEXT };
	const encoding = { required: true, schema: { enum: ["gzip"] } };
	const headers = {
		...{ "Content-Length": length, "X-Own": own },
		...{ "Content-Encoding": encoding, "Content-Type": own },
	};
	await using mock = await openPaths({
		"/books": { get: { responses: { 200: { ...responses[200], headers } } } },
	});
	const response = await mock.fetch("/books");
	expect(response.headers.has("content-length")).toBe(false);
	expect(response.headers.has("content-encoding")).toBe(false);
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(response.headers.has("x-own")).toBe(true);
});
