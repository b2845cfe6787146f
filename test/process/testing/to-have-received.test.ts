import { stripVTControlCharacters } from "node:util";
import { describe, expect } from "vitest";
// Imported after the entry, because the client keeps the `fetch` that it finds.
import { createClient } from "../../../contracts/client.ts";
import { test } from "../../../src/vitest.ts";
import { startEmpty } from "../../support/stub-server.ts";

const BASE = "http://zaps.test";
const client = createClient({ baseUrl: BASE });
test.override({ mockOptions: { baseUrl: BASE, onUnhandled: "bypass" } });

// Whether a diff has colors depends on the terminal.
expect.addSnapshotSerializer({
	test: (value) => value instanceof Error,
	serialize: ({ message }: Error) =>
		`[Error: ${stripVTControlCharacters(message)}]`,
});

const create = (body: { name: string; [other: string]: unknown }) =>
	client.POST("/v1/zaps", { body });
const list = (limit: number) =>
	client.GET("/v1/zaps", { params: { query: { limit } } });

test("compares the violations of forwarded requests", async ({ mock }) => {
	await using service = await startEmpty();
	await mock.forward({ url: service.url, only: ["getHealth"] });
	await client.GET("/v1/health");
	await list(5);
	for (const violations of [1, true, [{ where: "$.status" }]])
		await expect(mock).toHaveReceived("getHealth", { violations });
	await expect(mock).toHaveReceived("listZaps", { violations: 0 });
	const expected = expect(mock).toHaveReceived("getHealth", { violations: 0 });
	await expect(expected).rejects.toThrow("violates $.status is required");
});

describe("it passes", () => {
	test("if the operation was received", async ({ mock }) => {
		await expect(mock).not.toHaveReceived("createZap");
		await create({ name: "A" });
		await expect(mock).toHaveReceived("createZap");
		await expect(mock).toHaveReceived("createZap", { times: 1 });
		await expect(mock).not.toHaveReceived("createZap", { times: 2 });
		for (const name of ["B", "A"]) await create({ name });
		const body = { name: "A" };
		await expect(mock).toHaveReceived("createZap", { times: 2, body });
		await expect.poll(() => mock).toHaveReceived("createZap", { times: 3 });
		await expect(mock).not.toHaveReceived("listZaps");
		await expect(mock).toHaveReceived("listZaps", { times: 0 });
	});

	test("if the expected values match, ignoring other values", async ({
		mock,
	}) => {
		await create({ name: "A", owner: { id: 1, tags: ["x", "y"] } });
		await list(5);
		await expect(mock).toHaveReceived("createZap", { body: { name: "A" } });
		await expect(mock).toHaveReceived("createZap", {
			body: { owner: { tags: ["x", "y"] } },
			headers: { "Content-Type": expect.stringContaining("json") },
			status: 201,
		});
		await expect(mock).toHaveReceived("listZaps", { query: { limit: 5 } });
		for (const other of [
			{ status: 400 },
			{ headers: { "Content-Type": "text/plain" } },
			{ body: { owner: { tags: ["x"] } } },
		])
			await expect(mock).not.toHaveReceived("createZap", other);
		const never = expect(mock).not.toHaveReceived("createZap", {
			headers: { "Content-Type": "application/json" },
		});
		await expect(never).rejects.toThrow("1 of 1 request matches");
		await expect(mock).not.toHaveReceived("listZaps", { query: { limit: 6 } });
	});
});

