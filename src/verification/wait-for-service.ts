import { setTimeout as sleep } from "node:timers/promises";
import { createSend } from "./send.ts";

const INTERVAL_MS = 250;

/** Waits until the service sends any response. Returns a predicate if it does not respond in time. */
export async function waitForService(
	baseUrl: string,
	seconds: number,
	signal: AbortSignal,
	onProgress: ((message: string) => void) | undefined,
	ca: string | undefined,
): Promise<string | undefined> {
	const end = performance.now() + seconds * 1000;
	let reason = "";
	while (performance.now() < end) {
		const timeoutMs = Math.max(Math.ceil(end - performance.now()), 1);
		const send = createSend({ baseUrl, headers: {}, ca, timeoutMs, signal });
		try {
			await send({ method: "GET", path: "/" });
			return undefined;
		} catch (error) {
			signal.throwIfAborted();
			reason = error instanceof Error ? error.message : String(error);
		}
		onProgress?.(`waiting for the service, which ${reason}`);
		await sleep(INTERVAL_MS, undefined, { signal });
	}
	return `did not respond within ${seconds} s: it ${reason}`;
}
