import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "vitest";
import { createRedisStore } from "../../../src/store/redis/create-redis-store.ts";
import { openRedis } from "../../../src/store/redis/open-redis.ts";
import type { Store } from "../../../src/store/store.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { addStoreCases } from "../store/store-cases.ts";
import { alternate } from "./alternate.ts";

const CAPABILITIES = { hasOneDocument: true, sequences: 50 };

describe.skipIf(!HAS_REDIS)("in Redis", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	const open = (prefix: string) =>
		openRedis({ url: redis.url, prefix, document: "notes" });

	addStoreCases(
		"one store",
		async (options) =>
			createRedisStore((await open(randomUUID())).connection, options),
		CAPABILITIES,
	);

	addStoreCases(
		"two stores that take turns",
		async (options) => {
			const prefix = randomUUID();
			const stores: Store[] = [];
			for (let index = 0; index < 2; index++)
				stores.push(createRedisStore((await open(prefix)).connection, options));
			return {
				...alternate(stores),
				async close() {
					for (const each of stores) await each.close();
				},
			};
		},
		CAPABILITIES,
	);
});
