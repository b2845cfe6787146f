import { expect, test } from "vitest";
import type { JournalEntry } from "../../../../src/journal/entry.ts";
import { createTestMock, type TestMock } from "../test-mock.ts";

const KEPT = 65_536;

const newest = async ({ control }: TestMock): Promise<JournalEntry> => {
	const { requests } = await control.requests({ limit: 1 });
	if (!requests[0]) throw new Error("The journal is empty.");
	return requests[0];
};

const textOf = ({ body }: JournalEntry["request"]): string => {
	expect(typeof body).toBe("string");
	return String(body);
};

/** Creates the JSON of a zap, `length` bytes long. */
const createZapJson = (length: number): string =>
	'{"name":"n","note":"x"}'.replace("x", "x".repeat(length - 22));

test("keeps a body of 64 KiB complete", async () => {
	await using mock = createTestMock();
	const sent = createZapJson(KEPT);
	expect((await mock.post("/v1/zaps", sent)).status).toBe(201);
	const { request } = await newest(mock);
	expect(request.body).toEqual(JSON.parse(sent));
	expect(request).not.toHaveProperty("truncated");
});

test.each([KEPT + 1, 4 * KEPT])(
	"truncates and marks a recorded body of %i bytes at 64 KiB, but not the response",
	async (length) => {
		await using mock = createTestMock();
		const sent = createZapJson(length);
		const { body } = await mock.post("/v1/zaps", sent);
		expect(body).toMatchObject(JSON.parse(sent));
		const { request, response } = await newest(mock);
		expect(request.truncated).toBe(true);
		expect(textOf(request)).toBe(sent.slice(0, KEPT));
		expect(response.truncated).toBe(true);
		expect(textOf(response)).toHaveLength(KEPT);
		expect(JSON.stringify(body).startsWith(textOf(response))).toBe(true);
	},
);

test.each(["é", "€", "😀"])(
	"truncates requests and responses between characters, even between %s",
	async (letter) => {
		await using mock = createTestMock();
		for (const shift of ["", "x", "xx", "xxx"]) {
			const note = shift + letter.repeat(KEPT);
			const sent = JSON.stringify({ name: "n", note });
			await mock.post("/v1/zaps", sent);
			const { request, response } = await newest(mock);
			expect(sent.startsWith(textOf(request))).toBe(true);
			for (const message of [request, response]) {
				const text = textOf(message);
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toContain("\ufffd");
				expect(text.length).toBeLessThanOrEqual(KEPT);
			}
			const bytes = Buffer.byteLength(textOf(request));
			expect(bytes).toBeGreaterThan(KEPT - 4);
		}
	},
);

test.each([1, KEPT + 1])(
	"replaces an invalid UTF-8 byte before %i valid ones",
	async (length) => {
		await using mock = createTestMock();
		const bytes = new Uint8Array(length + 1).fill("x".charCodeAt(0));
		bytes[0] = 0xff;
		expect((await mock.post("/v1/command", bytes)).status).toBe(400);
		const { request } = await newest(mock);
		expect(textOf(request)).toBe(
			`\ufffd${"x".repeat(Math.min(length, KEPT - 1))}`,
		);
		expect(request.truncated).toBe(length > KEPT ? true : undefined);
	},
);

test("truncates and marks a body that begins with a byte order mark", async () => {
	await using mock = createTestMock();
	await mock.post("/v1/zaps", `\ufeff"${"x".repeat(2 * KEPT)}"`);
	const { request } = await newest(mock);
	expect(request.truncated).toBe(true);
});

test("keeps no body that was rejected as too large", async () => {
	await using mock = createTestMock();
	await mock.post("/v1/zaps", createZapJson(1_048_577));
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

test("is not affected by later changes to a returned body", async () => {
	await using mock = createTestMock();
	const { body } = await mock.create("Original");
	Object.assign(body as object, { name: "changed" });
	expect((await newest(mock)).response.body).toMatchObject({
		name: "Original",
	});
});
