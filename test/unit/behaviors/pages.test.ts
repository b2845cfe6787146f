import { expect, test } from "vitest";
import {
	array,
	inQuery,
	list,
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

const parameter = (name: string, schema: object, as: string, keywords = {}) =>
	role(as, inQuery(name, schema, keywords));

const BOOK = may({
	id: role("book.id", NUMBER),
	title: TEXT,
	at: role("book.createdAt", TEXT),
});
const PAGE = object({
	data: role("page.items", array(BOOK)),
	next: role("page.nextCursor", { type: ["string", "null"] }),
});

/** Returns a function that lists books, by their ids, and one that replaces them. */
async function startBooks(operation: object) {
	const { responses } = respond(PAGE);
	const mock = await openContent(
		withOperation({
			...operation,
			responses: { ...responses, "400": { description: "" } },
		}),
	);
	return {
		set: (books: readonly object[]) =>
			mock.control.setState({ books } as never),
		remove: (id: string) => mock.control.removeRecord("books", id),
		async read(query: string) {
			const { status, body } = await mock.send("GET", `/books?${query}`);
			if (status !== 200) return status;
			const ids = body.data.map(({ id }: { id: number }) => id);
			return { ids, next: body.next };
		},
	};
}

const withIds = (...ids: readonly number[]) => ids.map((id) => ({ id }));

const paging = (keywords: object = {}) => [
	parameter("after", TEXT, "query.cursor", keywords),
	parameter("limit", NUMBER, "query.limit"),
];

test("pages from the oldest record skip none after a removal, and reject cursors that were never issued", async () => {
	const { set, read, remove } = await startBooks({
		"x-order": "oldest first",
		parameters: paging(),
	});
	await set(withIds(4, 3, 2, 1));
	const first = Object(await read("limit=2"));
	expect(first.ids).toEqual([1, 2]);
	await remove("1");
	expect(await read(`limit=2&after=${first.next}`)).toEqual({
		...{ ids: [3, 4], next: null },
	});
	for (const after of ["-1", "x", "2", "4"])
		expect(await read(`limit=2&after=${after}`), after).toBe(400);
});

const PET = object({ id: TEXT, kind: TEXT, tags: array(TEXT) });

test.each(["starting_after", "after", "since_id"])(
	"the id of the last record leads to the next page in %s, which ends with the last record",
	async (name) => {
		const page = object({ data: array(PET), has_more: { type: "boolean" } });
		const limit = inQuery("limit", { ...NUMBER, default: 2 });
		const open = (...parameters: object[]) =>
			openPaths({ "/pets": { get: { parameters, ...respond(page) } } });
		await using mock = await open(limit, inQuery(name, TEXT));
		const ids: string[] = [];
		let query = "";
		for (let isEnd = false; !isEnd; query = `?${name}=${ids.at(-1)}`) {
			const { body } = await mock.send("GET", `/pets${query}`);
			ids.push(...body.data.map(({ id }: { id: string }) => id));
			isEnd = !body.has_more || ids.length > 5;
		}
		expect(ids).toHaveLength(5);
		expect(new Set(ids).size).toBe(5);
		await using other = await open(limit);
		const { body } = await other.send("GET", "/pets");
		expect(body.has_more).toBe(false);
	},
);

test("a list selects the records with one of the values of a parameter", async () => {
	const parameters = ["kind", "tags"].map((name) => inQuery(name, array(TEXT)));
	await using mock = await openEmpty({
		"/pets": { get: { ...list(PET), parameters }, post: saves(PET) },
	});
	for (const [id, kind, ...tags] of [
		["a", "cat", "x"],
		["b", "dog", "x", "y"],
		["c", "owl"],
	])
		await mock.send("POST", "/pets", { id, kind, tags });
	const read = async (query: string) =>
		(await mock.read(`/pets?${query}`))
			.map(({ id }: { id: string }) => id)
			.join("");
	expect(await read("kind=cat&kind=owl")).toBe("ca");
	expect(await read("tags=y")).toBe("b");
	expect(await read("tags=x&tags=y")).toBe("ba");
});

test("an empty text and an object are no conditions of a list", async () => {
	const range = { anyOf: [NUMBER, may({ from: NUMBER })] };
	const boat = may({ id: NUMBER, harbor: TEXT, built: NUMBER });
	const harbor = inQuery("harbor", { ...TEXT, default: "" });
	await using mock = await openPaths({
		"/boats": {
			get: {
				...list(boat),
				parameters: [harbor, inQuery("built", range, { style: "deepObject" })],
			},
		},
	});
	for (const query of ["", "?harbor=", "?built[from]=1900"])
		expect(await mock.read(`/boats${query}`)).toHaveLength(5);
	const [{ built }] = await mock.read("/boats");
	expect(await mock.read(`/boats?built=${built}`)).toHaveLength(1);
	expect(await mock.read("/boats?harbor=none")).toEqual([]);
});

test("a condition with a role selects the records with one of its values", async () => {
	const kind = (text: object, of: string) => role(`${of}.action`, text);
	const item = may({ id: role("pet.id", NUMBER), kind: kind(TEXT, "pet") });
	const parameters = [inQuery("kind", array(TEXT), kind({}, "query"))];
	const { responses } = respond(array(item));
	const mock = await openContent(withOperation({ parameters, responses }));
	const pets = ["cat", "dog", "owl"].map((each, id) => ({ id, kind: each }));
	await mock.control.setState({ books: pets } as never);
	const read = async (query: string) =>
		(await mock.send("GET", `/books?${query}`)).body.map(
			(each: { kind: string }) => each.kind,
		);
	expect(await read("kind=cat&kind=owl")).toEqual(["cat", "owl"]);
	expect(await read("")).toHaveLength(3);
});

test("a cursor that counts records shows one again after a new record, and another cursor does not", async () => {
	for (const [position, second] of [
		["number", 2],
		["record", 1],
	] as const) {
		const { set, read } = await startBooks({
			parameters: paging({ "x-cursor-position": position }),
		});
		await set(withIds(3, 2, 1));
		const { next } = Object(await read("limit=2"));
		await set(withIds(4, 3, 2, 1));
		const page = await read(`limit=1&after=${next}`);
		expect(page, position).toMatchObject({ ids: [second] });
		expect(await read("limit=1&after=x")).toBe(400);
	}
});

test("a cursor that was never issued gets the first page where the document says so", async () => {
	for (const keywords of [{}, { "x-cursor-position": "number" }]) {
		const { set, read } = await startBooks({
			parameters: paging({ ...keywords, "x-unknown-cursor": "first page" }),
		});
		await set(withIds(3, 2, 1));
		const first = await read("limit=2");
		expect(first).toMatchObject({ ids: [3, 2] });
		expect(await read("limit=2&after=x")).toEqual(first);
		const last = await read(`limit=2&after=${Object(first).next}`);
		expect(last).toMatchObject({ ids: [1] });
	}
});

test("the document says whether the bounds of a time are included", async () => {
	const at = (millisecond: number) => `2026-01-01T00:00:00.00${millisecond}Z`;
	const find = async (from: boolean, to: boolean, query: string) => {
		const { set, read } = await startBooks({
			parameters: [
				parameter("from", TEXT, "query.from", { "x-inclusive": from }),
				parameter("to", TEXT, "query.to", { "x-inclusive": to }),
			],
		});
		await set([3, 2, 1].map((id) => ({ id, at: at(id) })));
		return Object(await read(query)).ids;
	};
	const bounds = `from=${at(1)}&to=${at(3)}`;
	expect(await find(true, false, bounds)).toEqual([2, 1]);
	expect(await find(false, true, bounds)).toEqual([3, 2]);
	// Half a millisecond after the first record.
	const between = "from=2026-01-01T00:00:00.0015Z";
	expect(await find(true, false, between)).toEqual([3, 2]);
	expect(await find(false, true, between)).toEqual([3, 2]);
	const until = "to=2026-01-01T00:00:00.0025Z";
	expect(await find(true, false, until)).toEqual([2, 1]);
	expect(await find(true, true, until)).toEqual([2, 1]);
});

test("the document says whether a search for a text minds its case", async () => {
	const long = "Dune ".repeat(60);
	for (const [isCaseSensitive, found] of [
		[true, [1]],
		[false, [2, 1]],
	] as const) {
		const { set, read } = await startBooks({
			parameters: [
				parameter("q", TEXT, "query.text", {
					"x-case-sensitive": isCaseSensitive,
				}),
			],
		});
		await set([
			{ id: 2, title: long.toLowerCase() },
			{ id: 1, title: long },
		]);
		expect(await read("q=Dune")).toMatchObject({ ids: found });
		expect(await read(`q=${long}`)).toMatchObject({ ids: found });
	}
});

test("the header Link leads to the next page, and is missing on the last", async () => {
	const { responses } = list(BOOK);
	const link = { "x-template": '</books?after={nextCursor}>; rel="next"' };
	await using mock = await openContent(
		withOperation({
			parameters: paging({ "x-cursor-position": "number" }),
			responses: { 200: { ...responses["200"], headers: { Link: link } } },
		}),
	);
	await mock.control.setState({ books: withIds(3, 2, 1) } as never);
	const read = async (query: string) =>
		(await mock.fetch(`/books?${query}`)).headers.get("link");
	expect(await read("limit=2")).toBe('</books?after=2>; rel="next"');
	expect(await read("limit=2&after=2")).toBeNull();
});
