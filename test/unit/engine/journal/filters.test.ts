import { expect, test } from "vitest";
import type { JournalFilter } from "../../../../src/journal/entry.ts";
import { createTestMock, inSession, type TestMock } from "../test-mock.ts";

/** Creates a mock with eight recorded requests, which the journal numbers from 1. */
async function createUsedMock(): Promise<TestMock> {
	const mock = createTestMock({ dataset: "empty" });
	const [tags, owner] = [["x", "y"], { id: 1 }];
	await mock.post("/v1/zaps", { name: "A", tags, owner });
	await mock.post("/v1/zaps", { name: "B", tags: ["x"], owner: null });
	await mock.get("/v1/zaps?limit=5&extra=a&extra=b");
	await mock.get("/v1/zaps?limit=0");
	const args = [1, { deep: true }];
	await mock.post("/v1/command", { command: "run", args });
	await mock.get("/v1/none", { authorization: "Bearer x" });
	await mock.post("/v1/command", "no JSON", { "content-type": "text/plain" });
	await mock.get("/v1/health", inSession("a"));
	return mock;
}

const FILTERS: readonly [JournalFilter, readonly number[]][] = [
	[{}, [1, 2, 3, 4, 5, 6, 7, 8]],
	[{ operation: "createZap" }, [1, 2]],
	[{ operation: "getMetrics" }, []],
	[{ method: "post" }, [1, 2, 5, 7]],
	[{ path: "/v1/zaps" }, [1, 2, 3, 4]],
	[{ path: "/v1/zaps?limit=5" }, []],
	[{ path: "/v1" }, []],
	[{ status: 400 }, [4]],
	[{ operation: "listZaps", status: 200 }, [3]],
	[{ query: { limit: 5 } }, [3]],
	[{ query: { limit: "5", extra: ["a", "b"] } }, [3]],
	[{ query: { extra: ["b", "a"] } }, []],
	[{ query: { extra: "a" } }, []],
	[{ query: { limit: { toString: 1 } } }, []],
	[{ query: { extra: [{ valueOf: 1, toString: 1 }, "b"] } }, []],
	[{ query: {} }, [1, 2, 3, 4, 5, 6, 7, 8]],
	[{ headers: { "Mock-Session": "a" } }, [8]],
	[{ headers: { "mock-session": "a", authorization: "Bearer x" } }, []],
	[{ headers: { authorization: "Bearer x" } }, [6]],
	[{ headers: { constructor: "x" } }, []],
	[{ body: { name: "A" } }, [1]],
	[{ body: {} }, [1, 2, 5]],
	[{ body: { tags: ["x"] } }, [2]],
	[{ body: { tags: ["y", "x"] } }, []],
	[{ body: { owner: {} } }, [1]],
	[{ body: { owner: { id: 1 } } }, [1]],
	[{ body: { owner: { id: "1" } } }, []],
	[{ body: { owner: null } }, [2]],
	[{ body: { owner: undefined } }, []],
	[{ body: { toString: {} } }, []],
	[{ body: { name: { toString: 1 } } }, []],
	[{ body: { args: [1, { deep: true }] } }, [5]],
	[{ body: { args: [1, {}] } }, [5]],
	[{ body: { args: [1] } }, []],
	[{ body: { args: { 0: 1 } } }, []],
	[{ body: "no JSON" }, [7]],
	[{ body: "no" }, []],
	[{ body: null }, [3, 4, 6, 8]],
	[{ path: "/v1/zaps", method: "POST", body: { name: "B" } }, [2]],
];

test("a filter matches the exchanges whose values it names", async () => {
	await using mock = await createUsedMock();
	for (const [filter, expected] of FILTERS) {
		const { requests } = await mock.requests(filter);
		const ids = requests.map(({ id }) => Number(id)).reverse();
		expect({ filter, ids }).toEqual({ filter, ids: expected });
	}
});
