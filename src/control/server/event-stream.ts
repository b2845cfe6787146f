import type { Control } from "../control.ts";

/** Proxies and browsers close a connection that is silent for about a minute. */
const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/**
 * Creates a response that sends each exchange from now on as a server-sent event.
 * @param signals each of which ends the stream
 */
export async function createEventStream(
	control: Control,
	signals: readonly (AbortSignal | undefined)[],
): Promise<Response> {
	const ended = new AbortController();
	const end = (): void => ended.abort();
	// Not AbortSignal.any: one of the signals lives as long as the mock, and would keep each stream in memory.
	for (const signal of signals) {
		if (signal?.aborted) end();
		signal?.addEventListener("abort", end, { signal: ended.signal });
	}
	const events = await control.events(ended.signal);
	const entries = events[Symbol.asyncIterator]();
	let isCancelled = false;

	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			// Node sends the response headers with the first bytes of the body.
			controller.enqueue(encoder.encode("retry: 1000\n\n"));
			const heartbeat = setInterval(() => {
				if (!ended.signal.aborted && (controller.desiredSize ?? 0) > 0)
					controller.enqueue(encoder.encode(": nothing new\n\n"));
			}, HEARTBEAT_MS);
			heartbeat.unref();
			ended.signal.addEventListener("abort", () => clearInterval(heartbeat));
		},
		async pull(controller) {
			const { value: entry, done } = await entries.next();
			if (!done)
				controller.enqueue(
					encoder.encode(
						`id: ${entry.id}\nevent: exchange\ndata: ${JSON.stringify(entry)}\n\n`,
					),
				);
			else if (!isCancelled) controller.close();
		},
		cancel() {
			isCancelled = true;
			end();
		},
	});
	return new Response(body, {
		headers: { "content-type": "text/event-stream" },
	});
}
