import { createHash } from "node:crypto";
import { errorMessage, hasCode } from "../../values/errors.ts";
import { SCRIPT } from "./script.ts";
import { StoreUnavailableError } from "./store-errors.ts";

type Redis = typeof import("@redis/client");

/** A client of Redis. */
export type Client = ReturnType<Redis["createClient"]>;

/** What a mock has seen of a store. */
export interface Known {
	/** Identifies this mock. */
	readonly mock: string;
	/** Names the data of the store: it changes when the store has lost some. */
	readonly line: string;
	/** Counts the changes of the data. */
	readonly changes: number;
}

const SHA: string = createHash("sha1").update(SCRIPT).digest("hex");

/** @throws StoreUnavailableError if the package is not installed */
export async function importRedis(): Promise<Redis> {
	try {
		return await import("@redis/client");
	} catch (error) {
		if (!hasCode(error, "ERR_MODULE_NOT_FOUND")) throw error;
		throw new StoreUnavailableError(
			"A store in Redis needs the package @redis/client, which is not installed. Install it: npm install @redis/client",
			{ cause: error },
		);
	}
}

/**
 * Runs an operation of the script. Returns the number of changes that the mock has seen, and the result; no result, and
 * nothing has happened, if the store has lost some of them.
 */
export async function evaluate(
	client: Client,
	prefix: string,
	op: string,
	{ line, mock, changes }: Known,
	json: string,
): Promise<[number, string[]?]> {
	const args = [prefix, op, line, mock, `${changes}`, json];
	try {
		return await client.sendCommand(["EVALSHA", SHA, "1", ...args]);
	} catch (error) {
		if (!errorMessage(error).startsWith("NOSCRIPT")) throw error;
		return client.sendCommand(["EVAL", SCRIPT, "1", ...args]);
	}
}