describe("the failure message", () => {
	test("shows the nearest request and a diff", async ({ mock }) => {
		await create({ name: "A", owner: { id: 1 } });
		await create({ name: "B", owner: { id: 2 } });
		await create({ name: "C", owner: { id: 3 } });
		const assertion = expect(mock).toHaveReceived("createZap", {
			times: 1,
			body: { name: "Z", owner: { id: 2 } },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected createZap to be received once with these values, but 0 of 3 requests match.

			- Expected
			+ Received

			  {
			    "body": {
			-     "name": "Z",
			+     "name": "B",
			      "owner": {
			        "id": 2,
			      },
			    },
			  }

			Nearest request:
			  POST /v1/zaps {"name":"B","owner":{"id":2}} → 201
			Requests of createZap, newest first:
			  POST /v1/zaps {"name":"C","owner":{"id":3}} → 201
			  POST /v1/zaps {"name":"B","owner":{"id":2}} → 201
			  POST /v1/zaps {"name":"A","owner":{"id":1}} → 201]
		`);
	});

	test("shows how often the operation was received", async ({ mock }) => {
		await list(5);
		await list(6);
		const assertion = expect(mock).toHaveReceived("listZaps", { times: 1 });
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received once, but it was received twice.
			Requests of listZaps, newest first:
			  GET /v1/zaps?limit=6 → 200
			  GET /v1/zaps?limit=5 → 200]
		`);
	});

	test("shows other operations and unmatched requests", async ({ mock }) => {
		await create({ name: "A" });
		await fetch(`${BASE}/v1/zap`);
		const assertion = expect(mock).toHaveReceived("listZaps");
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received, but it was not received.
			Received instead: createZap once.
			1 request matched no operation:
			  GET /v1/zap → 404
			    listZaps: the path is /v1/zaps
			    createZap: the path is /v1/zaps, and the method is POST]
		`);
	});

	test("states that there were no requests", async ({ mock }) => {
		const assertion = expect(mock).toHaveReceived("listZaps", {
			query: { limit: 5 },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received with these values, but it was not received.
			Object {
			  "query": Object {
			    "limit": "5",
			  },
			}
			The mock received no requests.]
		`);
	});

	test("shows the requests that a negated assertion found", async ({
		mock,
	}) => {
		await create({ name: "A" });
		await create({ name: "B" });
		const assertion = expect(mock).not.toHaveReceived("createZap", {
			body: { name: "A" },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected createZap not to be received with these values, but 1 of 2 requests matches.
			Object {
			  "body": Object {
			    "name": "A",
			  },
			}
			Requests of createZap, newest first:
			  POST /v1/zaps {"name":"B"} → 201
			  POST /v1/zaps {"name":"A"} → 201]
		`);
	});

	test("says which values the journal hides", async ({ mock }) => {
		const headers = { authorization: "Bearer x" };
		await client.GET("/v1/zaps", { headers });
		const assertion = expect(mock).toHaveReceived("listZaps", { headers });
		await expect(assertion).rejects.toThrow(
			"The journal hides the values of authorization. Expect any value with expect.any(String).",
		);
		const any = { authorization: expect.any(String) };
		await expect(mock).toHaveReceived("listZaps", { headers: any });
	});

	test("limits the number of requests and the length of bodies", async ({
		mock,
	}) => {
		for (const name of "ABCDEFG") await create({ name, text: "x".repeat(500) });
		const assertion = expect(mock).toHaveReceived("createZap", { times: 1 });
		const message = String(await assertion.catch(String));
		expect(message).toContain("and 2 more");
		expect(message.length).toBeLessThan(1_000);
	});
});

describe("a journal that dropped requests", () => {
	test.override("mockOptions", { baseUrl: BASE, journal: 2 });
	test("fails every assertion whose result is uncertain", async ({ mock }) => {
		await list(1);
		await create({ name: "A" });
		await create({ name: "A" });
		await expect(mock).toHaveReceived("createZap");
		const never = expect(mock).not.toHaveReceived("listZaps");
		await expect(never).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps not to be received, but the result is uncertain: the journal dropped 1 request (pass a larger journal to keep more). In the rest of the journal, it was not received.
			Received instead: createZap twice.]
		`);
		const twice = expect(mock).toHaveReceived("createZap", { times: 2 });
		await expect(twice).rejects.toThrow("the result is uncertain");
		const once = expect(mock).toHaveReceived("createZap", { times: 1 });
		await expect(once).rejects.toThrow("but it was received twice");
	});
});

test("a long text is truncated to where it differs", async ({ mock }) => {
	const text = "x".repeat(5_000);
	await create({ name: "A", text: `${text}A${text}`, list: [text, "a"] });
	const body = { text: `${text}B`, list: [`${text}B`, "a"] };
	const assertion = expect(mock).toHaveReceived("createZap", { body });
	const colored = String(await assertion.catch(String));
	const message = stripVTControlCharacters(colored);
	expect(message).toMatch(/^-.*"…x{40}B \(5001 characters\)",$/m);
	expect(message).toMatch(/^\+.*"…x{40}Ax{159}… \(10001 characters\)",$/m);
	expect(message.length).toBeLessThan(2_000);
});

test("invalid arguments are rejected", async ({ mock }) => {
	await expect(expect({}).toHaveReceived("listZaps")).rejects.toThrow(
		"toHaveReceived requires a mock: await expect(mock).toHaveReceived(…).",
	);
	await expect(
		// @ts-expect-error an unknown operation
		expect(mock).toHaveReceived("deleteZap"),
	).rejects.toThrow('Unknown operation "deleteZap". Available: getHealth,');
	await expect(
		// @ts-expect-error a misspelled property
		expect(mock).not.toHaveReceived("listZaps", { boby: {} }),
	).rejects.toThrow(
		'Unknown expectation property "boby". Did you mean "body"? Available: query, body, headers, status, violations, times.',
	);
	for (const times of [-1, 1.5, Number.NaN])
		for (const assertion of [expect(mock), expect(mock).not])
			await expect(
				assertion.toHaveReceived("listZaps", { times }),
			).rejects.toThrow(
				`Invalid times ${times}. Pass a whole number of at least 0.`,
			);
});
