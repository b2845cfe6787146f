import { randomUUID } from "node:crypto";
import type { InitialState } from "../backing.ts";
import { type Client, evaluate, type Known } from "./client.ts";
import { StoreUnavailableError } from "./store-errors.ts";

/** Differs after each change of what the keys of a store mean. */
const LAYOUT = "4";

/** What sessions are told whose data the store has lost. */
export const LOST = "store";

export interface ConnectionOptions {
	/** The address, with credentials. */
	readonly url: string;
	readonly prefix: string;
	/** Identifies the document that the mock follows. */
	readonly document: string;
	/** What the store starts from if this mock is the first one. */
	readonly initial?: InitialState | undefined;
	/** How long to wait for a response, in milliseconds; defaults to 2,000. */
	readonly timeoutMs?: number | undefined;
	/** Called with each error that no request waits for. */
	readonly onError: (error: unknown) => void;
}

/** What a mock is told when it joins a store. */
export interface Joined extends Known {
	/** What the first mock of the store started from. */
	readonly initial: InitialState;
	/** A number that no other mock has. */
	readonly number: number;
}

/** Joins a store. If the store has lost what the mock has seen, lets its sessions tell. */
export async function joinStore(
	client: Client,
	place: string,
	{ prefix, document, initial }: ConnectionOptions,
	known: Known,
): Promise<Joined> {
	const info = String(await client.sendCommand(["INFO", "memory"]));
	const [, policy = ""] = /maxmemory_policy:(\S+)/.exec(info) ?? [];
	// A store that drops keys for lack of memory would lose parts of a session.
	if (policy.startsWith("allkeys"))
		throw new StoreUnavailableError(
			`Redis at ${place} has maxmemory-policy ${policy}, so it would delete parts of the sessions when it lacks memory. Set it to noeviction.`,
		);
	const args = {
		...{ line: randomUUID(), layout: LAYOUT, document, lost: LOST },
		initial: JSON.stringify(initial ?? null),
	};
	const json = JSON.stringify(args);
	const [changes, found = []] = await evaluate(
		client,
		prefix,
		"join",
		known,
		json,
	);
	const [line, layout, of, kept, number] = found;
	const otherPrefix = `Nothing in it was changed. Pass another prefix: ${place}?prefix=<name>`;
	if (!line || !layout)
		throw new StoreUnavailableError(
			`The keys of Redis at ${place} that begin with ${prefix} are not a store of this mock. ${otherPrefix}`,
		);
	if (layout !== LAYOUT)
		throw new StoreUnavailableError(
			`The store "${prefix}" at ${place} was written by ${Number(layout) > Number(LAYOUT) ? "a newer" : "another"} version of zaps-understudy. Update the package, or pass another prefix. ${otherPrefix}`,
		);
	if (of !== document)
		throw new StoreUnavailableError(
			`The store "${prefix}" at ${place} has the sessions of another OpenAPI document, or of another version of it. ${otherPrefix}`,
		);
	const started = JSON.parse(kept ?? "null");
	const { mock } = known;
	return { mock, line, changes, initial: started, number: Number(number) };
}
