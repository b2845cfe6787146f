import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReplicas } from "../../support/open-replicas.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";

type Redis = Awaited<ReturnType<typeof startRedis>>;

describe.skipIf(!HAS_REDIS)("two mocks whose store in Redis fails", () => {
	let redis: Redis;
	let mocks: ServedStage[];
	beforeEach(async () => {
		redis = await startRedis();
		const replicas = await openReplicas(redis.url, 2, {
			...{ dataset: "empty", timeoutMs: 2_000 },
		});
		mocks = await Promise.all(
			replicas.map((shared) => serveStage({ shared, dataset: "empty" })),
		);
	});
	afterEach(async () => {
		for (const each of mocks) await each[Symbol.asyncDispose]();
		await redis[Symbol.asyncDispose]();
	});

	const sendTo = (index: number) => mocks[index % 2] as ServedStage;

	async function listNames(index: number, session = "default") {
		const response = await sendTo(index).send("/v1/zaps", {
			headers: { "mock-session": session },
		});
		const { items } = (await response.json()) as {
			items: { name: string }[];
		};
		return {
			names: items.map(({ name }) => name).sort(),
			told: response.headers.get("mock-session-restarted"),
		};
	}

	async function expectUnavailable(response: Response): Promise<string> {
		expect(response.status).toBe(503);
		expect(response.headers.get("retry-after")).toBe("1");
		expect(response.headers.get("content-type")).toBe(
			"application/problem+json",
		);
		const { title, detail } = (await response.json()) as {
			title: string;
			detail: string;
		};
		expect(title).toBe("Service Unavailable");
		return detail;
	}

	/** Writes through both mocks. Returns the names of the records that must exist, and of those that may. */
	async function writeSome(prefix: string) {
		const must: string[] = [];
		const may: string[] = [];
		const writing = Array.from({ length: 6 }, async (_, index) => {
			const name = `${prefix} ${index}`;
			const response = await sendTo(index).createZap(name);
			if (response.status === 201) must.push(name);
			else {
				await expectUnavailable(response);
				may.push(name);
			}
		});
		await Promise.all(writing);
		return { must, may };
	}

	test("respond with 503 while it is paused, and go on afterwards", async () => {
		await sendTo(0).createZap("before");
		redis.signal("SIGSTOP");
		const { must, may } = await writeSome("paused");
		expect(must).toEqual([]);
		expect(await expectUnavailable(await sendTo(1).send("/v1/zaps"))).toContain(
			"did not respond within 2 s",
		);
		await expectUnavailable(await sendTo(0).send("/__mock/state"));
		redis.signal("SIGCONT");
		const { names, told } = await listNames(1);
		expect(told).toBeNull();
		expect(names).toContain("before");
		expect(["before", ...may]).toEqual(expect.arrayContaining(names));
		const { audit = [] } = await sendTo(0).control.state();
		expect(audit).toHaveLength(names.length);
		expect((await sendTo(0).createZap("after")).status).toBe(201);
	});

	test("respond with 503 while it is gone, and go on with its data once it is back", async () => {
		await sendTo(0).createZap("before");
		await redis.kill();
		for (const index of [0, 1])
			await expectUnavailable(await sendTo(index).send("/v1/zaps"));
		expect((await writeSome("gone")).must).toEqual([]);
		await redis.start();
		for (const index of [0, 1])
			expect(await listNames(index)).toEqual({ names: ["before"], told: null });
		expect((await sendTo(1).createZap("after")).status).toBe(201);
		expect((await listNames(0)).names).toEqual(["after", "before"]);
	});

	test.each([
		[
			"was restarted without its data",
			async () => {
				await redis.kill();
				await rm(join(redis.folder, "appendonlydir"), { recursive: true });
				await redis.start();
			},
		],
		["was emptied", () => redis.command("FLUSHALL")],
		[
			"has lost the table of sessions",
			async () => {
				const keys = await redis.command("KEYS", "*:doc:sessions");
				await redis.command("DEL", keys.trim());
			},
		],
	])("tell each session once that it %s", async (_, lose) => {
		await sendTo(0).createZap("lost");
		await sendTo(1).createZap("lost", "mine");
		await lose();
		const seen = [];
		for (const session of ["default", "mine"])
			for (const index of [0, 1, 0]) seen.push(await listNames(index, session));
		const told = { names: [], told: "store" };
		const rest = { names: [], told: null };
		expect(seen).toEqual([told, rest, rest, told, rest, rest]);
		expect((await sendTo(1).createZap("new")).status).toBe(201);
		expect((await listNames(0)).names).toEqual(["new"]);
	});

	test("tell each session once that it was restarted with older data", async () => {
		const data = join(redis.folder, "appendonlydir");
		await sendTo(0).createZap("old");
		await redis.kill();
		await cp(data, `${data}.copy`, { recursive: true });
		await redis.start();
		expect((await sendTo(0).createZap("lost")).status).toBe(201);
		await redis.kill();
		await rm(data, { recursive: true });
		await cp(`${data}.copy`, data, { recursive: true });
		await redis.start();
		// Only a mock that has seen what is lost can tell.
		expect(await listNames(0)).toEqual({ names: ["old"], told: "store" });
		expect(await listNames(1)).toEqual({ names: ["old"], told: null });
		expect((await sendTo(0).createZap("new")).status).toBe(201);
		expect((await listNames(1)).names).toEqual(["new", "old"]);
	});

	test("respond with 503 while it lacks memory, and change nothing", async () => {
		await sendTo(0).createZap("before");
		await redis.command("CONFIG", "SET", "maxmemory", "1");
		const detail = await expectUnavailable(await sendTo(1).createZap("no"));
		expect(detail).toContain("Give Redis more memory");
		await redis.command("CONFIG", "SET", "maxmemory", "0");
		expect((await listNames(0)).names).toEqual(["before"]);
		expect((await sendTo(1).createZap("after")).status).toBe(201);
	});
});
