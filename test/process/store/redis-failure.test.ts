import { randomUUID } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReplicas } from "../../support/open-replicas.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";

type Redis = Awaited<ReturnType<typeof startRedis>>;

describe.skipIf(!HAS_REDIS)("two mocks whose store in Redis fails", () => {
	let redis: Redis;
	let prefix: string;
	let mocks: ServedStage[];
	async function open(count: number): Promise<ServedStage[]> {
		const replicas = await openReplicas(redis.url, count, {
			...{ prefix, dataset: "empty", timeoutMs: 2_000 },
		});
		const opened = await Promise.all(
			replicas.map((shared) => serveStage({ shared, dataset: "empty" })),
		);
		mocks.push(...opened);
		return opened;
	}
	beforeEach(async () => {
		redis = await startRedis("--enable-debug-command", "yes");
		prefix = randomUUID();
		mocks = [];
		await open(2);
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
		const problem = (await response.json()) as Record<string, string>;
		expect(problem.title).toBe("Service Unavailable");
		return `${problem.detail}`;
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

	test("respond to all writes that wait for each other while it is paused", async () => {
		const writing = Array.from({ length: 60 }, () =>
			sendTo(0).createZap("waits"),
		);
		await Promise.race(writing);
		redis.signal("SIGSTOP");
		const statuses = (await Promise.all(writing)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([201, 503]));
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
				const keys = await redis.command("KEYS", "*:doc:/sessions");
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
		await lose();
		expect([await listNames(1), await listNames(0)]).toEqual([told, rest]);
	});

	/** Restarts Redis with the data of an earlier time, which the returned function copies. */
	async function backUp(): Promise<() => Promise<void>> {
		const data = join(redis.folder, "appendonlydir");
		await redis.kill();
		await cp(data, `${data}.copy`, { recursive: true });
		await redis.start();
		return async () => {
			await redis.kill();
			await rm(data, { recursive: true });
			await cp(`${data}.copy`, data, { recursive: true });
			await redis.start();
		};
	}

	/** Keeps the data of an earlier time, which the returned function loads while the connections stay open. */
	async function save(): Promise<() => Promise<unknown>> {
		await redis.command("SAVE");
		return () => redis.command("DEBUG", "RELOAD", "NOSAVE");
	}

	/** Lists the names of each session through both mocks, and what their responses tell. */
	async function listAll(...sessions: readonly string[]) {
		const seen: Record<string, { names: string[]; told: (string | null)[] }> =
			{};
		for (const session of sessions) {
			const told: (string | null)[] = [];
			for (const index of [0, 1, 0]) {
				const listed = await listNames(index, session);
				seen[session] = { names: listed.names, told };
				if (listed.told) told.push(listed.told);
			}
		}
		return seen;
	}

	describe.each([
		["restarted with older data", backUp],
		["set back to older data while connected", save],
	])("%s", (_, keep) => {
		test("tell each session once, and go on", async () => {
			await sendTo(0).createZap("old");
			const goBack = await keep();
			expect((await sendTo(0).createZap("lost")).status).toBe(201);
			await goBack();
			expect(await listAll("default")).toEqual({
				default: { names: ["old"], told: ["store"] },
			});
			expect((await sendTo(0).createZap("new")).status).toBe(201);
			expect((await listNames(1)).names).toEqual(["new", "old"]);
			await goBack();
			expect(await listAll("default")).toEqual({
				default: { names: ["old"], told: ["store"] },
			});
		});

		test("tell each session once although another mock has written more since", async () => {
			const { control } = sendTo(0);
			await sendTo(0).createZap("old");
			await sendTo(0).createZap("deleted", "deleted");
			const snapshot = await control.snapshot();
			const goBack = await keep();
			await sendTo(1).createZap("lost");
			await sendTo(1).createZap("lost", "lost");
			await sendTo(1).control.deleteSession("deleted");
			const lost = await sendTo(1).control.snapshot();
			await sendTo(0).control.snapshots();
			await goBack();
			// A mock that has not seen what is lost.
			const [other] = await open(1);
			if (!other) throw new Error("There is no other mock.");
			for (let index = 0; index < 19; index++)
				expect((await other.createZap("new", "new")).status).toBe(201);
			await sendTo(0).control.sessions();
			expect(await listAll("default", "deleted", "lost")).toEqual({
				default: { names: ["old"], told: ["store"] },
				deleted: { names: ["deleted"], told: ["store"] },
				lost: { names: [], told: ["store"] },
			});
			for (const each of mocks)
				expect(
					(await each.control.sessions()).map(({ id }) => id).sort(),
				).toEqual(["default", "deleted", "lost", "new"]);
			expect(await control.snapshots()).toEqual([snapshot]);
			await expect(control.restore(lost)).rejects.toThrow("Unknown");
			expect((await listNames(1, "new")).names).toHaveLength(19);
		});
	});

	test("respond with 503 while it lacks memory, and change nothing", async () => {
		await sendTo(0).createZap("before");
		await redis.command("CONFIG", "SET", "maxmemory", "1");
		const detail = await expectUnavailable(await sendTo(1).createZap("no"));
		expect(detail).toContain("'maxmemory'. Give Redis more memory");
		expect((await listNames(1)).names).toEqual(["before"]);
		await redis.command("CONFIG", "SET", "maxmemory", "0");
		expect((await listNames(0)).names).toEqual(["before"]);
		expect((await sendTo(1).createZap("after")).status).toBe(201);
	});

	test("read more than Redis keeps for one that follows events", async () => {
		const limit = ["client-output-buffer-limit", "pubsub 1000000 0 0"] as const;
		await redis.command("CONFIG", "SET", ...limit);
		const end = new AbortController();
		await sendTo(1).control.follow(end.signal);
		end.abort();
		const body = JSON.stringify({
			command: "run",
			args: { text: "x".repeat(900_000) },
		});
		const headers = { "content-type": "application/json" };
		for (let index = 0; index < 4; index++)
			await sendTo(0).send("/v1/command", { method: "POST", headers, body });
		expect((await listNames(1)).names).toEqual([]);
	});

	test("go on after its scripts were removed", async () => {
		await redis.command("SCRIPT", "FLUSH");
		for (const index of [0, 1])
			await expect
				.poll(async () => (await sendTo(index).createZap("after")).status)
				.toBe(201);
	});

	test("respond as the service did although the exchange cannot be recorded", async () => {
		await redis.command("SET", `${prefix}:journal:default`, "no stream");
		expect((await sendTo(0).createZap("stored")).status).toBe(201);
		expect((await listNames(1)).names).toEqual(["stored"]);
	});

	test("respond with 503 and the remedy while they may not join again", async () => {
		await redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		await redis.command("FLUSHALL");
		for (const path of ["/v1/zaps", "/__mock/state"])
			expect(await expectUnavailable(await sendTo(0).send(path))).toContain(
				"Set it to noeviction",
			);
		await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
		expect((await sendTo(0).createZap("after")).status).toBe(201);
	});
});
