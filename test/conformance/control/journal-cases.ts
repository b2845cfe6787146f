import { expect, test } from "vitest";
import { catchControlError } from "../../support/catch-control-error.ts";
import type { stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

const OPERATIONS =
	"getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics";

export function addJournalCases(open: Open): void {
	test("returns the exchanges newest first, with requests and responses", async () => {
		await using stage = await open();
		await stage.send("/v1/zaps?limit=2&cursor=none");
		await stage.createZap("A");
		const { requests, total, dropped } = await stage.control.requests();
		expect({ total, dropped }).toEqual({ total: 2, dropped: 0 });
		expect(requests).toMatchObject([
			{
				session: "default",
				operation: "createZap",
				method: "POST",
				path: "/v1/zaps",
				query: {},
				status: 201,
				matched: true,
				fault: null,
				request: {
					headers: { "content-type": "application/json" },
					body: { name: "A" },
				},
				response: { body: { name: "A" } },
			},
			{
				operation: "listZaps",
				query: { limit: "2", cursor: "none" },
				status: 400,
				request: { body: null },
			},
		]);
	});

	test("returns and counts only the matching exchanges", async () => {
		await using stage = await open();
		await stage.send("/v1/health");
		await stage.send("/v1/zaps?limit=1");
		await stage.send("/v1/zaps?limit=0");
		await stage.createZap("A");
		await stage.createZap("B");
		const seen = async (
			filter: Parameters<typeof stage.control.requests>[0],
		) => {
			const { requests, total } = await stage.control.requests(filter);
			expect(await stage.control.countRequests(filter)).toBe(total);
			return requests.map(({ method, status }) => `${method} ${status}`);
		};
		expect(await seen({ operation: "getHealth" })).toEqual(["GET 200"]);
		expect(await seen({ method: "post" })).toEqual(["POST 201", "POST 201"]);
		expect(await seen({ path: "/v1/zaps", status: 400 })).toEqual(["GET 400"]);
		expect(await seen({ query: { limit: 1 } })).toEqual(["GET 200"]);
		expect(await seen({ body: { name: "B" } })).toEqual(["POST 201"]);
		expect(await seen({ body: { name: "C" } })).toEqual([]);
	});

	test("returns at most the limit, with the total", async () => {
		await using stage = await open();
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		const page = await stage.control.requests({ limit: 1 });
		expect(page).toMatchObject({
			requests: [{ request: { body: { name: "C" } } }],
			total: 3,
		});
	});

	test("reports how many exchanges the journal dropped", async () => {
		await using stage = await open({ journal: 2 });
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		expect(await stage.control.requests({ limit: 0 })).toEqual({
			requests: [],
			total: 2,
			dropped: 1,
			uncompared: 0,
		});
	});

	test("reports how many cut bodies it cannot compare, and rejects an uncertain count", async () => {
		await using stage = await open();
		await stage.createZap("A");
		await stage.createZap("A".repeat(70_000));
		await stage.send("/v1/zaps");
		const filter = { operation: "createZap", body: { name: "A" } };
		expect(await stage.control.requests(filter)).toMatchObject({
			requests: [{ request: { body: { name: "A" } } }],
			total: 1,
			uncompared: 1,
		});
		expect(
			await catchControlError(stage.control.countRequests(filter)),
		).toEqual({
			status: 409,
			message:
				"The exact count is unknown: 1 more may match, but the journal cut their bodies at 64 KiB. Count without a body, or read `total` and `uncompared` of requests().",
			errors: [],
		});
		const whole = { operation: "createZap" };
		expect(await stage.control.countRequests(whole)).toBe(2);
		const others = { operation: "listZaps", body: { name: "A" } };
		expect(await stage.control.countRequests(others)).toBe(0);
	});

	test.each([
		[
			{ operation: "listZap" },
			`Unknown operation "listZap". Did you mean "listZaps"? Available: ${OPERATIONS}.`,
		],
		[{ limit: -1 }, "Invalid filter.\n  /limit must be at least 0"],
		[{ limit: 1.5 }, "Invalid filter.\n  /limit must be a whole number"],
	])("rejects the filter %j", async (filter, message) => {
		await using stage = await open();
		expect(
			await catchControlError(stage.control.requests(filter)),
		).toMatchObject({ status: 400, message });
	});

	test("rejects an unknown operation instead of returning a count of 0", async () => {
		await using stage = await open();
		expect(
			await catchControlError(
				stage.control.countRequests({ operation: "zaps" }),
			),
		).toMatchObject({
			status: 400,
			message: `Unknown operation "zaps". Available: ${OPERATIONS}.`,
		});
	});

	test("returns the unmatched requests with their near misses", async () => {
		await using stage = await open();
		await stage.send("/v1/zaps");
		await stage.send("/v1/zap");
		expect(await stage.control.unmatchedRequests()).toMatchObject([
			{
				path: "/v1/zap",
				operation: null,
				matched: false,
				status: 404,
				nearest: [
					{ operation: "listZaps", why: "the path is /v1/zaps" },
					{
						operation: "createZap",
						why: "the path is /v1/zaps, and the method is POST",
					},
				],
			},
		]);
	});

	test("clears the journal", async () => {
		await using stage = await open({ journal: 1 });
		await stage.createZap("A");
		await stage.createZap("B");
		await stage.control.clearRequests();
		expect(await stage.control.requests()).toEqual({
			requests: [],
			total: 0,
			dropped: 0,
			uncompared: 0,
		});
	});

	test("streams each exchange until the signal aborts", async () => {
		await using stage = await open();
		const enough = new AbortController();
		await stage.createZap("before");
		const events = await stage.control.events(enough.signal);
		await stage.createZap("A");
		await stage.createZap("B", "elsewhere");
		const seen: unknown[] = [];
		for await (const { session, request } of events) {
			seen.push([session, request.body]);
			if (seen.length === 2) enough.abort();
		}
		expect(seen).toEqual([
			["default", { name: "A" }],
			["elsewhere", { name: "B" }],
		]);
	});

	test("streams nothing if the signal is already aborted", async () => {
		await using stage = await open();
		const events = await stage.control.events(AbortSignal.abort());
		await stage.createZap("A");
		for await (const _ of events) expect.unreachable();
	});

	test("streams the exchanges of the named session only", async () => {
		await using stage = await open();
		const enough = new AbortController();
		const events = await stage.control.session("mine").events(enough.signal);
		await stage.createZap("theirs");
		await stage.createZap("mine", "mine");
		for await (const { request } of events) {
			expect(request.body).toEqual({ name: "mine" });
			enough.abort();
		}
	});
}
