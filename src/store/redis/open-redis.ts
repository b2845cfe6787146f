import { randomUUID } from "node:crypto";
import type { InitialState } from "../backing.ts";
import {
	type ConnectionOptions,
	createStoreConnection,
	type StoreConnection,
} from "./connection.ts";

/** Differs after each change of what the keys of a store mean. */
const LAYOUT = "1";

/** Says why the store cannot be used, and what to do. */
export class StoreRefusedError extends Error {
	override readonly name = "StoreFileError";
}

/** What a mock is told when it joins a store. */
export interface Joined {
	readonly connection: StoreConnection;
	/** What the first mock of the store started from. */
	readonly initial: InitialState;
	/** Counts the mocks that have joined the store. */
	readonly mock: number;
}

export interface RedisOptions extends ConnectionOptions {
	/** Identifies the document that the mock follows. */
	readonly document: string;
	readonly initial?: InitialState | undefined;
}

/** A store that drops keys for lack of memory would lose parts of a session. */
async function requireNoEviction({
	send,
	place,
}: StoreConnection): Promise<void> {
	const info = String(await send("INFO", "memory"));
	const [, policy = ""] = /maxmemory_policy:(\S+)/.exec(info) ?? [];
	if (policy.startsWith("allkeys"))
		throw new StoreRefusedError(
			`Redis at ${place} has maxmemory-policy ${policy}, so it would delete parts of the sessions when it lacks memory. Set it to noeviction.`,
		);
}

/**
 * Lets a mock join a store, and begins the store if it does not exist.
 * @param sessions names and values of the sessions that a store begins with if it does not exist
 * @throws StoreRefusedError if it has another layout, or another document; nothing has changed then
 * @throws StoreUnavailableError if Redis does not respond
 */
export async function joinStore(
	connection: StoreConnection,
	{ document, initial }: Pick<RedisOptions, "document" | "initial">,
	sessions: readonly string[] = [],
): Promise<Joined> {
	const { place, prefix } = connection;
	connection.setEpoch(randomUUID());
	const joined = await connection.run("join", {
		...{ layout: LAYOUT, document, fields: sessions },
		initial: JSON.stringify(initial ?? null),
	});
	const [epoch, layout, of, kept = "null", mock] = joined?.values ?? [];
	const otherPrefix = `Nothing in it was changed. Pass another prefix: ${place}?prefix=<name>`;
	if (epoch === undefined || layout === undefined || layout === null)
		throw new StoreRefusedError(
			`The keys of Redis at ${place} that begin with ${prefix} are not a store of this mock. ${otherPrefix}`,
		);
	if (layout !== LAYOUT)
		throw new StoreRefusedError(
			`The store "${prefix}" at ${place} was written by ${Number(layout) > Number(LAYOUT) ? "a newer" : "another"} version of zaps-understudy. Update the package, or pass another prefix. ${otherPrefix}`,
		);
	if (of !== document)
		throw new StoreRefusedError(
			`The store "${prefix}" at ${place} has the sessions of another OpenAPI document, or of another version of it. ${otherPrefix}`,
		);
	connection.setEpoch(epoch);
	return { connection, initial: JSON.parse(kept), mock: Number(mock) };
}

/** Connects to Redis, and joins the store there. @throws as `joinStore` does */
export async function openRedis(options: RedisOptions): Promise<Joined> {
	const connection = createStoreConnection(options);
	try {
		await requireNoEviction(connection);
		return await joinStore(connection, options);
	} catch (error) {
		connection.close();
		throw error;
	}
}
