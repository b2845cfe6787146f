import { EventSourceParserStream } from "eventsource-parser/stream";
import type { JournalEntry } from "../../journal/entry.ts";
import { ControlError } from "../control-error.ts";

/**
 * Reads journal entries from a stream of server-sent events, until the signal aborts or the mock stops.
 * @throws ControlError if the connection breaks
 */
export async function* readEvents(
	body: ReadableStream<BufferSource> | null | undefined,
	signal: AbortSignal,
): AsyncGenerator<JournalEntry> {
	if (!body) return;
	const reader = body
		.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	const cancel = (): void => void reader.cancel().catch(() => {});
	signal.addEventListener("abort", cancel);
	try {
		while (!signal.aborted) {
			const { value, done } = await reader.read();
			if (done || signal.aborted) return;
			yield JSON.parse(value.data);
		}
	} catch (error) {
		if (!signal.aborted)
			throw new ControlError(
				0,
				"The connection to the mock broke. Start the mock if it stopped, then try again.",
				[],
				{ cause: error },
			);
	} finally {
		signal.removeEventListener("abort", cancel);
		cancel();
	}
}
