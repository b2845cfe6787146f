import { describe, expect, test } from "vitest";
import {
	array,
	list,
	NUMBER,
	object,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const BOOK = object({ id: TEXT, genre: TEXT });
const limit = { name: "limit", in: "query", schema: NUMBER };
const tags = { ...{ name: "tags", in: "query" }, schema: array(TEXT) };
const filter = {
	...{ name: "filter", in: "query", style: "deepObject" },
	schema: object({ genre: TEXT }),
};

/** Opens a mock of a list, and returns how many books it shows, or what it rejects. */
async function open(operation: object, others: object = {}) {
	const document = withOperation({ ...list(BOOK), ...operation }, others);
	const mock = await openContent(document);
	return {
		[Symbol.asyncDispose]: () => mock[Symbol.asyncDispose](),
		async ask(query: string) {
			const { status, body } = await mock.send("GET", `/books?${query}`);
			return status === 200 ? body.length : body.errors;
		},
	};
}

const rejects = (parameter: string, detail: string) => [{ parameter, detail }];

describe("a parameter that is sent more than once", () => {
	test.each([
		["first", 2],
		["last", 3],
	])(
		"counts as the %s one where the document says so",
		async (takes, count) => {
			await using mock = await open({
				parameters: [{ ...limit, "x-repeated": takes }],
			});
			expect(await mock.ask("limit=2&limit=3")).toBe(count);
		},
	);

	test("is rejected otherwise", async () => {
		await using mock = await open({ parameters: [limit] });
		expect(await mock.ask("limit=2&limit=3")).toEqual(
			rejects("limit", "is sent more than once"),
		);
	});
});

test("an empty parameter is none where the document says so, and is rejected otherwise", async () => {
	await using ignoring = await open({
		parameters: [{ ...limit, "x-empty": "ignored" }],
	});
	expect(await ignoring.ask("limit=")).toBe(5);
	expect(await ignoring.ask("limit=&limit=2")).toBe(2);
	await using strict = await open({ parameters: [limit] });
	expect(await strict.ask("limit=")).toEqual(rejects("limit", "is empty"));
});

describe("an unknown parameter", () => {
	const parameters = [limit, tags, filter];
	const rule = { "x-unknown-parameters": "rejected" };

	test("is ignored where the document does not say otherwise", async () => {
		await using mock = await open({ parameters });
		expect(await mock.ask("color=red")).toBe(5);
	});

	test("is rejected by an operation that says so, and known ones are not", async () => {
		await using mock = await open({ parameters, ...rule });
		expect(await mock.ask("color=red&limit=2")).toEqual(
			rejects("color", "is unknown"),
		);
		expect(await mock.ask("limit=2&tags=a&tags=b")).toBe(2);
		expect(await mock.ask("filter[genre]=none")).toBe(5);
		const long = `${"[".repeat(200_000)}\n`;
		expect(await mock.ask(encodeURIComponent(long))).toEqual(
			rejects(long, "is unknown"),
		);
	});

	test("is rejected by each operation of a document that says so, but for those that do not", async () => {
		const key = { type: "apiKey", in: "query", name: "key" };
		const others = {
			...{ ...rule, security: [{ key: [] }] },
			components: { securitySchemes: { key } },
		};
		await using mock = await open({ parameters }, others);
		expect(await mock.ask("key=k&color=red")).toEqual(
			rejects("color", "is unknown"),
		);
		expect(await mock.ask("key=k&limit=1")).toBe(1);
		const own = { parameters, "x-unknown-parameters": "ignored" };
		await using lenient = await open(own, others);
		expect(await lenient.ask("key=k&color=red")).toBe(5);
	});
});
