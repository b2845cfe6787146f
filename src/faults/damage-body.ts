import type { Effect } from "./fault.ts";
import { wait } from "./wait.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

const STEPS_PER_SECOND = 10;
const FAILURE_DELAY_MS = 1;

/**
 * Sends the first bytes, and fails a millisecond later: Node writes at the end of the turn of its event loop, and a
 * connection that is destroyed within that turn sends nothing.
 */
function createTruncatedStream(
	bytes: Uint8Array,
	length: number,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	let isSent = false;
	return new ReadableStream({
		async pull(controller) {
			if (!isSent) {
				isSent = true;
				controller.enqueue(bytes.subarray(0, length));
				if (length >= bytes.byteLength) controller.close();
				return;
			}
			await wait(FAILURE_DELAY_MS, [signal]);
			controller.error(
				new TypeError("A fault of the mock truncated the body."),
			);
		},
	});
}

/** Sends the bytes at a limited rate. */
function createSlowStream(
	bytes: Uint8Array,
	bytesPerSecond: number,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	const step = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND));
	const cancelled = new AbortController();
	let offset = 0;
	return new ReadableStream({
		async pull(controller) {
			if (offset > 0)
				await wait((step / bytesPerSecond) * 1000, [signal, cancelled.signal]);
			if (cancelled.signal.aborted) return;
			controller.enqueue(bytes.subarray(offset, offset + step));
			offset += step;
			if (offset >= bytes.byteLength) controller.close();
		},
		cancel: () => cancelled.abort(),
	});
}

/**
 * Applies the effect to a body.
 * @param signal sends the rest at once when it aborts
 */
export function damageBody(
	bytes: Uint8Array,
	effect: BodyEffect,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	if (effect.kind === "drip")
		return createSlowStream(bytes, effect.bytesPerSecond, signal);
	const half = Math.floor(bytes.byteLength / 2);
	return createTruncatedStream(bytes, effect.bytes ?? half, signal);
}

/** How much of a long body is sent if a fault truncates it to half. */
const HALF_OF_LONG_BODY = 512 * 1024;

/** Applies the effect to a body that is too long to be kept in memory. */
export function damageStream(
	body: ReadableStream<Uint8Array>,
	effect: BodyEffect,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	let left =
		effect.kind === "truncate" ? (effect.bytes ?? HALF_OF_LONG_BODY) : 0;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			async transform(chunk, controller) {
				if (effect.kind === "drip") {
					controller.enqueue(chunk);
					const seconds = chunk.byteLength / effect.bytesPerSecond;
					return wait(seconds * 1000, [signal]);
				}
				controller.enqueue(chunk.subarray(0, left));
				left -= chunk.byteLength;
				if (left > 0) return;
				await wait(FAILURE_DELAY_MS, [signal]);
				throw new TypeError("A fault of the mock truncated the body.");
			},
		}),
	);
}
