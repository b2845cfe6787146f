import { describe, expect, test } from "vitest";
import {
	array,
	inQuery,
	may,
	NUMBER,
	object,
	respond,
	role,
	saves,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";
import { openEmpty, openPaths } from "./open-paths.ts";
import { loadContent } from "./write-document.ts";

const ID = role("book.id", NUMBER);

test("allOf merges the properties of the same name, however deep", async () => {
	const part = (properties: object, required: string[]) =>
		object({ error: { ...may(properties), required } });
	const schema = {
		allOf: [
			part({ code: TEXT, note: { const: "n" } }, ["note"]),
			part({ code: { const: "not_found" } }, ["code"]),
		],
	};
	const { service } = await loadContent(withOperation(respond(schema)));
	expect(await service.readExample("listBooks", 200)).toEqual({
		error: { code: "not_found", note: "n" },
	});
});

test("a total counts the records that match", async () => {
	const item = may({ id: ID, kind: role("book.kind", TEXT) });
	const schema = may({
		data: role("page.items", array(item)),
		total: role("page.total", NUMBER),
	});
	const kind = role("query.kind", inQuery("kind", TEXT));
	await using mock = await openContent(
		withOperation({ parameters: [kind], ...respond(schema) }),
	);
	const books = ["a", "b", "a"].map((kind, id) => ({ id, kind }));
	await mock.control.setState({ books } as never);
	expect(await mock.read("/books?kind=a")).toMatchObject({ total: 2 });
	expect(await mock.read("/books?kind=c")).toEqual({ data: [], total: 0 });
	expect(await mock.read("/books")).toMatchObject({ total: 3 });
});

test.each([
	[{}, [], [1, 2]],
	[{}, [1, 2, 3], [4, 5]],
	[{}, [700, 2], [701, 702]],
	[{ minimum: 0 }, [0, 1, 3], [4, 5]],
])(
	"ids that are numbers follow those of the state: %j, %j",
	async (limits, ids, next) => {
		const post = respond(may({ id: { ...ID, ...limits } }));
		await using mock = await openPaths({ "/books": { post } });
		const books = ids.map((id) => ({ id }));
		await mock.control.setState({ books } as never);
		for (const id of next)
			expect((await mock.send("POST", "/books")).body).toEqual({ id });
	},
);

describe("a create operation is refused with a remedy", () => {
	const create = (properties: object, headers: object) => ({
		operationId: "createBook",
		"x-audit": { action: "created" },
		responses: {
			"201": { ...respond(may(properties)).responses[200], headers },
		},
	});
	const location = { Location: { "x-template": "/books/{book_id}" } };
	test.each([
		[
			"without an id",
			create({}, {}),
			/createBook has x-audit, but its behavior is example, which writes no record.* needs x-role: <any>\.id/,
		],
		[
			"with an unknown placeholder",
			create({ id: ID }, location),
			/x-template of the header Location of createBook has \{book_id\}, .* Use one of id/,
		],
	])("%s", async (_, post, message) => {
		const paths = { "/books": { post } };
		await expect(openPaths(paths)).rejects.toThrow(message);
	});
});

test("two pages with the same records say what was asked for", async () => {
	const book = may({ id: role("book.id") });
	const page = {
		...may({
			data: role("page.items", array(book)),
			number: role("page.page", NUMBER),
		}),
		required: ["data"],
	};
	const first = inQuery("number", { ...NUMBER, minimum: 1 });
	const number = role("query.page", first);
	const operation = { parameters: [number], ...respond(page) };
	const { service } = await loadContent(withOperation(operation));
	const [{ handle } = { handle: undefined }] = service.operations;
	const records = { items: [{ id: "a" }], nextCursor: null };
	const state = { page: async () => records } as never;
	const read = (number: number) =>
		handle?.({
			query: { number },
			body: undefined,
			path: {},
			request: { header: () => null },
			state,
		});
	// Before the first page there is nothing to skip, either.
	for (const number of [1, 0, 1])
		expect(await read(number)).toMatchObject({
			body: { data: [{ id: "a" }], number },
		});
});

describe("a record", () => {
	const title = role("book.title", TEXT);
	const note = role("book.note");
	const at = role("book.createdAt", { ...TEXT, format: "date-time" });
	const book = {
		...may({ id: ID, title, note, at }),
		required: ["id", "title"],
	};
	const page = may({ data: role("page.items", array(book)) });
	const open = () =>
		openEmpty({
			"/books": { get: respond(page), post: saves(book, may({ title, note })) },
		});

	test("that is added by hand has what it is given, and what is missing is not made up", async () => {
		await using mock = await open();
		const { control } = mock;
		const at = "2020-01-01T00:00:00Z";
		const given = { title: "Emma", at };
		expect(await control.addRecord("books" as never, given as never)).toEqual({
			...{ id: 1, ...given },
		});
		await expect(
			control.addRecord("books" as never, { at } as never),
		).rejects.toThrow("/title is required");
	});

	test("keeps null where any value is allowed", async () => {
		await using mock = await open();
		const sent = { title: "Emma", note: null };
		const { body } = await mock.send("POST", "/books", sent);
		expect(body).toMatchObject(sent);
	});
});
