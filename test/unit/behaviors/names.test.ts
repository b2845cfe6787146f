import { expect, test } from "vitest";
import { createMock, defineHandler } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { postJson } from "../../support/post-json.ts";
import { inPath, list, object, openPaths, TEXT } from "./open-paths.ts";
import { respond, withOperation, write } from "./write-document.ts";

const BOOK = {
	type: "object",
	properties: { id: { type: "integer", "x-role": "book.id" } },
};

const describePath = (name: string) => ({
	post: { operationId: name, "x-resource": name, ...respond(BOOK) },
	get: {
		...{ operationId: `${name} list`, "x-resource": name },
		...respond({ type: "array", items: BOOK }),
	},
});

test.each(["constructor", "toString", "hasOwnProperty", "then"])(
	"an operation and a collection may be named %s",
	async (name) => {
		const paths = { "/books": describePath(name) };
		const file = await write({ "api.json": { ...withOperation({}), paths } });
		const { control, fetch } = createMock({
			document: await loadDocument(file),
		});
		const send = async (method: string) => {
			const url = "http://books.test/books";
			return (await fetch(new Request(url, { method }))).json();
		};
		expect(await send("POST")).toEqual({ id: 6 });
		await control.setState({});
		expect(await send("POST")).toEqual({ id: 1 });
		expect(await send("GET")).toEqual([{ id: 1 }]);
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
		const file = await write({ "api.json": operation });
		await expect(loadDocument(file)).rejects.toThrow(
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
	const file = await write({ "api.json": { ...withOperation({}), paths } });
	const { fetch } = createMock({
		document: await loadDocument(file),
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
		const id = { type: "string" };
		const open = { additionalProperties: true };
		const book = { ...object({ id, title: TEXT }), ...open };
		const content = { [type]: { schema: { type: "object", ...open } } };
		await using mock = await openPaths(
			{
				"/books": { get: list(book) },
				"/books/{id}": {
					...{ ...inPath("id"), get: respond(book) },
					patch: { requestBody: { content }, ...respond(book) },
				},
			},
			"default",
		);
		const [first] = (await mock.send("GET", "/books")).body;
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
	const file = await write({
		"api.yaml": "openapi: 3.1.0\npaths: {}\nx-foo: &a\n  b: *a\n",
	});
	await expect(loadDocument(file)).rejects.toThrow(
		"an alias refers to a value that contains the alias. Use a $ref instead.",
	);
});
