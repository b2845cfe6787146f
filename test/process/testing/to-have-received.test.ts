import { stripVTControlCharacters } from "node:util";
import { describe, expect } from "vitest";
import { createClient } from "../../../src/entries/client.ts";
import { type TestMock, test } from "../../../src/entries/vitest.ts";
import { closedPort, startEmpty } from "../../support/stub-server.ts";

const BASE = "http://zaps.test";
const client = createClient({ baseUrl: BASE });
test.override({ mockOptions: { baseUrl: BASE, onUnhandled: "bypass" } });

const create = (body: { name: string; [other: string]: unknown }) =>
	client.POST("/v1/zaps", { body });
const list = (limit: number) =>
	client.GET("/v1/zaps", { params: { query: { limit } } });

/** Returns the message of an assertion that fails, without colors, which depend on the terminal. */
const failureOf = (assertion: Promise<void>): Promise<string> =>
	assertion.then(
		() => "passed",
		({ message }) => stripVTControlCharacters(message),
	);

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

test("does not take a service that did not respond for a conforming one", async ({
	mock,
}) => {
	await using service = await closedPort();
	await mock.forward({ url: service.url, only: ["getHealth"] });
	await client.GET("/v1/health");
	for (const violations of [0, false, []]) {
		const expected = expect(mock).toHaveReceived("getHealth", { violations });
		await expect(expected).rejects.toThrow("The service did not respond.");
	}
});

