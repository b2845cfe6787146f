import type { JournalEntry } from "../../journal/entry.ts";
import { ControlError } from "../control-error.ts";

/**
 * Reads journal entries from a stream of server-sent events, until the signal aborts or the mock stops.
 * @throws ControlError if the connection breaks
 */
export async function* readEvents(
	body: ReadableStream<Uint8Array> | null | undefined,
	signal: AbortSignal,
): AsyncGenerator<JournalEntry> {
	if (!body) return;
	const reader = body.getReader();
	const decoder = new TextDecoder();
	const cancel = (): void => {
		reader.cancel().catch(() => {});
	};
	signal.addEventListener("abort", cancel);
	let text = "";
	try {
		while (!signal.aborted) {
			const { value, done } = await reader.read();
			if (done) return;
			const events = (text + decoder.decode(value, { stream: true })).split(
				"\n\n",
			);
			text = events.pop() ?? "";
			for (const event of events) {
				// The control API sends each entry as one line; comments have no data.
				const [, data] = /^data: (.*)$/m.exec(event) ?? [];
				if (signal.aborted) return;
				if (data !== undefined) yield JSON.parse(data);
			}
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
