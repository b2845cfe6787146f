import { expect, test } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.ts";
import { createStage, type Stage } from "./stage.ts";

const KEPT = 65_536;

const newest = async ({ control }: Stage): Promise<JournalEntry> => {
	const { requests } = await control.requests({ limit: 1 });
	if (!requests[0]) throw new Error("The journal is empty.");
	return requests[0];
};

const textOf = ({ body }: JournalEntry["request"]): string => {
	expect(typeof body).toBe("string");
	return String(body);
};

/** A zap of which the JSON is so many bytes long. */
function zapOfLength(length: number, letter = "x"): string {
	const frame = JSON.stringify({ name: "n", note: "" });
	const letters = letter.repeat((length - frame.length) / letter.length);
	return JSON.stringify({ name: "n", note: letters });
}

test("keeps a body of 64 KiB whole", async () => {
	await using stage = createStage();
	const sent = zapOfLength(KEPT);
	expect((await stage.post("/v1/zaps", sent)).status).toBe(201);
	const { request } = await newest(stage);
	expect(request.body).toEqual(JSON.parse(sent));
	expect(request).not.toHaveProperty("truncated");
});

test.each([KEPT + 1, 4 * KEPT])(
	"cuts a body of %i bytes after 64 KiB, marks it, and answers it whole",
	async (length) => {
		await using stage = createStage();
		const sent = zapOfLength(length);
		const { body } = await stage.post("/v1/zaps", sent);
		expect(body).toMatchObject(JSON.parse(sent));
		const { request, response } = await newest(stage);
		expect(request.truncated).toBe(true);
		expect(textOf(request)).toBe(sent.slice(0, KEPT));
		expect(response.truncated).toBe(true);
		expect(textOf(response)).toHaveLength(KEPT);
		expect(JSON.stringify(body).startsWith(textOf(response))).toBe(true);
	},
);

test("cuts between characters, also where they are of several bytes", async () => {
	await using stage = createStage();
	for (const letter of ["é", "€", "😀"])
		for (const shift of ["", "x", "xx", "xxx"]) {
			const sent = `"${shift}${letter.repeat(KEPT)}"`;
			await stage.post("/v1/zaps", sent);
			const { request } = await newest(stage);
			const text = textOf(request);
			expect(text.isWellFormed()).toBe(true);
			expect(sent.startsWith(text)).toBe(true);
			expect(text.length).toBeLessThanOrEqual(KEPT);
			expect(Buffer.byteLength(text)).toBeGreaterThan(KEPT - 4);
		}
});

test("cuts an answer between characters", async () => {
	await using stage = createStage();
	for (const shift of ["", "x"]) {
		const zap = { name: "n", note: shift + "😀".repeat(KEPT / 2) };
		await stage.post("/v1/zaps", zap);
		const { response } = await newest(stage);
		expect(textOf(response).isWellFormed()).toBe(true);
		expect(textOf(response)).not.toContain("\ufffd");
	}
});

test.each([1, KEPT + 1])(
	"keeps %i bytes that are no UTF-8 as far as they are text",
	async (length) => {
		await using stage = createStage();
		const bytes = new Uint8Array(length + 1).fill("x".charCodeAt(0));
		bytes[0] = 0xff;
		await stage.core.fetch(
			new Request("http://zaps.test/v1/command", {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: bytes,
			}),
		);
		const { status, request } = await newest(stage);
		expect(status).toBe(400);
		expect(textOf(request)).toBe(
			`\ufffd${"x".repeat(Math.min(length, KEPT - 1))}`,
		);
		expect(request.truncated).toBe(length > KEPT ? true : undefined);
	},
);

test("cuts and marks a body that begins with a mark of byte order", async () => {
	await using stage = createStage();
	await stage.post("/v1/zaps", `\ufeff"${"x".repeat(2 * KEPT)}"`);
	const { request } = await newest(stage);
	expect(request.truncated).toBe(true);
});

test("keeps no body that was too large to be read", async () => {
	await using stage = createStage();
	await stage.post("/v1/zaps", zapOfLength(1_048_577));
	const { status, request } = await newest(stage);
	expect([status, request.body]).toEqual([413, null]);
});

test("keeps members named like those of Object.prototype as data", async () => {
	await using stage = createStage();
	const text = '{"name":"n","__proto__":{"polluted":1},"constructor":1}';
	await stage.post("/v1/zaps?__proto__=x&constructor=y&constructor=z", text);
	const { request, query } = await newest(stage);
	expect(JSON.stringify(request.body)).toBe(text);
	expect(Object.entries(query)).toEqual([
		["__proto__", "x"],
		["constructor", ["y", "z"]],
	]);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test("keeps of one exchange what was answered, whatever is done with the answer", async () => {
	await using stage = createStage();
	const { body } = await stage.create("As it was");
	Object.assign(body as object, { name: "changed" });
	expect((await newest(stage)).response.body).toMatchObject({
		name: "As it was",
	});
});
