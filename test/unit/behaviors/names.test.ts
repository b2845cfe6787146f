import { expect, test } from "vitest";
import { createMock, defineHandler } from "../../../src/entries/index.ts";
import {
	inPath,
	list,
	may,
	NUMBER,
	object,
	respond,
	role,
	TEXT,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { postJson } from "../../support/post-json.ts";
import { openPaths } from "./open-paths.ts";
import { loadContent } from "./write-document.ts";

const BOOK = may({ id: role("book.id", NUMBER) });

const describePath = (name: string) => ({
	post: { operationId: name, "x-resource": name, ...respond(BOOK) },
	get: { operationId: `${name} list`, "x-resource": name, ...list(BOOK) },
});

test.each(["constructor", "toString", "hasOwnProperty", "then"])(
	"an operation and a collection may be named %s",
	async (name) => {
		await using mock = await openPaths({ "/books": describePath(name) });
		const create = async () => (await mock.send("POST", "/books")).body;
		expect(await create()).toEqual({ id: 6 });
		await mock.control.setState({});
		expect(await create()).toEqual({ id: 1 });
		expect(await mock.read("/books")).toEqual([{ id: 1 }]);
	},
);

test("a property may have an empty name", async () => {
	const { fetch } = createMock();
	const request = new Request(
		"http://zaps.test/v1/zaps",
		postJson({ name: "A", "": 1 }),
	);
	expect(await (await fetch(request)).json()).toMatchObject({
		id: expect.stringMatching(/^zap_(?!0{26})/),
		"": 1,
	});
});

test.each(["operationId", "x-resource"])(
	"%s must not be __proto__",
	async (keyword) => {
		const operation = withOperation({
			...respond(BOOK),
			[keyword]: "__proto__",
		});
		await expect(loadContent(operation)).rejects.toThrow(
			"the name __proto__ cannot be used. Choose another operationId or x-resource",
		);
	},
);

test("a parameter of a path may be named __proto__", async () => {
	const name = "__proto__";
	const item = {
		parameters: [
			{ name, in: "path", required: true, schema: { minLength: 2 } },
		],
		get: { operationId: "getBook", ...respond({ type: "object" }) },
	};
	const paths = { [`/books/{${name}}`]: item };
	const { fetch } = createMock({
		document: await loadContent(withPaths(paths)),
		handlers: [
			defineHandler("getBook" as "getHealth", ({ path, reply }) =>
				reply(200, { read: Object.entries(path) } as never),
			),
		],
	});
	const send = async (id: string, init?: RequestInit) => {
		const url = `http://books.test/books/${id}`;
		return (await fetch(new Request(url, init))).json();
	};
	expect(await send("some")).toEqual({ read: [[name, "some"]] });
	expect(await send("a")).toMatchObject({ status: 400 });
});

test.each(["application/json", "application/merge-patch+json"])(
	"a change of __proto__ as %s changes no other property",
	async (type) => {
		const id = TEXT;
		const open = { additionalProperties: true };
		const book = { ...object({ id, title: TEXT }), ...open };
		const content = { [type]: { schema: { type: "object", ...open } } };
		await using mock = await openPaths({
			"/books": { get: list(book) },
			"/books/{id}": {
				...{ ...inPath("id"), get: respond(book) },
				patch: { requestBody: { content }, ...respond(book) },
			},
		});
		const [first] = await mock.read("/books");
		const proto = { polluted: 1 };
		const sent = JSON.parse(
			`{"title":"A","__proto__":{"polluted":1},"meta":{"__proto__":{"polluted":1}}}`,
		);
		const path = `/books/${first.id}`;
		const sentAs = { "content-type": type };
		const { body } = await mock.send("PATCH", path, sent, sentAs);
		expect(Object.keys(body)).toEqual(["id", "title", "__proto__", "meta"]);
		expect(Object.entries(body.meta)).toEqual([["__proto__", proto]]);
	},
);

test("an alias that refers to itself is explained", async () => {
	await expect(
		loadContent("openapi: 3.1.0\npaths: {}\nx-foo: &a\n  b: *a\n"),
	).rejects.toThrow(
		"an alias refers to a value that contains the alias. Use a $ref instead.",
	);
});
