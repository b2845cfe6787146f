import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificate } from "../../support/certificate.ts";
import { openReplicas } from "../../support/open-replicas.ts";
import { run } from "../../support/run.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { findPort, HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const serveWith = (store: string) => ["serve", "--port", "0", "--store", store];
const serve = (store: string) => runInProcess(...serveWith(store));

describe.skipIf(!HAS_REDIS)("a store in Redis", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	test.each<[string, (prefix: string) => Promise<unknown>, RegExp]>([
		[
			"of a newer layout",
			async (prefix) => {
				await openReplicas(redis.url, 1, { prefix });
				await redis.command("HSET", `${prefix}:meta`, "layout", "99");
			},
			/was written by another version of zaps-understudy/,
		],
		[
			"of another document",
			(prefix) => openReplicas(redis.url, 1, { prefix }),
			/has the sessions of another OpenAPI document/,
		],
		[
			"that is a hash of another program",
			(prefix) => redis.command("HSET", `${prefix}:meta`, "any", "1"),
			/are not a store of this mock/,
		],
		[
			"whose prefix has keys of another program",
			(prefix) => redis.command("SET", `${prefix}:doc:1`, "any"),
			/are not a store of this mock/,
		],
		[
			"that is a text of another program",
			(prefix) => redis.command("SET", `${prefix}:meta`, "any"),
			/are not a store of this mock/,
		],
	])("%s is rejected, and stays as it is", async (name, create, message) => {
		const prefix = name.replaceAll(" ", "-");
		await create(prefix);
		const dump = async () => {
			const keys = await redis.command("KEYS", `${prefix}:*`);
			return Promise.all(
				keys
					.split("\n")
					.map(async (key) => [key, await redis.command("DUMP", key)]),
			);
		};
		const before = await dump();
		const { code, stderr } = await serve(`${redis.url}?prefix=${prefix}`);
		expect(stderr).toMatch(message);
		expect(code).toBe(2);
		expect((await dump()).sort()).toEqual(before.sort());
	});

	// In a process of its own, because a connection to Redis must not keep it alive.
	test("is rejected if Redis deletes keys when it lacks memory", async () => {
		await redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		const { code, stderr } = await run(process.execPath, [
			CLI,
			...serveWith(redis.url),
		]);
		await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
		expect(stderr).toContain("Set it to noeviction");
		expect(code).toBe(2);
	});

	test.each([
		["redis://any:sesame@127.0.0.1:1", /is not available/],
		["redis://any:sesame@127.0.0.1:x", /Invalid address/],
		["redis://any:sesame@127.0.0.1:1/x", /Invalid address in --store/],
		["redis://any:sesame@127.0.0.1:1/-1", /Invalid address in --store/],
		["redis://any:sesame%zz@127.0.0.1:1", /each "%" of a password as "%25"/],
		["redis://any:sesame@127.0.0.1:1?retries=3", /Invalid parameter/],
		["redis://any:sesame@127.0.0.1:1?prefix=a:doc", /Invalid parameter/],
		["redis://any:sesame@127.0.0.1:1?prefix=*", /Invalid parameter/],
	])("at %s is rejected without showing the password", async (url, message) => {
		const { code, stdout, stderr } = await serve(url);
		expect(stderr).toMatch(message);
		expect(stdout + stderr).not.toContain("sesame");
		expect(code).toBe(2);
	});

	test("is used over TLS if Node trusts its certificate", async () => {
		await using folder = await scratchFolder();
		const cert = await folder.file("cert.pem", certificate.cert);
		const key = await folder.file("key.pem", certificate.key);
		const port = `${await findPort()}`;
		await using _ = await startRedis(
			...["--tls-port", port, "--tls-auth-clients", "no"],
			...["--tls-cert-file", cert, "--tls-key-file", key],
		);
		const store = `rediss://localhost:${port}`;
		const untrusted = await serve(store);
		expect(untrusted).toMatchObject({ code: 2, stdout: "" });
		expect(untrusted.stderr).toMatch(/is not available: .*certificate/);
		await using mock = await startCli(
			["--store", store],
			folder.path,
			undefined,
			undefined,
			{ NODE_EXTRA_CA_CERTS: cert },
		);
		const events = await fetch(`${mock.url}/__mock/events`);
		expect(events.status).toBe(200);
		await events.body?.cancel();
		expect((await fetch(`${mock.url}/v1/zaps`)).status).toBe(200);
	});

	test("is found by UNDERSTUDY_STORE, and its password is not shown", async () => {
		await redis.command(
			"ACL",
			"SETUSER",
			"mock",
			"on",
			">sesame",
			"~*",
			"&*",
			"+@all",
		);
		const { host } = new URL(redis.url);
		const env = {
			UNDERSTUDY_STORE: `redis://mock:sesame@${host}/1?prefix=variable`,
		};
		await using server = await startCli(
			[],
			undefined,
			undefined,
			undefined,
			env,
		);
		expect((await fetch(`${server.url}/v1/zaps`)).status).toBe(200);
		expect(JSON.stringify(server.ready)).not.toContain("sesame");
		expect(await redis.command("-n", "1", "KEYS", "variable:*")).toContain(
			"variable:meta",
		);
	});
});
