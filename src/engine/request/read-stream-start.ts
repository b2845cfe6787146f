import { concatenate } from "../../values/concatenate.ts";

/** What is used of a stream of Node. Its events cost a third of its async iterator. */
export interface NodeStream extends AsyncIterable<Uint8Array> {
	on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
	on(event: "end" | "close", listener: () => void): unknown;
	on(event: "error", listener: (error: unknown) => void): unknown;
	off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
	pause(): unknown;
}

/** The first chunks of a stream. */
export interface StreamStart {
	readonly chunks: readonly Uint8Array[];
	readonly length: number;
	/** Returns the bytes of all chunks. */
	readonly bytes: () => Uint8Array<ArrayBuffer>;
	/** Continues a stream that has not ended. */
	readonly rest?: AsyncIterator<Uint8Array>;
}

/**
 * Reads a stream until its end, until there are more than `maxBytes`, or until `maxWaitMs` have passed.
 * @throws the error of the stream, or an error if it closed early
 */
export function readStreamStart(
	source: NodeStream,
	maxBytes: number,
	maxWaitMs?: number,
): Promise<StreamStart> {
	return new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let length = 0;
		const bytes = () => concatenate(chunks);
		let isEnded = false;
		const timer =
			maxWaitMs === undefined ? undefined : setTimeout(stop, maxWaitMs);
		function onData(chunk: Uint8Array): void {
			chunks.push(chunk);
			length += chunk.byteLength;
			if (length > maxBytes) stop();
		}
		function stop(): void {
			clearTimeout(timer);
			source.off("data", onData);
			source.pause();
			resolve({ chunks, length, bytes, rest: source[Symbol.asyncIterator]() });
		}
		function fail(error: unknown): void {
			clearTimeout(timer);
			reject(error);
		}
		source.on("data", onData);
		source.on("end", () => {
			clearTimeout(timer);
			isEnded = true;
			resolve({ chunks, length, bytes });
		});
		// Stays, since the rest may break before it is read.
		source.on("error", fail);
		source.on("close", () => {
			if (!isEnded) fail(new Error("The stream closed early."));
		});
	});
}
