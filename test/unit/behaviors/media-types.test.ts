import { describe, expect, test } from "vitest";
import { createContract } from "../../../src/checks/create-contract.ts";
import { createMock } from "../../../src/entries/index.ts";
import { NUMBER, object, withOperation } from "../../support/openapi.ts";
import { received } from "../../support/received.ts";
import { judgeBooks } from "./judge-books.ts";
import { loadContent } from "./write-document.ts";

const OBJECT = object({ ok: { type: "boolean" } });
const TEXT = { type: "string", const: "fine" };

async function load(response: object) {
	const responses = { "200": { description: "", ...response } };
	const components = { headers: { Rate: { required: true, schema: NUMBER } } };
	const operation = withOperation({ responses }, { components });
	const document = await loadContent(operation);
	const { judge, find } = judgeBooks(document);
	const receive = (type: string, text: string, headers = {}) =>
		received(200, text, { "content-type": type, ...headers });
	return {
		document,
		respond: async () => {
			const { fetch } = createMock({ document });
			const response = await fetch(new Request("http://books.test/books"));
			return [
				response.headers.get("content-type"),
				await response.text(),
				response.headers.get("x-rate"),
			];
		},
		find: (...received: Parameters<typeof receive>) =>
			find(receive(...received)),
		judge: (...received: Parameters<typeof receive>) =>
			judge(receive(...received)).map(({ where }) => where),
	};
}

const JSON_TYPE = "application/json";

describe.each(["*/*", "application/*"])("the media type %s", (range) => {
	test("is JSON in the mock, and any of the range in a service", async () => {
		const content = { [range]: { schema: OBJECT } };
		const { respond, find, judge } = await load({ content });
		expect(await respond()).toEqual([JSON_TYPE, '{"ok":false}', null]);
		for (const type of [JSON_TYPE, "application/hal+json"]) {
			expect(find(type, '{"ok":true}')).toBeUndefined();
			expect(judge(type, '{"ok":true}')).toEqual([]);
			expect(find(type, "{}")).toContain("is required");
			expect(judge(type, "{}")).toEqual(["$.ok"]);
		}
		expect(find("application/xml", "<ok/>")).toBeUndefined();
		expect(judge("application/xml", "<ok/>")).toEqual([]);
	});
});

test("a text of any type is plain text in the mock", async () => {
	const { respond } = await load({ content: { "*/*": { schema: TEXT } } });
	expect(await respond()).toEqual(["text/plain", "fine", null]);
});

test("a service may choose any of the documented media types", async () => {
	const content = {
		...{ "text/plain": { schema: TEXT }, [JSON_TYPE]: { schema: OBJECT } },
	};
	const { find, judge, document } = await load({ content });
	expect(find("text/plain", "fine")).toBeUndefined();
	expect(judge("text/plain", "fine")).toEqual([]);
	expect(find(JSON_TYPE, '{"ok":true}')).toBeUndefined();
	expect(judge(JSON_TYPE, '{"ok":true}')).toEqual([]);
	expect(find(JSON_TYPE, "{}")).toContain("is required");
	expect(judge(JSON_TYPE, "{}")).toEqual(["$.ok"]);
	expect(judge("text/html", "fine")).toEqual(["header content-type"]);
	expect(JSON.stringify(createContract(document).pact)).not.toContain(
		"Content-Type",
	);
});

test("the pact does not choose one of several forms", async () => {
	const schema = { oneOf: [object({ zz: {} }), OBJECT] };
	const content = { [JSON_TYPE]: { schema } };
	const { find, document } = await load({ content });
	expect(find(JSON_TYPE, '{"ok":true}')).toBeUndefined();
	expect(JSON.stringify(createContract(document).pact)).not.toContain("zz");
});

test.each([
	{ required: true, schema: NUMBER },
	{ $ref: "#/components/headers/Rate" },
])("a required header is sent, and missed: %j", async (header) => {
	const { respond, find, judge } = await load({
		content: { [JSON_TYPE]: { schema: OBJECT } },
		headers: { "X-Rate": header },
	});
	expect(await respond()).toEqual([JSON_TYPE, '{"ok":false}', "0"]);
	expect(find(JSON_TYPE, '{"ok":true}')).toBe("the header x-rate is required");
	expect(judge(JSON_TYPE, '{"ok":true}')).toEqual(["header x-rate"]);
	expect(find(JSON_TYPE, '{"ok":true}', { "x-rate": "5" })).toBeUndefined();
});

test.each([
	["text/html", "sandbox"],
	["text/plain", null],
	[JSON_TYPE, null],
])(
	"a record sent as %s has the policy %s, since its scripts may not use the control API",
	async (type, policy) => {
		const { document } = await load({
			content: { [type]: { schema: OBJECT } },
		});
		const { fetch } = createMock({ document });
		const { headers } = await fetch(new Request("http://books.test/books"));
		expect(headers.get("content-security-policy")).toBe(policy);
	},
);