test("passes if the operation was received as often as expected", async ({
	mock,
}) => {
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

test("passes if the expected values match, ignoring other values", async ({
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
	const headers = { "Content-Type": "application/json" };
	const never = expect(mock).not.toHaveReceived("createZap", { headers });
	await expect(never).rejects.toThrow("1 of 1 request matches");
	await expect(mock).not.toHaveReceived("listZaps", { query: { limit: 6 } });
});

interface Failure {
	/** The names of zaps to create before. */
	readonly names?: string;
	readonly send?: () => Promise<unknown>;
	readonly assert: (mock: TestMock) => Promise<void>;
	readonly message: string;
}

/** By what the message shows. */
const FAILURES: Readonly<Record<string, Failure>> = {
	"the nearest request and a diff": {
		names: "ABC",
		assert: (mock) =>
			expect(mock).toHaveReceived("createZap", {
				times: 1,
				body: { name: "Z", owner: { id: "B" } },
			}),
		message: `Expected createZap to be received once with these values, but 0 of 3 requests match.

- Expected
+ Received

  {
    "body": {
-     "name": "Z",
+     "name": "B",
      "owner": {
        "id": "B",
      },
    },
  }

Nearest request:
  POST /v1/zaps {"name":"B","owner":{"id":"B"}} → 201
Requests of createZap, newest first:
  POST /v1/zaps {"name":"C","owner":{"id":"C"}} → 201
  POST /v1/zaps {"name":"B","owner":{"id":"B"}} → 201
  POST /v1/zaps {"name":"A","owner":{"id":"A"}} → 201`,
	},
	"how often the operation was received": {
		send: async () => [await list(5), await list(6)],
		assert: (mock) => expect(mock).toHaveReceived("listZaps", { times: 1 }),
		message: `Expected listZaps to be received once, but it was received twice.
Requests of listZaps, newest first:
  GET /v1/zaps?limit=6 → 200
  GET /v1/zaps?limit=5 → 200`,
	},
	"other operations and unmatched requests": {
		names: "A",
		send: () => fetch(`${BASE}/v1/zap`),
		assert: (mock) => expect(mock).toHaveReceived("listZaps"),
		message: `Expected listZaps to be received, but it was not received.
Received instead: createZap once.
1 request matched no operation:
  GET /v1/zap → 404
    listZaps: the path is /v1/zaps
    createZap: the path is /v1/zaps, and the method is POST`,
	},
	"that there were no requests": {
		assert: (mock) =>
			expect(mock).toHaveReceived("listZaps", { query: { limit: 5 } }),
		message: `Expected listZaps to be received with these values, but it was not received.
Object {
  "query": Object {
    "limit": "5",
  },
}
The mock received no requests.`,
	},
	"the requests that a negated assertion found": {
		names: "AB",
		assert: (mock) =>
			expect(mock).not.toHaveReceived("createZap", { body: { name: "A" } }),
		message: `Expected createZap not to be received with these values, but 1 of 2 requests matches.
Object {
  "body": Object {
    "name": "A",
  },
}
Requests of createZap, newest first:
  POST /v1/zaps {"name":"B","owner":{"id":"B"}} → 201
  POST /v1/zaps {"name":"A","owner":{"id":"A"}} → 201`,
	},
};

describe("the failure message", () => {
	for (const [shown, failure] of Object.entries(FAILURES))
		test(`shows ${shown}`, async ({ mock }) => {
			const { names = "", send, assert, message } = failure;
			for (const name of names) await create({ name, owner: { id: name } });
			await send?.();
			expect(await failureOf(assert(mock))).toBe(message);
		});

	test("compares credentials, and says that the journal hides them", async ({
		mock,
	}) => {
		const headers = { Authorization: "Bearer x" };
		await client.GET("/v1/zaps", { headers });
		await expect(mock).toHaveReceived("listZaps", { headers });
		const other = { headers: { authorization: "Bearer y" } };
		await expect(mock).not.toHaveReceived("listZaps", other);
		const message = await failureOf(
			expect(mock).toHaveReceived("listZaps", other),
		);
		expect(message).toContain(
			"The journal hides the values of authorization. Expect the whole value, or any value with expect.any(String).",
		);
		expect(message).not.toContain("Bearer x");
		const any = { authorization: expect.any(String) };
		await expect(mock).toHaveReceived("listZaps", { headers: any });
	});

	test("limits the number of requests and the length of bodies", async ({
		mock,
	}) => {
		for (const name of "ABCDEFG") await create({ name, text: "x".repeat(500) });
		const message = await failureOf(
			expect(mock).toHaveReceived("createZap", { times: 1 }),
		);
		expect(message).toContain("and 2 more");
		expect(message.length).toBeLessThan(1_000);
	});

	test("truncates a long text to where it differs", async ({ mock }) => {
		const text = "x".repeat(5_000);
		await create({ name: "A", text: `${text}A${text}`, list: [text, "a"] });
		const body = { text: `${text}B`, list: [`${text}B`, "a"] };
		const message = await failureOf(
			expect(mock).toHaveReceived("createZap", { body }),
		);
		expect(message).toMatch(/^-.*"…x{40}B \(5001 characters\)",$/m);
		expect(message).toMatch(/^\+.*"…x{40}Ax{159}… \(10001 characters\)",$/m);
		expect(message.length).toBeLessThan(2_000);
	});
});

describe("a journal that dropped requests", () => {
	test.override("mockOptions", { baseUrl: BASE, journal: 2 });
	test("fails every assertion whose result is uncertain", async ({ mock }) => {
		await list(1);
		for (const name of ["A", "A"]) await create({ name });
		await expect(mock).toHaveReceived("createZap");
		const { not } = expect(mock);
		expect(
			await failureOf(not.toHaveReceived("listZaps")),
		).toBe(`Expected listZaps not to be received, but the result is uncertain: the journal dropped 1 request (pass a larger journal to keep more). In the rest of the journal, it was not received.
Received instead: createZap twice.`);
		for (const [times, reason] of [
			[2, "the result is uncertain"],
			[1, "but it was received twice"],
		] as const) {
			const exactly = expect(mock).toHaveReceived("createZap", { times });
			await expect(exactly).rejects.toThrow(reason);
		}
	});
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
		for (const each of [expect(mock), expect(mock).not])
			await expect(each.toHaveReceived("listZaps", { times })).rejects.toThrow(
				`Invalid times ${times}. Pass a whole number of at least 0.`,
			);
});
