import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { sendAtRate } from "./send-at-rate.ts";

type SendAtRate = Parameters<typeof sendAtRate>;

const PACE = fileURLToPath(new URL("./pace.ts", import.meta.url));

/** Latency quantiles in milliseconds. */
export interface Latency {
	readonly p50: number;
	readonly p99: number;
	/** The share of responses that were counted. Responses during a stall of the sending process are not. */
	readonly counted: number;
}

/**
 * Sends the requests from a single-threaded process of its own. Helper threads of V8 could take the core of the server,
 * and the measured latency would include the wait for that core.
 * @throws Error if any response is not 2xx, or the server is too slow
 */
export async function sendPaced(
	...args: [...SendAtRate, warmUpSeconds: number]
): Promise<Latency> {
	const flags = [...process.execArgv, "--single-threaded"];
	const { stdout } = await promisify(execFile)(process.execPath, [
		...[...flags, PACE, JSON.stringify(args)],
	]);
	return JSON.parse(stdout);
}
