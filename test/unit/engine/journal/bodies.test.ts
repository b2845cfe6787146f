import { expect, test } from "vitest";
import type { JournalEntry } from "../../../../src/journal/entry.ts";
import { createTestMock, type TestMock } from "../test-mock.ts";

const KEPT = 65_536;

const newest = async (mock: TestMock): Promise<JournalEntry> => {
	const { requests } = await mock.requests({ limit: 1 });
	if (!requests[0]) throw new Error("The journal is empty.");
	return requests[0];
};

/** Creates the JSON of a zap, `length` bytes long. */
const createZapJson = (length: number): string =>
	'{"name":"n","note":"x"}'.replace("x", "x".repeat(length - 22));

test.each([KEPT, KEPT + 1, 1_048_576])(
	"keeps a request body of %i bytes whole, and truncates the response at 64 KiB",
	async (length) => {
		await using mock = createTestMock();
		const sent = createZapJson(length);
		const { body } = await mock.post("/v1/zaps", sent);
		expect(body).toMatchObject(JSON.parse(sent));
		const { request, response } = await newest(mock);
		expect(request.body).toEqual(JSON.parse(sent));
		expect(response.truncated).toBe(true);
		expect(response.body).toBe(JSON.stringify(body).slice(0, KEPT));
	},
);

test("truncates a response between characters", async () => {
	await using mock = createTestMock();
	for (const shift of ["", "x"]) {
		const zap = { name: "n", note: shift + "😀".repeat(KEPT / 2) };
		await mock.post("/v1/zaps", zap);
		const { response } = await newest(mock);
		expect(`${response.body}`.isWellFormed()).toBe(true);
		expect(response.body).not.toContain("\ufffd");
	}
});

test.each([1, KEPT + 1])(
	"replaces an invalid UTF-8 byte before %i valid ones",
	async (length) => {
		await using mock = createTestMock();
		const bytes = new Uint8Array(length + 1).fill("x".charCodeAt(0));
		bytes[0] = 0xff;
		expect((await mock.post("/v1/command", bytes)).status).toBe(400);
		const { request } = await newest(mock);
		expect(request.body).toBe(`\ufffd${"x".repeat(length)}`);
	},
);

test.each([
	["null", null],
	['"a"', "a"],
	["12345678901234567890", 12345678901234567000],
	['{"a":1,"a":2}', { a: 2 }],
	['{ "a": 1 }', { a: 1 }],
])("keeps the text of %s, which its parsed value loses", async (text, body) => {
	await using mock = createTestMock();
	await mock.post("/v1/command", text);
	expect((await newest(mock)).request).toMatchObject({ body, text });
});

test("keeps no second copy of a body that its parsed value shows exactly", async () => {
	await using mock = createTestMock();
	for (const text of ['{"a":[1,null]}', "5", "not JSON"]) {
		await mock.post("/v1/command", text);
		expect((await newest(mock)).request).not.toHaveProperty("text");
	}
});

test("keeps no body that was rejected as too large", async () => {
	await using mock = createTestMock();
	const { body } = await mock.post("/v1/zaps", createZapJson(1_048_577));
	expect(body).toMatchObject({ detail: expect.stringContaining("1048576") });
	const { status, request } = await newest(mock);
	expect([status, request.body]).toEqual([413, null]);
});

test("keeps properties named like those of Object.prototype as data", async () => {
	await using mock = createTestMock();
	const text = '{"name":"n","__proto__":{"polluted":1},"constructor":1}';
	await mock.post("/v1/zaps?__proto__=x&constructor=y&constructor=z", text);
	const { request, query } = await newest(mock);
	expect(JSON.stringify(request.body)).toBe(text);
	expect(Object.entries(query)).toEqual([
		["__proto__", "x"],
		["constructor", ["y", "z"]],
	]);
	expect(Object.prototype).not.toHaveProperty("polluted");
});
