import type { JournalEntry } from "../../journal/entry.ts";
import { ControlError } from "../control-error.ts";

/** The data of one event; undefined for what is none, such as a comment. */
function dataOf(block: string): string | undefined {
	const lines = block
		.split("\n")
		.filter((line) => line.startsWith("data:"))
		.map((line) => line.slice(5).replace(/^ /, ""));
	return lines.length > 0 ? lines.join("\n") : undefined;
}

/** What has come whole of a stream of server-sent events, and the rest of it. */
function split(text: string): { blocks: string[]; rest: string } {
	const blocks = text.split("\n\n");
	const rest = blocks.pop() ?? "";
	return { blocks, rest };
}

/**
 * The exchanges of a stream of events, until the signal says that it is enough or the mock stops.
 * @throws ControlError where the connection breaks
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
			const { blocks, rest } = split(
				text + decoder.decode(value, { stream: true }),
			);
			text = rest;
			for (const data of blocks.map(dataOf)) {
				if (signal.aborted) return;
				if (data !== undefined) yield JSON.parse(data);
			}
		}
	} catch (error) {
		if (!signal.aborted)
			throw new ControlError(
				0,
				"The connection to the mock broke. Start it again, or ask again.",
				[],
				{ cause: error },
			);
	} finally {
		signal.removeEventListener("abort", cancel);
		cancel();
	}
}
