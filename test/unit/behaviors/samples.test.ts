import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import {
	also,
	list,
	NUMBER,
	object,
	respond,
	response,
	role,
	TEXT,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";
import { openPaths } from "./open-paths.ts";
import { write } from "./write-document.ts";

const JSON_TYPE = "application/json";

/** A report, which is no record. */
const REPORT = object({
	text: { type: "string", minLength: 3 },
	pages: { type: "integer", minimum: 1, maximum: 9 },
});

/** Returns the status, the type and the text of what the operation responds with. */
async function read(response: object, components = {}) {
	const responses = { "200": { description: "", ...response } };
	const document = withOperation({ responses }, { components });
	await using mock = await openContent(document);
	const received = await mock.fetch("/books");
	return {
		type: received.headers.get("content-type"),
		text: await received.text(),
	};
}

const readJson = async (content: object, components = {}) =>
	JSON.parse(
		(await read({ content: { [JSON_TYPE]: content } }, components)).text,
	);

test("examples of properties that together match two alternatives are not used", async () => {
	const status = (others: object) => ({ ...TEXT, example: "0", ...others });
	const schema = {
		oneOf: [
			{ properties: { code: status({}) } },
			{ properties: { code: status({ enum: ["0", "1"] }) } },
		],
	};
	const { code } = await readJson({ schema });
	expect(["0", "1"]).not.toContain(code);
	expect(code).toMatch(/./);
});

const VALID = { text: "Rain", pages: 3 };

test("an example of the document is the response if it is valid, and else a sample", async () => {
	expect(await readJson({ schema: REPORT, example: VALID })).toEqual(VALID);
	const examples = { wrong: { value: { text: "" } }, right: { value: VALID } };
	expect(await readJson({ schema: REPORT, examples })).toEqual(VALID);
	expect(
		await readJson(
			{ schema: REPORT, examples: { a: { $ref: "#/components/examples/A" } } },
			{ examples: { A: { value: VALID } } },
		),
	).toEqual(VALID);
	const made = {
		text: expect.stringMatching(/.{3}/),
		pages: expect.toSatisfy((each) => each >= 1 && each <= 9),
	};
	expect(await readJson({ schema: REPORT })).toEqual(made);
	expect(
		await readJson({ schema: REPORT, example: { text: "Rain", pages: 10 } }),
	).toEqual(made);
	expect(await readJson({ example: { any: 1 } })).toEqual({ any: 1 });
});

test("a shared schema of another document version is sampled as it is written there", async () => {
	const Report = {
		...{ type: "object", required: ["a", "b"] },
		properties: {
			a: { type: "string", nullable: true, enum: [null] },
			b: { type: "integer", minimum: 4, exclusiveMinimum: true, maximum: 5 },
		},
	};
	const schema = { $ref: "#/components/schemas/Report" };
	const document = {
		...withOperation(respond(schema), { components: { schemas: { Report } } }),
		openapi: "3.0.3",
	};
	await using mock = await openContent(document);
	expect(await mock.read("/books")).toEqual({ a: null, b: 5 });
});

test("a response whose own schema requires what is write-only has a sample without it", async () => {
	const properties = {
		text: { type: "string", minLength: 3, maxLength: 3 },
		secret: { type: "string", writeOnly: true },
	};
	const schema = { ...REPORT, required: ["text", "secret"], properties };
	expect(await readJson({ schema })).toEqual({
		text: expect.stringMatching(/^.{3}$/),
	});
});

test("two mocks of the same document respond with the same, and two operations with different samples", async () => {
	const get = respond({
		...{ type: "object", required: ["note"] },
		properties: { note: TEXT, by: TEXT },
	});
	const document = withPaths({ "/a": { get }, "/b": { get } });
	const file = await write({ "api.json": document });
	const texts = async (seed: number) => {
		const { fetch } = createMock({ document: await loadDocument(file), seed });
		const responses = await Promise.all(
			["/a", "/b", "/a"].map((path) =>
				fetch(new Request(`http://a.test${path}`)),
			),
		);
		return Promise.all(responses.map((each) => each.text()));
	};
	const first = await texts(1);
	expect(await texts(2)).toEqual(first);
	expect(first[2]).toBe(first[0]);
	expect(first[1]).not.toBe(first[0]);
});

test("a response without content has no body", async () => {
	expect(await read({})).toEqual({ type: null, text: "" });
});

test("of several media types, the first one is the response", async () => {
	const json = { schema: { const: { is: "JSON" } } };
	const text = { schema: { const: "is text" } };
	expect(
		await read({ content: { "text/csv": text, [JSON_TYPE]: json } }),
	).toEqual({ type: "text/csv", text: "is text" });
	expect(
		await read({ content: { [JSON_TYPE]: json, "text/csv": text } }),
	).toEqual({ type: JSON_TYPE, text: '{"is":"JSON"}' });
});

test.each([
	[{ example: "a,b\n1,2" }, "a,b\n1,2"],
	[{ schema: TEXT, example: "a,b" }, "a,b"],
	// The subject of the example does not affect its text.
	[{ schema: { type: "object" }, example: "a,b" }, "a,b"],
	[{ schema: { type: "string", enum: ["x,y"] } }, "x,y"],
])(
	"a response of another type than JSON is a text: %j",
	async (content, text) => {
		expect(await read({ content: { "text/csv": content } })).toEqual({
			...{ type: "text/csv", text },
		});
	},
);

test("a rejection has a valid example of its response, or a sample", async () => {
	const error = object({ reason: { ...TEXT, pattern: "^E[0-9]{3}$" } });
	const document = withOperation(
		also(respond(REPORT), { 503: response(error) }),
	);
	await using mock = await openContent(document);
	const prefer = { prefer: "code=503" };
	expect(await mock.send("GET", "/books", undefined, prefer)).toMatchObject({
		...{ status: 503, body: { reason: expect.stringMatching(/^E\d{3}$/) } },
	});
});

test("a collection that is only listed has as many samples with the role of an id as without it", async () => {
	const id = role("book.id", NUMBER);
	await using mock = await openPaths({
		"/books": { get: list(object({ id, name: TEXT })) },
	});
	const { body } = await mock.send("GET", "/books");
	expect(body.map(({ id }: { id: number }) => id)).toEqual([5, 4, 3, 2, 1]);
	for (const { name } of body) expect(name).toEqual(expect.any(String));
});
