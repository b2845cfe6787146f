import { expect, test } from "vitest";
import { createControl } from "../../../src/control/create-control.ts";
import { createPathFinder } from "../../../src/document/path-template.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { LENDING } from "./open-lending.ts";

const BOOK = "/books/00000000-0000-4000-8000-000000000001";

/** Creates a mock of the lending below /api. */
async function openBelow() {
	const document = await loadDocument(LENDING);
	const mock = createServiceEngine({ document, basePath: "/api" });
	return {
		mock,
		send: async (method: string, path: string, headers = {}) =>
			mock.fetch(new Request(`http://a.test/api${path}`, { method, headers })),
		control: createControl(mock.context),
		[Symbol.asyncDispose]: mock.close,
	};
}

test.each([
	["/books/latest", "/books/latest", {}],
	["/books/7", "/books/{id}", { id: "7" }],
	["/books/7:reserve", "/books/{id}:reserve", { id: "7" }],
	[
		"/books/7/cover.png",
		"/books/{id}/cover.{format}",
		{ id: "7", format: "png" },
	],
	["/books/a%2Fb%20c", "/books/{id}", { id: "a/b c" }],
	["/books/%zz", "/books/{id}", { id: "%zz" }],
	["/a/x/c", "/{b}/x/c", { b: "a" }],
	["/%E6%9B%B8%e7%b1%8d/7", "/書籍/{id}", { id: "7" }],
])("%s leads to %s", (path, template, parameters) => {
	const find = createPathFinder(
		[
			...["/books/{id}", "/books/latest", "/books/{id}:reserve"],
			...["/books/{id}/cover.{format}", "/a/{b}/d", "/{b}/x/c"],
			"/書籍/{id}",
		].map((each) => [each, each]),
	);
	const [first] = find(path);
	expect(first).toEqual({ value: template, parameters });
});

test.each([
	"/books",
	"/books/",
	"/books/7/",
	"/books/7/cover.",
	"/books//cover.png",
])("%s leads to no path with parameters", (path) => {
	const find = createPathFinder(
		["/books/{id}", "/books/{id}/cover.{format}"].map((each) => [each, each]),
	);
	expect([...find(path)]).toEqual([]);
});

test.each([
	["{year}-{month}-{day}.json", "2026-11-23.json", ["2026", "11", "23"]],
	["{year}-{month}-{day}.json", "a--b-c.json", ["a", "-b", "c"]],
	["{year}-{month}-{day}.json", "a-b-c-d.json", ["a", "b", "c-d"]],
	["{year}-{month}-{day}.json", "a-b-.json", undefined],
	["{year}-{month}-{day}.json", "-b-c.json", undefined],
	["{year}-{month}-{day}.json", "a-b.json", undefined],
	["v{major}.{minor}", "v1.2.3", ["1", "2.3"]],
	["v{major}.{minor}", "v..5", [".", "5"]],
	["{a}{b}", "xyz", ["x", "yz"]],
	["{a}{b}", "x", undefined],
	["a{b}a", "aa", undefined],
	["a{b}a", "aaa", ["a"]],
])("a segment %s reads %s as %j", (template, segment, expected) => {
	const find = createPathFinder([[`/${template}`, true]]);
	const [found] = find(`/${segment}`);
	expect(found && Object.values(found.parameters)).toEqual(expected);
});

test("a long segment that nearly matches several parameters is read once", () => {
	const template = "/{year}-{month}-{day}-{hour}.json";
	const find = createPathFinder([[template, true]]);
	expect([...find(`/${"-".repeat(400_000)}`)]).toEqual([]);
	expect([...find(`/${"a".repeat(400_000)}-b-c-d.json`)]).toHaveLength(1);
});

test("an operation with parameters in its path has an entry in the journal, faults and preferences", async () => {
	await using lending = await openBelow();
	await lending.control.addFaults([
		{
			...{ operation: "getCover", kind: "status", status: 503, times: 1 },
			force: true,
		},
	]);
	const path = `${BOOK}/cover.png`;
	expect((await lending.send("GET", path)).status).toBe(503);
	expect(await (await lending.send("GET", path)).json()).toEqual({
		url: "/cover",
	});
	const prefer = { prefer: "code=404" };
	expect((await lending.send("GET", path, prefer)).status).toBe(404);
	const head = await lending.send("HEAD", path);
	expect([head.status, await head.text()]).toEqual([200, ""]);
	const { requests } = await lending.control.requests({});
	expect(requests.map(({ operation }) => operation)).toEqual(
		Array(4).fill("getCover"),
	);
});

test("a path with parameters has its methods, also those of a path that is more general", async () => {
	await using lending = await openBelow();
	const wrong = await lending.send("PROPFIND", BOOK);
	expect(wrong.status).toBe(405);
	expect(wrong.headers.get("allow")).toBe("GET, HEAD, PUT, PATCH, DELETE");
	expect(await wrong.json()).toMatchObject({
		detail: expect.stringContaining("not defined for /api/books/{bookId}."),
	});
	const latest = await lending.send("GET", "/books/latest");
	expect(await latest.json()).toEqual({ isLatest: true });
	const { requests } = await lending.control.requests({ limit: 1 });
	expect(requests[0]?.operation).toBe("GET /books/latest");
	const other = await lending.send("PROPFIND", "/books/latest");
	expect(other.headers.get("allow")).toBe("GET, HEAD, PUT, PATCH, DELETE");
});

test.each([
	[
		`${BOOK}/`,
		"getBook",
		"extra slash; the operation is at /api/books/{bookId}",
	],
	[
		"/boks/7/cover.png",
		"getCover",
		"the path is /api/books/{bookId}/cover.{format}",
	],
	["/members/1/loan", "listLoans", "the path is /api/members/{memberId}/loans"],
])("an unknown path %s is near %s", async (path, operation, why) => {
	await using lending = await openBelow();
	const response = await lending.send("GET", path);
	expect(response.status).toBe(404);
	const { nearest } = await response.json();
	expect(nearest[0]).toEqual({ operation, why: expect.stringContaining(why) });
});

test("a very long unknown path is compared with the operations by its beginning", async () => {
	await using lending = await openBelow();
	const path = `/boks/${"x".repeat(300_000)}/cover.png`;
	const response = await lending.send("GET", path);
	expect(response.status).toBe(404);
	const { nearest } = await response.json();
	expect(nearest[0]).toMatchObject({ operation: "getCover" });
});

test("a value in the path that violates its schema gets 404 if the operation lists no status for invalid requests", async () => {
	await using lending = await openBelow();
	const response = await lending.send("GET", "/books/7");
	expect(response.status).toBe(404);
	expect(await response.json()).toEqual({
		code: expect.any(String),
		message: expect.stringContaining("The path parameter bookId "),
	});
});
