import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import type { JournalFilter } from "../../../src/journal/entry.ts";
import type { Stage, stages } from "../../support/serve-stage.ts";

const FAULTS = [{ operation: "*", kind: "empty" }] as const;
type Acted = Pick<Stage, "control" | "createZap"> & { mine: Control };

/** Each act, and what followers of all sessions then read. */
const ACTS: readonly (readonly [
	act: (on: Acted) => Promise<unknown>,
	...seen: readonly string[],
])[] = [
	[
		({ control }) => control.setScenario("slow"),
		"default scenario",
		"default state",
		"default snapshots",
	],
	[
		({ control }) => control.reset({ all: true }),
		"default session",
		"null journal",
	],
	[({ mine }) => mine.clearFaults(), "mine faults"],
	[({ control }) => control.setFaults(FAULTS), "default faults"],
	[({ control }) => control.removeFault("1"), "default faults"],
	[({ createZap }) => createZap("A", "mine"), "mine createZap"],
	[({ mine }) => mine.clearForward(), "mine forward"],
	[({ control }) => control.addRecord("zaps", { name: "A" }), "default state"],
	[({ mine }) => mine.setState({}), "mine state"],
	[({ control }) => control.reset(), "default state"],
	[({ control }) => control.snapshot(), "default snapshots"],
	[({ control }) => control.restore("1"), "default state"],
	[({ mine }) => mine.clearRequests(), "mine journal"],
	[({ mine }) => mine.reset({ all: true }), "mine session", "mine journal"],
	[({ control }) => control.deleteSession("mine"), "mine session"],
	[({ control }) => control.clearRequests(), "null journal"],
];

async function follow(control: Control, signal: AbortSignal) {
	const events = (await control.follow(signal))[Symbol.asyncIterator]();
	return async (): Promise<string | undefined> => {
		const { value: event, done } = await events.next();
		if (done) return undefined;
		return event.type === "exchange"
			? `${event.entry.session} ${event.entry.operation}`
			: `${event.change.session} ${event.change.subject}`;
	};
}

export function addJournalCases(open: (typeof stages)[string]): void {
	test("returns and counts only the matching exchanges", async () => {
		await using stage = await open();
		for (const path of ["health", "zaps?limit=1", "zaps?limit=0"])
			await stage.send(`/v1/${path}`);
		for (const name of ["A", "B"]) await stage.createZap(name);
		const seen = async (filter: JournalFilter) => {
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

	test("returns at most the limit, reports the total and the dropped exchanges, and clears the journal", async () => {
		await using stage = await open({ journal: 2 });
		for (const name of ["A", "B", "C"]) await stage.createZap(name);
		expect(await stage.control.requests({ limit: 1 })).toMatchObject({
			requests: [{ request: { body: { name: "C" } } }],
			total: 2,
			dropped: 1,
		});
		await stage.control.clearRequests();
		expect(await stage.control.requests({ limit: 0 })).toEqual({
			requests: [],
			total: 0,
			dropped: 0,
		});
	});

	test("returns the entries before one with an id, even if the journal has dropped it", async () => {
		await using stage = await open({ journal: 4 });
		for (const name of ["A", "B", "C", "D", "E"])
			await stage.createZap(name, name < "C" ? "old" : "new");
		const page = async (before: string, limit: number) => {
			const filter = { operation: "createZap", before, limit };
			const { requests, total } = await stage.control.requests(filter);
			return [...requests.map(({ id }) => id), `of ${total}`];
		};
		expect(await page("5", 2)).toEqual(["4", "3", "of 4"]);
		expect(await page("3", 2)).toEqual(["2", "1", "of 2"]);
		await stage.control.session("old").clearRequests();
		expect(await page("2", 2)).toEqual(["of 0"]);
		expect(await page("5", 9)).toEqual(["4", "3", "of 2"]);
	});

	test("returns the unmatched requests with their near misses", async () => {
		await using stage = await open();
		for (const path of ["/v1/zaps", "/v1/zap"]) await stage.send(path);
		const [{ path, status, nearest } = {}, ...more] =
			await stage.control.unmatchedRequests();
		expect([path, status, more]).toEqual(["/v1/zap", 404, []]);
		const why = "the path is /v1/zaps";
		expect(nearest).toEqual([
			{ operation: "listZaps", why },
			{ operation: "createZap", why: `${why}, and the method is POST` },
		]);
	});

	test("streams each exchange, or those of a session, until the signal aborts", async () => {
		await using stage = await open();
		const enough = new AbortController();
		await stage.createZap("before");
		const aborted = await stage.control.events(AbortSignal.abort());
		const events = await stage.control.events(enough.signal);
		const mine = await stage.control.session("mine").events(enough.signal);
		await stage.createZap("A");
		await stage.createZap("B", "mine");
		const seen: unknown[] = [];
		for await (const { session, request } of events)
			if (seen.push([session, request.body]) === 2) break;
		for await (const { session, request } of mine) {
			seen.push([session, request.body]);
			enough.abort();
		}
		expect(seen).toEqual([
			["default", { name: "A" }],
			["mine", { name: "B" }],
			["mine", { name: "B" }],
		]);
		for await (const _ of aborted) expect.unreachable();
	});

	test("streams exchanges and changes, of all sessions or of one, but no failed change", async () => {
		await using stage = await open();
		const { control } = stage;
		const mine = control.session("mine");
		const stop = new AbortController();
		const next = await follow(control, stop.signal);
		const nextOfMine = await follow(mine, stop.signal);
		for (const [act, ...seen] of ACTS) {
			await expect(control.setScenario("slwo")).rejects.toThrow();
			await act({ ...stage, mine });
			for (const event of seen) {
				expect(await next()).toBe(event);
				if (!event.startsWith("default"))
					expect(await nextOfMine()).toBe(event);
			}
		}
		stop.abort();
		expect([await next(), await nextOfMine()]).toEqual([undefined, undefined]);
	});
}
