import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReplicas } from "../../support/open-replicas.ts";
import { type Stage, stageInProcess } from "../../support/serve-stage.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { startStub } from "../../support/stub-server.ts";

interface Zaps {
	readonly items: readonly { readonly id: string; readonly name: string }[];
	readonly nextCursor: string | null;
}

/** Opens two mocks with one store. */
async function openTwo(
	url: string,
	options: Parameters<typeof stageInProcess>[0] & { prefix?: string } = {},
) {
	const stages: Stage[] = [];
	for (const each of await openReplicas(url, 2, options))
		stages.push(await stageInProcess(options, each));
	const [one, two] = stages;
	if (!one || !two) throw new Error("There are no two mocks.");
	return {
		one,
		two,
		both: stages,
		async [Symbol.asyncDispose]() {
			for (const each of stages) await each[Symbol.asyncDispose]();
		},
	};
}

const listZaps = async (stage: Stage, query = ""): Promise<Zaps> =>
	(await stage.send(`/v1/zaps?limit=100${query}`)).json();

describe.skipIf(!HAS_REDIS)("two mocks with one store in Redis", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	test("give each record an id of its own while both write", async () => {
		await using mocks = await openTwo(redis.url, { dataset: "empty" });
		const names = Array.from({ length: 60 }, (_, index) => `zap ${index}`);
		const responses = await Promise.all(
			names.map((name, index) =>
				(index % 2 ? mocks.one : mocks.two).createZap(name),
			),
		);
		expect(new Set(responses.map(({ status }) => status))).toEqual(
			new Set([201]),
		);
		const { items } = await listZaps(mocks.one);
		expect(new Set(items.map(({ id }) => id)).size).toBe(60);
		expect(items.map(({ name }) => name).sort()).toEqual(names.sort());
		const { audit = [] } = await mocks.two.control.state();
		expect(audit).toHaveLength(60);
	});

	test("let a fault with `times: 3` disturb three of concurrent requests to both", async () => {
		await using mocks = await openTwo(redis.url);
		await mocks.one.control.setFaults([
			{ operation: "listZaps", kind: "status", status: 429, times: 3 },
		]);
		const statuses = await Promise.all(
			Array.from({ length: 40 }, async (_, index) => {
				const { status } = await (index % 2 ? mocks.one : mocks.two).send(
					"/v1/zaps",
				);
				return status;
			}),
		);
		expect(statuses.filter((status) => status === 429)).toHaveLength(3);
		expect(await mocks.two.control.faults()).toEqual([]);
	});

	test("let a fault with `times: 1` disturb one request while the same mock sets others", async () => {
		await using mocks = await openTwo(redis.url);
		const { control, send } = mocks.one;
		for (let round = 0; round < 20; round++) {
			await control.setFaults([
				{ operation: "listZaps", kind: "status", status: 429, times: 1 },
			]);
			const adding = Array.from({ length: 8 }, async (_, index) => {
				await wait(index / 2);
				await control.addFaults([
					{ operation: "getHealth", kind: "delay", ms: 1 },
				]);
			});
			const sending = Array.from({ length: 4 }, () => send("/v1/zaps"));
			const statuses = (await Promise.all(sending)).map(({ status }) => status);
			await Promise.all(adding);
			expect(statuses.filter((status) => status === 429)).toHaveLength(1);
		}
	});

	test("neither repeat nor skip records of pages while the other one writes", async () => {
		await using mocks = await openTwo(redis.url, { dataset: "empty" });
		for (let index = 0; index < 30; index++)
			await mocks.one.createZap(`before ${index}`);
		let isReading = true;
		const writing = (async () => {
			for (let index = 0; isReading; index++)
				await mocks.two.createZap(`meanwhile ${index}`);
		})();
		const read: string[] = [];
		let cursor: string | null = null;
		do {
			const after: string = cursor ? `&cursor=${cursor}` : "";
			const stage: Stage = read.length % 2 ? mocks.one : mocks.two;
			const page: Zaps = await (
				await stage.send(`/v1/zaps?limit=3${after}`)
			).json();
			read.push(...page.items.map(({ name }) => name));
			cursor = page.nextCursor;
		} while (cursor);
		isReading = false;
		await writing;
		expect(new Set(read).size).toBe(read.length);
		expect(read.filter((name) => name.startsWith("before"))).toHaveLength(30);
	});

	test("allow as many requests per second as one mock", async () => {
		await using mocks = await openTwo(redis.url);
		await mocks.one.control.setScenario("rate-limited");
		const statuses: number[] = [];
		for (let index = 0; index < 30; index++)
			statuses.push(
				(await mocks.both[index % 2]?.send("/v1/zaps"))?.status ?? 0,
			);
		expect(statuses).toContain(429);
		const alone = statuses.filter((status) => status === 200).length;
		expect(alone).toBeLessThan(20);
	});

	test("count metrics and assumptions together", async () => {
		await using mocks = await openTwo(redis.url);
		for (const each of mocks.both)
			for (let index = 0; index < 3; index++) await each.send("/v1/zaps");
		const metrics = await (await mocks.two.send("/metrics")).text();
		expect(metrics).toMatch(
			/http_requests_total\{operation="listZaps",status="200"\} 6/,
		);
		const used = await mocks.one.control.usedAssumptions();
		expect(used.exchanges).toBe(7);
	});

	test("tell once that a session was deleted, whichever of them is asked", async () => {
		await using mocks = await openTwo(redis.url);
		await mocks.one.createZap("lost", "mine");
		await mocks.two.control.deleteSession("mine");
		const headers = { "mock-session": "mine" };
		const reasons: (string | null)[] = [];
		for (const each of [mocks.one, mocks.two, mocks.one]) {
			const { headers: sent } = await each.send("/v1/zaps", { headers });
			reasons.push(sent.get("mock-session-restarted"));
		}
		expect(reasons).toEqual(["deleted", null, null]);
	});

	test("keep a session that another one began while a request to the deleted one was under way", async () => {
		await using mocks = await openTwo(redis.url);
		const headers = { "mock-session": "mine", prefer: "delay=1500" };
		const slow = mocks.one.send("/v1/zaps", { headers });
		await expect
			.poll(async () => (await mocks.two.control.sessions()).length)
			.toBe(2);
		await mocks.two.control.deleteSession("mine");
		// The first one learns of the deletion, and then of the new session.
		await mocks.one.control.sessions();
		const mine = mocks.two.control.session("mine");
		await mine.addFaults([{ operation: "*", kind: "delay", ms: 1 }]);
		await mocks.one.control.sessions();
		expect((await slow).status).toBe(200);
		expect(await mine.faults()).toHaveLength(1);
	});

	test("forward with the same headers, whichever of them it was told", async () => {
		await using target = await openTwo(redis.url);
		await using mocks = await openTwo(redis.url);
		await mocks.one.control.setForward({
			url: "http://127.0.0.1:9",
			headers: { "x-key": "secret word" },
		});
		const seen = await mocks.two.control.forward();
		expect(seen).toMatchObject({
			url: "http://127.0.0.1:9",
			headers: { "x-key": "[redacted]" },
			lostHeaders: [],
		});
		expect((await mocks.two.send("/v1/zaps")).status).toBe(502);
		await mocks.two.control.clearForward();
		expect((await mocks.one.send("/v1/zaps")).status).toBe(200);
		expect(target.both).toHaveLength(2);
	});

	test("show exchanges and changes of the other one as they happen", async () => {
		const prefix = "live";
		await using mocks = await openTwo(redis.url, { prefix });
		await using others = await openTwo(`${redis.url}/1`, { prefix });
		const end = new AbortController();
		const events = await mocks.one.control.follow(end.signal);
		await others.two.createZap("in another database");
		await mocks.two.createZap("live");
		await mocks.two.control.setScenario("empty");
		const seen: unknown[] = [];
		for await (const event of events) {
			seen.push(
				event.type === "exchange" ? event.entry.operation : event.change,
			);
			if (seen.length === 2) break;
		}
		end.abort();
		expect(seen).toEqual([
			"createZap",
			{ session: "default", subject: "scenario" },
		]);
	});

	test("forget the oldest of many deleted sessions", async () => {
		const prefix = "forget";
		await using mocks = await openTwo(redis.url, { prefix });
		async function remove(session: string): Promise<void> {
			await mocks.one.createZap("lost", session);
			await mocks.two.control.deleteSession(session);
		}
		await remove("first");
		await remove("second");
		const others = `for i = 1, 9998 do redis.call('ZADD', '${prefix}:gone', 1e15 + i, i) end`;
		await redis.command("EVAL", others, "0");
		await remove("third");
		const kept = await redis.command("HKEYS", `${prefix}:doc:/sessions`);
		const names = kept.split("\n").filter((name) => !name.startsWith("@"));
		expect(names.sort()).toEqual(["default", "second", "third"]);
	});

	test("record a forwarded exchange before its response ends", async () => {
		let end = (): void => {};
		await using service = await startStub((_, response) => {
			response.writeHead(200, { "content-type": "application/json" });
			response.write('{"status":');
			end = () => response.end('"ok"}');
		});
		const prefix = "forwarded";
		await using mocks = await openTwo(redis.url, { prefix });
		await mocks.one.control.setForward({ url: service.url });
		const response = await mocks.one.send("/v1/health");
		await redis.command("CLIENT", "PAUSE", "300", "WRITE");
		end();
		await response.text();
		expect(await redis.command("XLEN", `${prefix}:journal:default`)).toBe("1");
	});

	test("keep no credentials of requests in Redis", async () => {
		await using mocks = await openTwo(redis.url);
		await mocks.one.send("/v1/zaps?token=query-secret", {
			headers: { authorization: "Bearer header-secret" },
		});
		await wait(0);
		const [request] = (await mocks.two.control.requests()).requests;
		expect(request?.request.headers).toMatchObject({
			authorization: "[redacted]",
		});
		const keys = (await redis.command("KEYS", "*:journal:default")).split("\n");
		for (const key of keys)
			expect(await redis.command("XRANGE", key, "-", "+")).not.toMatch(
				/header-secret|query-secret/,
			);
	});
});
