import { stripVTControlCharacters } from "node:util";
import { describe, expect } from "vitest";
// After the entry, since it keeps the `fetch` that it finds.
import { createClient } from "../../contracts/client.ts";
import { test } from "../../src/vitest.ts";

const BASE = "http://zaps.test";
const client = createClient({ baseUrl: BASE });
test.override({ mockOptions: { baseUrl: BASE, onUnhandled: "bypass" } });

// Whether a difference is coloured depends on where the tests run.
expect.addSnapshotSerializer({
	test: (value) => value instanceof Error,
	serialize: ({ message }: Error) =>
		`[Error: ${stripVTControlCharacters(message)}]`,
});

const create = (body: { name: string; [other: string]: unknown }) =>
	client.POST("/v1/zaps", { body });
const list = (limit: number) =>
	client.GET("/v1/zaps", { params: { query: { limit } } });

describe("it holds", () => {
	test("where the operation was received", async ({ mock }) => {
		await expect(mock).not.toHaveReceived("createZap");
		await create({ name: "A" });
		await expect(mock).toHaveReceived("createZap");
		await expect(mock).toHaveReceived("createZap", { times: 1 });
		await expect(mock).not.toHaveReceived("createZap", { times: 2 });
		await expect(mock).not.toHaveReceived("listZaps");
		await expect(mock).toHaveReceived("listZaps", { times: 0 });
	});

	test("where it was like this, whatever else it was", async ({ mock }) => {
		await create({ name: "A", owner: { id: 1, tags: ["x", "y"] } });
		await list(5);
		await expect(mock).toHaveReceived("createZap", { body: { name: "A" } });
		await expect(mock).toHaveReceived("createZap", {
			body: { owner: { tags: ["x", "y"] } },
			headers: { "content-type": expect.stringContaining("json") },
			status: 201,
		});
		await expect(mock).toHaveReceived("createZap", {
			body: { name: expect.stringMatching(/^A$/) },
		});
		await expect(mock).toHaveReceived("listZaps", { query: { limit: 5 } });
		await expect(mock).not.toHaveReceived("createZap", {
			body: { owner: { tags: ["x"] } },
		});
		await expect(mock).not.toHaveReceived("listZaps", { query: { limit: 6 } });
		await expect(mock).not.toHaveReceived("createZap", { status: 400 });
	});

	test("whatever the case of a header's name", async ({ mock }) => {
		await create({ name: "A" });
		const like = (value: string) => ({ headers: { "Content-Type": value } });
		const json = like("application/json");
		await expect(mock).toHaveReceived("createZap", json);
		const never = expect(mock).not.toHaveReceived("createZap", json);
		await expect(never).rejects.toThrow("1 of the 1 received was");
		const text = like("text/plain");
		await expect(mock).not.toHaveReceived("createZap", text);
	});

	test("where it was like this so many times", async ({ mock }) => {
		for (const name of ["A", "B", "A"]) await create({ name });
		await expect(mock).toHaveReceived("createZap", {
			times: 2,
			body: { name: "A" },
		});
		await expect.poll(() => mock).toHaveReceived("createZap", { times: 3 });
	});
});

