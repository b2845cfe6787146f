import { MAX_RESPONSE_LENGTH } from "../../journal/body-view.ts";

/**
 * Returns the same body and reports its text. Chunks are read only when the consumer asks for them, since the body may
 * never end.
 * @param report called once with the part that the journal keeps: at the end of the body, or as soon as it is that long
 */
export function tee(
	body: ReadableStream<Uint8Array>,
	report: (text: string) => void,
): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text: string | undefined = "";

	function end(): void {
		if (text === undefined) return;
		report(text);
		text = undefined;
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
					if (text !== undefined) {
						text += decoder.decode(value, { stream: true });
						if (text.length > MAX_RESPONSE_LENGTH) end();
					}
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
