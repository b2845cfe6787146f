import { expect, test } from "vitest";
import { refusal } from "./refusal.ts";
import type { stages } from "./stages.ts";

type Open = (typeof stages)[string];

const OPERATIONS =
	"getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics";

export function addJournalCases(open: Open): void {
	test("tells the exchanges newest first, with what was sent and answered", async () => {
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

	test("tells only those that are meant, and how many there are of them", async () => {
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

	test("gives no more than the limit, and says how many there are all the same", async () => {
		await using stage = await open();
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		const page = await stage.control.requests({ limit: 1 });
		expect(page).toMatchObject({
			requests: [{ request: { body: { name: "C" } } }],
			total: 3,
		});
	});

	test("says how many exchanges had to leave the journal", async () => {
		await using stage = await open({ journal: 2 });
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		expect(await stage.control.requests({ limit: 0 })).toEqual({
			requests: [],
			total: 2,
			dropped: 1,
			uncompared: 0,
		});
	});

	test("says how many bodies it cannot compare, since they were cut, and does not count without them", async () => {
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
		expect(await refusal(stage.control.countRequests(filter))).toEqual({
			status: 409,
			message:
				"They cannot be counted: 1 more may be meant, whose bodies were cut at 64 KiB and cannot be compared. Count them without a body, or read `total` and `uncompared` of requests().",
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
			`There is no operation "listZap". Use one of ${OPERATIONS}.`,
		],
		[
			{ limit: -1 },
			"The limit -1 cannot be used: it must be a whole number of 0 or more.",
		],
		[
			{ limit: 1.5 },
			"The limit 1.5 cannot be used: it must be a whole number of 0 or more.",
		],
	])("refuses to look for %j", async (filter, message) => {
		await using stage = await open();
		expect(await refusal(stage.control.requests(filter))).toEqual({
			status: 400,
			message,
			errors: [],
		});
	});

	test("refuses to count an operation that is not there, instead of saying 0", async () => {
		await using stage = await open();
		expect(
			await refusal(stage.control.countRequests({ operation: "zaps" })),
		).toMatchObject({
			status: 400,
			message: `There is no operation "zaps". Use one of ${OPERATIONS}.`,
		});
	});

	test("tells what no operation matched, and what that came closest to", async () => {
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

	test("forgets the journal when told", async () => {
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

	test("tells each exchange as it happens, until it is enough", async () => {
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

	test("tells nothing to someone who has had enough before", async () => {
		await using stage = await open();
		const events = await stage.control.events(AbortSignal.abort());
		await stage.createZap("A");
		for await (const _ of events) expect.unreachable();
	});

	test("tells the events of one session only, where one is named", async () => {
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
