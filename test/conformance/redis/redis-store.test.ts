import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "vitest";
import { createStoreOf } from "../../../src/store/create-store.ts";
import { StoreConnection } from "../../../src/store/redis/connection.ts";
import { createRedisStates } from "../../../src/store/redis/redis-states.ts";
import type { StoreOptions } from "../../../src/store/store.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { addStoreCases } from "../store/store-cases.ts";
import { alternate } from "./alternate.ts";

const CAPABILITIES = { hasOneDocument: true, sequences: 20 };

describe.skipIf(!HAS_REDIS)("in Redis", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	const open = (prefix: string, given: StoreOptions) => {
		const { url } = redis;
		const connection = new StoreConnection({
			url,
			prefix,
			document: "notes",
			initial: { dataset: "", seed: 1, now: 0 },
			onError() {},
		});
		return createStoreOf(
			(options) => createRedisStates(connection, options),
			given,
		);
	};

	addStoreCases(
		"one store",
		async (options) => open(randomUUID(), options),
		CAPABILITIES,
	);

	addStoreCases(
		"two stores that take turns",
		async (options) => {
			const prefix = randomUUID();
			const stores = [open(prefix, options), open(prefix, options)];
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
