import { expect, test } from "vitest";
import type { JournalFilter } from "../../src/journal/entry.ts";
import { createStage, inSession, type Stage } from "./stage.ts";

/** A stage on which some things have happened; what is asked for is named by its number, from 1. */
async function played(): Promise<Stage> {
	const stage = createStage({ dataset: "empty" });
	await stage.post("/v1/zaps", {
		name: "A",
		tags: ["x", "y"],
		owner: { id: 1 },
	});
	await stage.post("/v1/zaps", { name: "B", tags: ["x"], owner: null });
	await stage.get("/v1/zaps?limit=5&extra=a&extra=b");
	await stage.get("/v1/zaps?limit=0");
	await stage.post("/v1/command", {
		command: "run",
		args: [1, { deep: true }],
	});
	await stage.get("/v1/none");
	await stage.post("/v1/command", "no JSON", { "content-type": "text/plain" });
	await stage.get("/v1/health", inSession("a"));
	return stage;
}

const found = async (
	{ control }: Stage,
	filter: JournalFilter,
): Promise<number[]> => {
	const { requests, total } = await control.requests(filter);
	expect(total).toBe(requests.length);
	expect(await control.countRequests(filter)).toBe(total);
	return requests.map(({ id }) => Number(id)).reverse();
};

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
	[{ query: {} }, [1, 2, 3, 4, 5, 6, 7, 8]],
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
	[{ body: { args: [1, { deep: true }] } }, [5]],
	[{ body: { args: [1, {}] } }, [5]],
	[{ body: { args: [1] } }, []],
	[{ body: { args: { 0: 1 } } }, []],
	[{ body: "no JSON" }, [7]],
	[{ body: "no" }, []],
	[{ body: null }, [3, 4, 6, 8]],
	[{ path: "/v1/zaps", method: "POST", body: { name: "B" } }, [2]],
];

test.each(FILTERS)(
	"finds with %j the exchanges %j",
	async (filter, expected) => {
		await using stage = await played();
		expect(await found(stage, filter)).toEqual(expected);
	},
);

test("gives no more than asked for, newest first, and says how many there are", async () => {
	await using stage = await played();
	const { requests, total } = await stage.control.requests({
		method: "GET",
		limit: 2,
	});
	expect(requests.map(({ id }) => id)).toEqual(["8", "6"]);
	expect(total).toBe(4);
	expect((await stage.control.requests({ limit: 0 })).requests).toEqual([]);
});

test("finds only what the session did whose control is asked", async () => {
	await using stage = await played();
	const { control } = stage;
	expect(await control.session("a").countRequests()).toBe(1);
	expect(await control.session("default").countRequests()).toBe(7);
	expect(await control.session("b").countRequests()).toBe(0);
	expect(await control.session("a").countRequests({ method: "POST" })).toBe(0);
});

test("says of what was dropped that it may be among what was looked for", async () => {
	await using stage = createStage({ journal: 2 });
	for (let count = 0; count < 5; count++) await stage.names("a");
	const { control } = stage;
	const filter = { operation: "createZap" };
	expect(await control.session("a").requests(filter)).toEqual({
		requests: [],
		total: 0,
		dropped: 3,
		uncompared: 0,
	});
	expect((await control.session("b").requests()).dropped).toBe(0);
	expect((await control.requests()).dropped).toBe(3);
});
