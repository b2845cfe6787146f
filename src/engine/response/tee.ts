import { MAX_BODY } from "../../journal/journal.ts";

/**
 * The same body, read no sooner than it is asked for, since it may never end.
 * @param tell told once what the journal keeps of it: at its end, whoever ended it, or as soon as it is that long
 */
export function tee(
	body: ReadableStream<Uint8Array>,
	tell: (text: string) => void,
): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	let isTold = false;

	function end(): void {
		if (isTold) return;
		isTold = true;
		tell(text);
		text = "";
	}

	function hear(chunk: Uint8Array): void {
		if (isTold) return;
		text += decoder.decode(chunk, { stream: true });
		if (text.length > MAX_BODY) end();
	}

	return new ReadableStream(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (done) {
						end();
						controller.close();
						return;
					}
					hear(value);
					controller.enqueue(value);
				} catch (error) {
					end();
					controller.error(error);
				}
			},
			cancel(reason) {
				end();
				return reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}
