import { expect, test } from "vitest";
import {
	also,
	array,
	may,
	NUMBER,
	object,
	respond,
	response,
	withPaths,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const NEW_BOOK = {
	type: "object",
	required: ["pages"],
	properties: {
		title: { type: "string" },
		pages: { type: "integer", minimum: 1 },
		tags: array({ type: "string" }),
		isbn: array(NUMBER),
		meta: may({ shelf: NUMBER }),
	},
};
const BOOK = {
	...NEW_BOOK,
	properties: { id: NUMBER, ...NEW_BOOK.properties },
};

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** Opens a mock of a document with one operation, and returns a function that sends it a body. */
async function open(
	content: object,
	{ method = "post", shown = BOOK as object, ...body }: Record<string, unknown>,
) {
	const errors = { 400: response(), 415: response(), 422: response() };
	const operation = {
		requestBody: { content, ...body },
		...also(respond(Object(shown)), errors),
	};
	const paths = { "/books": { [String(method)]: operation } };
	const mock = await openContent(withPaths(paths), { dataset: "empty" });
	return {
		[Symbol.asyncDispose]: mock.mock.close,
		send: async (
			type: string | undefined,
			sent: RequestInit["body"] = null,
		) => {
			const response = await mock.fetch("/books", {
				...{ method: String(method).toUpperCase(), body: sent },
				...(type !== undefined && { headers: { "content-type": type } }),
			});
			const text = await response.text();
			return response.status === 200 ? JSON.parse(text) : response.status;
		},
	};
}

const bytes = (...parts: (string | number)[]): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(
		parts.flatMap((each) =>
			typeof each === "number" ? each : [...new TextEncoder().encode(each)],
		),
	);

test("a form has texts, numbers, repeated values and objects as JSON", async () => {
	await using mock = await open({ [FORM]: { schema: NEW_BOOK } }, {});
	const form = new URLSearchParams({ title: "Ü & b", pages: "7" });
	for (const each of ["a", "b"]) form.append("tags", each);
	form.append("isbn", "5");
	form.append("meta", '{"shelf":3}');
	expect(await mock.send(`${FORM}; charset=utf-8`, `${form}`)).toEqual({
		...{ id: 1, title: "Ü & b", pages: 7, tags: ["a", "b"], isbn: [5] },
		meta: { shelf: 3 },
	});
	expect(await mock.send(FORM, "pages=many")).toBe(422);
	expect(await mock.send(FORM, "title=a")).toBe(422);
	expect(await mock.send(FORM, 'pages=1&meta={"shelf":"top"}')).toBe(422);
	expect(await mock.send(FORM, bytes("pages=1&title=", 0xff))).toBe(400);
});

test("a form has lists and objects as names with brackets, also where a property has brackets in its own name", async () => {
	const properties = {
		...NEW_BOOK.properties,
		authors: array(may({ name: { type: "string" }, born: NUMBER })),
		labels: { type: "object", additionalProperties: { type: "string" } },
		"formats[]": array({ type: "string" }),
	};
	const schema = { ...NEW_BOOK, properties };
	const shown = { ...schema, properties: { id: NUMBER, ...properties } };
	await using mock = await open({ [FORM]: { schema } }, { shown });
	const names = [
		...["pages=7", "tags[]=a", "tags[]=b", "isbn[0]=5", "meta[shelf]=3"],
		...["authors[0][name]=Ada", "authors[0][born]=1815"],
		...["authors[1][name]=Mary", "labels[kind]=novel", "formats[]=print"],
	];
	expect(await mock.send(FORM, names.join("&"))).toEqual({
		...{ id: 1, pages: 7, tags: ["a", "b"], isbn: [5], meta: { shelf: 3 } },
		authors: [{ name: "Ada", born: 1815 }, { name: "Mary" }],
		...{ labels: { kind: "novel" }, "formats[]": ["print"] },
	});
	expect(await mock.send(FORM, "pages=1&meta[shelf]=top")).toBe(422);
	const deep = `pages=1&x${"[a]".repeat(100_000)}=1`;
	expect(await mock.send(FORM, deep)).not.toBe(500);
});

test("a multipart body has the fields of its parts, whatever bytes they have", async () => {
	const properties = { ...NEW_BOOK.properties, cover: { type: "string" } };
	const schema = { ...NEW_BOOK, properties };
	await using mock = await open({ [MULTIPART]: { schema } }, {});
	const form = new FormData();
	form.append("title", "Ünder\r\n--x");
	form.append("pages", "7");
	form.append("tags", "a");
	form.append("tags", "b");
	form.append("meta", '{"shelf":3}');
	form.append("cover", new Blob([bytes(0xff, 0xfe, "\r\n--", 0)]), "a.png");
	expect(await mock.send(undefined, form)).toEqual({
		...{ id: 1, title: "Ünder\r\n--x", pages: 7, tags: ["a", "b"] },
		meta: { shelf: 3 },
	});
	const few = new FormData();
	few.append("title", "a");
	expect(await mock.send(undefined, few)).toBe(422);
});

test("a form whose schema is a text is not split", async () => {
	const content = { [FORM]: { schema: { type: "string", pattern: "^a=" } } };
	await using mock = await open(content, { shown: DONE });
	expect(await mock.send(FORM, "a=b, c & d")).toEqual({ done: true });
	expect(await mock.send(FORM, "b=a")).toBe(422);
});

test("a form with very many values of one name is read once", async () => {
	const schema = { type: "object" };
	const content = { [FORM]: { schema }, [MULTIPART]: { schema } };
	await using mock = await open(content, { shown: DONE });
	const done = { done: true };
	expect(await mock.send(FORM, "a&".repeat(100_000))).toEqual(done);
	const part = '--b\r\nContent-Disposition: name="a"\r\n\r\n\r\n';
	const parts = `${part.repeat(20_000)}--b--`;
	expect(await mock.send(`${MULTIPART}; boundary=b`, parts)).toEqual(done);
});

test("JSON in a form has the limits of a JSON body", async () => {
	const schema = may({ meta: { type: "object" } });
	const content = { [FORM]: { schema }, [MULTIPART]: { schema } };
	await using mock = await open(content, { shown: DONE });
	const nest = (depth: number) =>
		`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
	const parts = (meta: string) =>
		`--b\r\nContent-Disposition: form-data; name="meta"\r\n\r\n${meta}\r\n--b--`;
	const type = `${MULTIPART}; boundary=b`;
	for (const [sent, expected] of [
		[nest(127), { done: true }],
		[nest(128), 400],
		[nest(6_000), 400],
		['{"a":1e999}', 400],
	] as const) {
		expect(await mock.send(FORM, `meta=${sent}`)).toEqual(expected);
		expect(await mock.send(type, parts(sent))).toEqual(expected);
	}
});

const PART = 'Content-Disposition: form-data; name="pages"\r\n\r\n5\r\n';

test.each([
	["its boundary", "boundary=b", `--b\r\n${PART}--b--\r\n`, "read"],
	["a quoted boundary", 'boundary="b c"', `--b c\r\n${PART}--b c--`, "read"],
	[
		"names without quotes, as .NET writes them",
		"boundary=b",
		"--b\r\nContent-Disposition: form-data; name=pages; filename=a.txt\r\n\r\n5\r\n--b--",
		"read",
	],
	[
		"a folded header",
		"boundary=b",
		'--b\r\nContent-Disposition: form-data;\r\n filename="name=a";\r\n name="pages"\r\n\r\n5\r\n--b--',
		"read",
	],
	["text before it", "boundary=b", `Hi\r\n--b\r\n${PART}--b--`, "read"],
	["another boundary", "boundary=c", `--b\r\n${PART}--b--`, 400],
	["no boundary", "charset=utf-8", `--b\r\n${PART}--b--`, 400],
	["no end", "boundary=b", `--b\r\n${PART}--b`, 400],
	["a part without name", "boundary=b", "--b\r\nA: b\r\n\r\n5\r\n--b--", 400],
	["no part", "boundary=b", "--b--", 422],
])("a multipart body with %s", async (_, parameter, body, outcome) => {
	await using mock = await open({ [MULTIPART]: { schema: NEW_BOOK } }, {});
	const found = await mock.send(`${MULTIPART}; ${parameter}`, body);
	expect(outcome === "read" ? found.pages : found).toBe(
		outcome === "read" ? 5 : outcome,
	);
});

const DONE = may({ done: { const: true } });
const TEXT = { type: "string", minLength: 3 };

test("a text is the value, and bytes are none that a schema describes", async () => {
	const content = {
		"text/plain": { schema: TEXT },
		"application/octet-stream": { schema: { type: "object" } },
		"application/pdf": {},
	};
	await using mock = await open(content, { shown: DONE });
	expect(await mock.send("text/plain", "five")).toEqual({ done: true });
	expect(await mock.send("text/plain", "no")).toBe(422);
	const other = bytes(0xff, 0xfe, 0xfd);
	expect(await mock.send("text/plain", other)).toEqual({ done: true });
	expect(await mock.send("application/pdf", "%PDF")).toEqual({ done: true });
	expect(
		await mock.send("application/octet-stream", bytes(0xff, 0, 0xfe)),
	).toEqual({ done: true });
});

test("a range of media types has all of them, and JSON is read where it is one", async () => {
	await using images = await open(
		{ "image/*": { schema: { type: "string" } } },
		{ shown: DONE },
	);
	expect(await images.send("image/png", bytes(0xff))).toEqual({ done: true });
	expect(await images.send("text/plain", "a")).toBe(415);
	await using any = await open(
		{ "*/*": { schema: NEW_BOOK } },
		{ shown: DONE },
	);
	expect(await any.send("text/csv", "a,b")).toEqual({ done: true });
	expect(await any.send("application/json", "{}")).toBe(422);
	expect(await any.send("application/json", '{"pages":1}')).toEqual({
		done: true,
	});
});

test.each(["charset=utf-8", "odata=verbose"])(
	"JSON may have %s in the document",
	async (parameter) => {
		const content = {
			[`application/json; ${parameter}`]: { schema: NEW_BOOK },
		};
		await using mock = await open(content, {});
		for (const type of ["application/json", "application/json;charset=UTF-8"])
			expect(await mock.send(type, '{"pages":1}')).toMatchObject({ pages: 1 });
		expect(await mock.send("application/json", "{}")).toBe(422);
		expect(await mock.send("application/json", "{")).toBe(400);
	},
);

test("each media type has its own schema, and others are not taken", async () => {
	const other = { type: "object", required: ["title"] };
	const content = {
		"application/json": { schema: NEW_BOOK },
		"application/merge-patch+json": { schema: other },
		[FORM]: { schema: other },
	};
	await using mock = await open(content, { shown: DONE });
	expect(await mock.send("application/json", '{"title":"a"}')).toBe(422);
	const second = "application/merge-patch+json";
	expect(await mock.send(second, '{"title":"a"}')).toEqual({ done: true });
	expect(await mock.send(second, '{"pages":1}')).toBe(422);
	expect(await mock.send(FORM, "title=a")).toEqual({ done: true });
	expect(await mock.send(FORM, "pages=1")).toBe(422);
	expect(await mock.send("text/plain", "a")).toBe(415);
	expect(await mock.send(undefined, bytes("{}"))).toBe(415);
});

test("a body may be missing unless it is required, but not wrong", async () => {
	const content = { "application/json": { schema: NEW_BOOK } };
	await using optional = await open(content, { shown: DONE });
	expect(await optional.send(undefined)).toEqual({ done: true });
	expect(await optional.send("application/json", "{}")).toBe(422);
	await using required = await open(content, { shown: DONE, required: true });
	expect(await required.send(undefined)).toBe(415);
	expect(await required.send("application/json", '{"pages":1}')).toEqual({
		done: true,
	});
});

test.each(["get", "delete"])(
	"a %s may be sent without its body",
	async (method) => {
		await using mock = await open(
			{ "application/json": { schema: NEW_BOOK } },
			{ method, required: true, shown: DONE },
		);
		expect(await mock.send(undefined)).toEqual({ done: true });
	},
);

test("what is beside the object of a record is not stored", async () => {
	const book = { ...NEW_BOOK, additionalProperties: {} };
	const schema = object({ book });
	await using mock = await open(
		{ "application/json": { schema } },
		{ shown: { ...BOOK, additionalProperties: {} } },
	);
	const sent = { book: { pages: 7, colour: "red" }, shelf: 3 };
	expect(await mock.send("application/json", JSON.stringify(sent))).toEqual({
		...{ id: 1, pages: 7, colour: "red" },
	});
});
