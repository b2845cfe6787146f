import { expect, test } from "vitest";
import { valueAt } from "../../../src/values/json.ts";
import {
	also,
	array,
	inQuery,
	NUMBER,
	object,
	respond,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const FLAG = { type: "boolean" };
const BOOKS = array(object({ id: NUMBER }));

/** Opens a mock that lists five books, and returns a function that reads a page. */
async function openPages(
	body: object,
	query: Readonly<Record<string, object>>,
	headers: object = {},
) {
	const parameters = Object.entries(query).map((each) => inQuery(...each));
	const { responses } = respond(body);
	const success = { ...responses["200"], headers };
	const get = { parameters, responses: { "200": success } };
	return openPaths({ "/books": { get } });
}

test.each(["meta", "pagination"])(
	"an object %s beside the records says where a page is",
	async (name) => {
		const place = object({
			...{ page: NUMBER, per_page: NUMBER, total_pages: NUMBER },
			total: { ...NUMBER, format: "int32" },
		});
		const paging = { page: NUMBER, per_page: NUMBER };
		const body = object({ data: BOOKS, [name]: place });
		await using mock = await openPages(body, paging);
		const page = await mock.read("/books?page=2&per_page=2");
		expect(page[name]).toEqual({
			...{ page: 2, per_page: 2, total: 5, total_pages: 3 },
		});
	},
);

test("a page shows the numbers of the next and the previous page, and null without one", async () => {
	const none = { type: ["integer", "null"] };
	const place = object({
		...{ page: NUMBER, per_page: NUMBER, total_entries: NUMBER },
		...{ last_page: NUMBER, next_page: none, previous_page: none },
	});
	const paging = { page: NUMBER, per_page: NUMBER };
	const body = object({ data: BOOKS, meta: object({ pagination: place }) });
	await using mock = await openPages(body, paging);
	const read = async (page: number) => {
		const { meta } = await mock.read(`/books?page=${page}&per_page=2`);
		return meta.pagination;
	};
	const all = { per_page: 2, total_entries: 5, last_page: 3 };
	expect([await read(1), await read(2), await read(3)]).toEqual([
		{ ...all, page: 1, next_page: 2, previous_page: null },
		{ ...all, page: 2, next_page: 3, previous_page: 1 },
		{ ...all, page: 3, next_page: null, previous_page: 2 },
	]);
});

const NEXT = { ...TEXT, type: ["string", "null"] };

test.each<[readonly string[], object]>([
	[
		["page_info", "next_cursor"],
		{ page_info: object({ has_more: FLAG, next_cursor: NEXT }) },
	],
	[
		["paging", "cursors", "after"],
		{ paging: object({ cursors: object({ after: NEXT }) }) },
	],
])("a cursor at %j leads to the next page", async (place, beside) => {
	const cursorOf = (page: unknown) => valueAt(page, ...place);
	const query = { cursor: TEXT, limit: NUMBER };
	const body = object({ messages: BOOKS, ...beside });
	await using mock = await openPages(body, query);
	const { body: first } = await mock.send("GET", "/books?limit=4");
	const cursor = cursorOf(first);
	const { body: last } = await mock.send("GET", `/books?cursor=${cursor}`);
	expect(last.messages).toHaveLength(1);
	expect(cursorOf(last)).toBeNull();
});

test("common names say where a page is beside the total of its records", async () => {
	const body = object({
		...{ content: BOOKS, totalElements: NUMBER, totalPages: NUMBER },
		...{ number: NUMBER, size: NUMBER, numberOfElements: NUMBER },
		...{ first: FLAG, last: FLAG },
	});
	const query = { page: { ...NUMBER, default: 0 }, size: NUMBER };
	await using mock = await openPages(body, query);
	const read = (search: string) => mock.read(`/books?${search}`);
	expect(await read("page=2&size=2")).toEqual({
		...{ content: [{ id: 1 }], totalElements: 5, totalPages: 3 },
		...{ number: 2, size: 2, numberOfElements: 1, first: false, last: true },
	});
	expect(await read("size=2")).toMatchObject({ first: true, last: false });
});

test("a count is the total if it is the only number beside the records", async () => {
	const body = object({ books: BOOKS, count: NUMBER });
	await using mock = await openPages(body, { limit: NUMBER });
	const page = await mock.read("/books?limit=2");
	expect(page.count).toBe(5);
});

test("required headers count the records of a list", async () => {
	const header = { required: true, schema: NUMBER };
	const headers = { "X-Total-Count": header, "X-Total-Pages": header };
	await using mock = await openPages(BOOKS, { limit: NUMBER }, headers);
	const response = await mock.fetch("/books?limit=2");
	expect(response.headers.get("x-total-count")).toBe("5");
	expect(response.headers.get("x-total-pages")).toBe("3");
});

test("an object that is no page keeps its own numbers", async () => {
	const box = object({ count: NUMBER, size: NUMBER, title: TEXT });
	await using mock = await openPages(object({ books: BOOKS, box }), {});
	const [plan] = mock.document.plans;
	expect(plan?.body?.byName.get("box")?.hasRoles).toBe(false);
});

test.each([
	[400, { "400": { description: "" } }],
	[200, {}],
])(
	"an unknown cursor gets %d, as the list documents",
	async (status, errors) => {
		const page = respond(object({ books: BOOKS, next_cursor: NEXT }));
		const parameters = [inQuery("cursor", TEXT)];
		const get = { parameters, ...also(page, errors) };
		await using mock = await openPaths({ "/books": { get } });
		const path = "/books?cursor=nonsense";
		expect((await mock.send("GET", path)).status).toBe(status);
	},
);