describe("where it does not hold, the message", () => {
	test("shows the nearest exchange and the difference", async ({ mock }) => {
		await create({ name: "A", owner: { id: 1 } });
		await create({ name: "B", owner: { id: 2 } });
		await create({ name: "C", owner: { id: 3 } });
		const assertion = expect(mock).toHaveReceived("createZap", {
			times: 1,
			body: { name: "Z", owner: { id: 2 } },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected createZap to be received once like this, but none of the 3 received was.

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

			The nearest:
			  POST /v1/zaps {"name":"B","owner":{"id":2}} → 201
			Received of createZap, newest first:
			  POST /v1/zaps {"name":"C","owner":{"id":3}} → 201
			  POST /v1/zaps {"name":"B","owner":{"id":2}} → 201
			  POST /v1/zaps {"name":"A","owner":{"id":1}} → 201]
		`);
	});

	test("says how often it was received", async ({ mock }) => {
		await list(5);
		await list(6);
		const assertion = expect(mock).toHaveReceived("listZaps", { times: 1 });
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received once, but it was twice.
			Received of listZaps, newest first:
			  GET /v1/zaps?limit=6 → 200
			  GET /v1/zaps?limit=5 → 200]
		`);
	});

	test("says what was received instead, and what matched nothing", async ({
		mock,
	}) => {
		await create({ name: "A" });
		await fetch(`${BASE}/v1/zap`);
		const assertion = expect(mock).toHaveReceived("listZaps");
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received, but it was not.
			Received instead: createZap once.
			1 matched no operation:
			  GET /v1/zap → 404
			    listZaps: the path is /v1/zaps
			    createZap: the path is /v1/zaps, and the method is POST]
		`);
	});

	test("says that nothing was received at all", async ({ mock }) => {
		const assertion = expect(mock).toHaveReceived("listZaps", {
			query: { limit: 5 },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps to be received like this, but it was not.
			Object {
			  "query": Object {
			    "limit": "5",
			  },
			}
			Nothing was received at all.]
		`);
	});

	test("says what should not have been received", async ({ mock }) => {
		await create({ name: "A" });
		await create({ name: "B" });
		const assertion = expect(mock).not.toHaveReceived("createZap", {
			body: { name: "A" },
		});
		await expect(assertion).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected createZap not to be received like this, but 1 of the 2 received was.
			Object {
			  "body": Object {
			    "name": "A",
			  },
			}
			Received of createZap, newest first:
			  POST /v1/zaps {"name":"B"} → 201
			  POST /v1/zaps {"name":"A"} → 201]
		`);
	});

	test("shows a few of many, and not all of what is long", async ({ mock }) => {
		for (const name of "ABCDEFG") await create({ name, text: "x".repeat(500) });
		const assertion = expect(mock).toHaveReceived("createZap", { times: 1 });
		const error: unknown = await assertion.catch((error) => error);
		expect(String(error)).toContain("and 2 more");
		expect(String(error).length).toBeLessThan(1_000);
	});
});

describe("a journal that had to let exchanges go", () => {
	test.override("mockOptions", { baseUrl: BASE, journal: 2 });
	test("makes nothing of what may not be so", async ({ mock }) => {
		await list(1);
		await create({ name: "A" });
		await create({ name: "A" });
		await expect(mock).toHaveReceived("createZap");
		const never = expect(mock).not.toHaveReceived("listZaps");
		await expect(never).rejects.toThrowErrorMatchingInlineSnapshot(`
			[Error: Expected listZaps not to be received, but that cannot be known: of what the journal had, 1 had to leave (the option journal says how many it keeps). Of the rest, it was not.
			Received instead: createZap twice.]
		`);
		const twice = expect(mock).toHaveReceived("createZap", { times: 2 });
		await expect(twice).rejects.toThrow("that cannot be known");
		const once = expect(mock).toHaveReceived("createZap", { times: 1 });
		await expect(once).rejects.toThrow("but it was twice");
	});
});

describe("a body that was cut in the journal", () => {
	const long = "x".repeat(70_000);

	test("makes nothing hold that hangs on it", async ({ mock }) => {
		await create({ name: "A", text: long });
		const body = { name: "A" };
		await expect(mock).toHaveReceived("createZap", { times: 1 });
		const never = expect(mock).not.toHaveReceived("createZap", { body });
		await expect(never).rejects.toThrow(
			"Expected createZap not to be received like this, but that cannot be known: of what was received of createZap, 1 cannot be compared, since its body was cut at 64 KiB (leave body out to count it). Of the rest, it was not.",
		);
		for (const times of [0, 1])
			await expect(
				expect(mock).toHaveReceived("createZap", { times, body }),
			).rejects.toThrow("its body was cut at 64 KiB");
		await expect(mock).not.toHaveReceived("createZap", { times: 2, body });
		await expect(
			mock.countRequests({ operation: "createZap", body }),
		).rejects.toThrow("They cannot be counted: 1 more may be meant");
	});

	test("changes nothing for what does not match otherwise, or matches already", async ({
		mock,
	}) => {
		await create({ name: "A", text: long });
		await create({ name: "B" });
		const body = { name: "B" };
		await expect(mock).toHaveReceived("createZap", { body });
		await expect(mock).not.toHaveReceived("createZap", { body, status: 400 });
	});
});

test("a long text is shown from where it begins to differ", async ({
	mock,
}) => {
	const text = "x".repeat(5_000);
	await create({ name: "A", text: `${text}A${text}`, list: [text, "a"] });
	const assertion = expect(mock).toHaveReceived("createZap", {
		body: { text: `${text}B`, list: [`${text}B`, "a"] },
	});
	const error: unknown = await assertion.catch((error) => error);
	const told = stripVTControlCharacters(String(error));
	expect(told).toMatch(/^-.*"…x{40}B \(5001 characters\)",$/m);
	expect(told).toMatch(/^\+.*"…x{40}Ax{159}… \(10001 characters\)",$/m);
	expect(told.length).toBeLessThan(2_000);
});

test("what is no mock, or no operation, is refused", async ({ mock }) => {
	await expect(expect({}).toHaveReceived("listZaps")).rejects.toThrow(
		"toHaveReceived is about a mock: await expect(mock).toHaveReceived(…).",
	);
	await expect(
		// @ts-expect-error there is no such operation
		expect(mock).toHaveReceived("deleteZap"),
	).rejects.toThrow('There is no operation "deleteZap". Use one of getHealth,');
	await expect(
		// @ts-expect-error it is misspelt
		expect(mock).not.toHaveReceived("listZaps", { boby: {} }),
	).rejects.toThrow(
		'An expectation has no member "boby". Use query, body, headers, status, times.',
	);
	for (const times of [-1, 1.5, Number.NaN])
		for (const assertion of [expect(mock), expect(mock).not])
			await expect(
				assertion.toHaveReceived("listZaps", { times }),
			).rejects.toThrow(
				`An operation cannot be received ${times} times. Pass times as a whole number of 0 or more.`,
			);
});
