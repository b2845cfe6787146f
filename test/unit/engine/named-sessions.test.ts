import { expect, test } from "vitest";
import { createTestMock, inSession } from "./test-mock.ts";

const LONGEST = "Session-1_of.".repeat(8).slice(0, 100);

test("accepts a name of up to 100 letters, digits, dots, underscores and hyphens", async () => {
	await using mock = createTestMock();
	for (const id of [LONGEST, "...", ".a", "-", "a.b_C-9", "default"])
		expect((await mock.get("/v1/health", inSession(id))).status).toBe(200);
});

const invalid = ["", ".", "..", "a b", "a/b", "a,b", "a%20b", "a:b", "é"];
const inHeader = [...invalid, `${LONGEST}x`].map((id) => ["", id]);
const inPath = ["", "a%20b", "a:b", `${LONGEST}x`].map((id) => [
	`/__session/${id}`,
	id,
]);

test.each([...inHeader, ...inPath])(
	"with the path %j, rejects the session name %j",
	async (prefix = "", id = "") => {
		await using mock = createTestMock({ dataset: "empty" });
		const headers = prefix === "" ? inSession(id) : {};
		const path = `${prefix}/v1/zaps`;
		const rejected = await mock.post(path, { name: "No" }, headers);
		expect(rejected.status).toBe(400);
		expect(rejected.headers.get("mock-assumptions")).toBeNull();
		expect(rejected.body).toMatchObject({
			detail: `Invalid session name "${id}". Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".`,
		});
		expect(await mock.names()).toEqual([]);
	},
);

test("rejects a request that names two sessions", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const path = "/__session/a/v1/zaps";
	const rejected = await mock.post(path, { name: "No" }, inSession("b"));
	expect(rejected.status).toBe(400);
	expect(rejected.body).toMatchObject({
		detail: expect.stringContaining(
			'names session "b", but the path names "a"',
		),
	});
	for (const id of ["a", "b", "default"])
		expect(await mock.names(id)).toEqual([]);
});

test("keeps separate ids, clocks and metrics per session", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const [first, second, other] = [
		await mock.create("Same", "a"),
		await mock.create("Same", "a"),
		await mock.create("Same", "b"),
	];
	expect(first.body).toMatchObject({ createdAt: "2026-01-01T00:00:00.000Z" });
	expect(second.body).toMatchObject({ createdAt: "2026-01-01T00:00:00.001Z" });
	expect(other.body).toEqual(first.body);
	await mock.names("a");
	for (const [id, zaps] of [
		["a", 2],
		["b", 1],
	] as const) {
		const { body } = await mock.get("/metrics", inSession(id));
		expect(body).toContain(`\nzaps ${zaps}\n`);
		expect(String(body).includes("listZaps")).toBe(id === "a");
	}
});
