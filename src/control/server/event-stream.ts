import type { Control } from "../control.ts";
import type { ControlEvent } from "../follow.ts";

/** Proxies and browsers close a connection that is silent for about a minute. */
const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

const formatEvent = (event: ControlEvent): string =>
	event.type === "exchange"
		? `id: ${event.entry.id}\nevent: exchange\ndata: ${JSON.stringify(event.entry)}\n\n`
		: `event: change\ndata: ${JSON.stringify(event.change)}\n\n`;

async function* asExchanges(
	entries: Awaited<ReturnType<Control["events"]>>,
): AsyncGenerator<ControlEvent> {
	for await (const entry of entries) yield { type: "exchange", entry };
}

/**
 * Creates a response that sends each exchange from now on as a server-sent event.
 * @param withChanges whether to send each change too
 * @param signals each of which ends the stream
 */
export async function createEventStream(
	control: Control,
	withChanges: boolean,
	signals: readonly (AbortSignal | undefined)[],
): Promise<Response> {
	const ended = new AbortController();
	const end = (): void => ended.abort();
	// Not AbortSignal.any: one of the signals lives as long as the mock, and would keep each stream in memory.
	for (const signal of signals) {
		if (signal?.aborted) end();
		signal?.addEventListener("abort", end, { signal: ended.signal });
	}
	const followed = withChanges
		? await control.follow(ended.signal)
		: asExchanges(await control.events(ended.signal));
	const events = followed[Symbol.asyncIterator]();
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
			const { value: event, done } = await events.next();
			if (!done) controller.enqueue(encoder.encode(formatEvent(event)));
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
