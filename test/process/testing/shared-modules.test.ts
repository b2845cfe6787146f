import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { childVitest, SPEC_HEAD } from "./child-vitest.ts";

/** Vitest runs the largest of new files first. */
const padding = (rank: number): string => `${"/".repeat(rank * 2_000)}\n`;

const counts = (name: string) => `${SPEC_HEAD}
import { create, names } from "./app.ts";
for (const n of [1, 2, 3])
	test("${name} " + n, async ({ mock }) => {
		expect(await names()).toEqual([]);
		await create("${name}");
		expect(await names()).toEqual(["${name}"]);
		await expect(mock).toHaveReceived("createZap", { times: 1 });
	});
`;

const uses = (count: number) => `${SPEC_HEAD}
for (let n = 0; n < ${count}; n += 1)
	test("test " + n, async ({ mock }) => {
		await fetch(mock.url + "/v1/health");
		await fetch(mock.url + "/v1/health");
	});
test("without a request", () => {});
test.skip("skipped", async ({ mock }) => {
	await fetch(mock.url + "/v1/health");
});
test("retried", { retry: 2 }, async ({ mock, task }) => {
	await fetch(mock.url + "/metrics");
	expect(task.result.retryCount).toBe(2);
});
`;

test("files that share modules do not share mocks, and the reporter sums up all files, as text and as JSON", async () => {
	await using child = await childVitest(
		{
			"app.ts": `
import { createClient } from "../../../../src/entries/client.ts";
// Created while the first file loads, and used by all files.
const client = createClient({ baseUrl: "http://zaps.test" });
export const create = (name) => client.POST("/v1/zaps", { body: { name } });
export const names = async () => (await client.GET("/v1/zaps")).data.items.map(({ name }) => name);
`,
			"a.spec.ts": padding(3) + counts("a"),
			"b.spec.ts": `${padding(2)}
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
test("b has MSW for itself", async () => {
	let calls = 0;
	const closed = "http://127.0.0.1:1/";
	const count = http.get(closed, () => {
		calls += 1;
	});
	const server = setupServer(count, http.get("http://b.test/", () => HttpResponse.text("b")));
	server.listen({ onUnhandledRequest: "bypass" });
	expect(await (await fetch("http://b.test/")).text()).toBe("b");
	await expect(fetch(closed)).rejects.toThrow();
	expect(calls).toBe(1);
	server.close();
});
`,
			"c.spec.ts": padding(1) + counts("c"),
			"three.spec.ts": uses(3),
			"four.spec.ts": uses(4),
		},
		{
			provide: {
				mockOptions: { baseUrl: "http://zaps.test", dataset: "empty" },
			},
			setupFiles: ["../../../../src/entries/vitest.ts"],
			reporters: [
				[
					"../../../../src/entries/vitest-reporter.ts",
					{ json: "new/used.json" },
				],
			],
		},
	);
	const { output, folder } = child;
	const order = output.match(/(?<=✓ )\w+(?=\.spec)/g);
	expect(order).toEqual(["a", "b", "c", "four", "three"]);
	expect(output).toContain("18 passed | 2 skipped");
	expect(output).toMatch(
		/^Your 15 tests depend on \d+ unconfirmed assumptions\. The reporter lists them with its option { details: true }\.$/m,
	);
	const used = JSON.parse(
		await readFile(join(folder, "new/used.json"), "utf8"),
	);
	const counted = { status: "assumed", assumes: expect.any(String) };
	expect(used).toMatchObject({
		tests: 15,
		exchanges: 34,
		assumptions: expect.arrayContaining([
			{ ...counted, id: "health.body", tests: 7, exchanges: 14 },
			{ ...counted, id: "zaps.created", tests: 6, exchanges: 6 },
			{ ...counted, id: "metrics.series", tests: 2, exchanges: 2 },
		]),
	});
});
