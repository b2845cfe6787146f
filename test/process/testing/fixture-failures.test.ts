import { expect, test } from "vitest";
import { childVitest } from "./child-vitest.ts";

const HEAD = `
import { expect } from "vitest";
import { createServer } from "node:http";
import { test } from "../../../../src/vitest.ts";
`;

test("an unmatched request fails the test, even if the code under test ignores the error", async () => {
	await using child = await childVitest({
		"swallows.spec.ts": `${HEAD}
test("swallows", async ({ mock }) => {
	await fetch(mock.url + "/v1/zap?limit=5").catch(() => {});
});
test("is answered with 404", async () => {
	await fetch("http://zaps.test/v1/Zaps");
});
test.concurrent("is another test", async ({ mock }) => {
	expect((await fetch(mock.url + "/v1/health")).status).toBe(200);
});
test("may do so", async ({ mock }) => {
	await fetch("http://zaps.test/v1/Zaps");
});
test.override({ mockOptions: { baseUrl: "http://zaps.test" } });
`,
	});
	const { code, output } = child;
	expect(code).toBe(1);
	expect(output).toContain("3 failed | 1 passed");
	expect(
		output,
	).toContain(`UnhandledRequestError: 1 request matched no operation:
  GET http://zaps.test/v1/zap?limit=5 returned 404
    listZaps: the path is /v1/zaps`);
	expect(
		output,
	).toContain(`UnhandledRequestError: 1 request matched no operation:
  GET http://zaps.test/v1/Zaps returned 404
    listZaps: the path differs in case from /v1/zaps`);
});

test("files that share modules do not share mocks", async () => {
	const counts = (name: string) => `${HEAD}
import { create, names } from "./app.ts";
for (const n of [1, 2, 3])
	test("${name} " + n, async ({ mock }) => {
		expect(await names()).toEqual([]);
		await create("${name}");
		expect(await names()).toEqual(["${name}"]);
		await expect(mock).toHaveReceived("createZap", { times: 1 });
	});
`;
	// Vitest runs the largest of new files first.
	const padding = (files: number): string => `${"/".repeat(files * 1_000)}\n`;
	await using child = await childVitest(
		{
			"app.ts": `
import { createClient } from "../../../../src/client.ts";
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
	const server = setupServer(http.get("http://b.test/", () => HttpResponse.text("b")));
	server.listen();
	expect(await (await fetch("http://b.test/")).text()).toBe("b");
	server.close();
});
`,
			"c.spec.ts": counts("c"),
		},
		{
			isolate: false,
			fileParallelism: false,
			provide: {
				mockOptions: { baseUrl: "http://zaps.test", dataset: "empty" },
			},
		},
	);
	const { code, output } = child;
	expect(output.match(/(?<=✓ )\w+(?=\.spec)/g)).toEqual(["a", "b", "c"]);
	expect(output).toContain("7 passed");
	expect(code).toBe(0);
});

test("an invalid option fails the test with a reason, a retry starts with a new mock, and the matcher works without the fixture", async () => {
	await using child = await childVitest({
		"own-mock.spec.ts": `import { expect, test } from "vitest";
import { setupMock } from "../../../../src/node.ts";
import "../../../../src/vitest.ts";
test("has the matcher, and a mock that it sets up itself", async () => {
	await using mock = setupMock({ baseUrl: "http://first.test" }).listen();
	await fetch("http://first.test/v1/health");
	await expect(mock).toHaveReceived("getHealth");
});
`,
		"options.spec.ts": `${HEAD}
import { describe } from "vitest";
for (const options of [
	{ dataset: "huge" },
	{ clock: "noon" },
	{ remote: "http://127.0.0.1:1" },
	{ remote: "http://127.0.0.1:1", clock: "system" },
])
	describe("with", () => {
		test.override({ mockOptions: options });
		test(JSON.stringify(options), () => {});
	});
let tries = 0;
test("again", { retry: 1 }, async ({ mock }) => {
	await fetch(mock.url + "/v1/health");
	expect(await mock.countRequests()).toBe(1);
	expect(tries++).toBe(1);
});
test("declares another", () => {
	test("inside", () => {});
});
`,
	});
	const { output } = child;
	expect(output).toContain("5 failed | 2 passed");
	for (const reason of [
		'Unknown dataset "huge". Available: empty, default, large.',
		'Invalid clock "noon"',
		"No response from http://127.0.0.1:1",
		"The option clock cannot be used with remote. Pass it to understudy serve instead.",
		"A test cannot be declared inside another test.",
	])
		expect(output).toContain(reason);
});
