import { randomUUID } from "node:crypto";
import { computeOnce } from "../../src/values/load-once.ts";
import { HAS_REDIS, startRedis } from "./start-redis.ts";

/**
 * Whether each mock that a test starts is two, which share a store in Redis behind a proxy that sends each request to the
 * next of them. The exhaustive tests run the tests of a running mock in this way, too.
 */
export const REPLICAS: boolean =
	process.env.REPLICAS !== undefined && HAS_REDIS;

const redis = computeOnce(startRedis);

/** Returns the address of a new store. Redis ends with the test file. */
export async function createSharedAddress(): Promise<string> {
	return `${(await redis()).url}?prefix=${randomUUID()}`;
}
