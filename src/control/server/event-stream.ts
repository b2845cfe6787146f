import type { Control } from "../control.ts";

/** Proxies and browsers give up a connection on which nothing comes for a minute or so. */
const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/**
 * Each exchange from now on, as server-sent events.
 * @param gone when nobody listens any more
 * @param ending when the mock stops
 */
export async function createEventStream(
	control: Control,
	gone: AbortSignal,
	ending: AbortSignal | undefined,
): Promise<Response> {
	const over = new AbortController();
	const end = (): void => over.abort();
	for (const signal of [gone, ending]) {
		if (signal?.aborted) end();
		signal?.addEventListener("abort", end, { signal: over.signal });
	}
	const events = await control.events(over.signal);
	const entries = events[Symbol.asyncIterator]();
	let heartbeat: ReturnType<typeof setInterval> | undefined;
	let isCancelled = false;

	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			// Something has to be sent for the head to be sent too.
			controller.enqueue(encoder.encode("retry: 1000\n\n"));
			heartbeat = setInterval(() => {
				if (!over.signal.aborted && (controller.desiredSize ?? 0) > 0)
					controller.enqueue(encoder.encode(": nothing new\n\n"));
			}, HEARTBEAT_MS);
			heartbeat.unref();
			over.signal.addEventListener("abort", () => clearInterval(heartbeat));
		},
		async pull(controller) {
			const { value: entry, done } = await entries.next();
			if (done) {
				if (!isCancelled) controller.close();
				return;
			}
			controller.enqueue(
				encoder.encode(
					`id: ${entry.id}\nevent: exchange\ndata: ${JSON.stringify(entry)}\n\n`,
				),
			);
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
