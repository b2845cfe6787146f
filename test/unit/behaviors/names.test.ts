import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
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

test.each(["constructor", "toString", "hasOwnProperty"])(
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
	const request = new Request("http://zaps.test/v1/zaps", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ name: "A", "": 1 }),
	});
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

test("an alias that refers to itself is explained", async () => {
	const file = await write({
		"api.yaml": "openapi: 3.1.0\npaths: {}\nx-foo: &a\n  b: *a\n",
	});
	await expect(loadDocument(file)).rejects.toThrow(
		"an alias refers to a value that contains the alias. Use a $ref instead.",
	);
});
