import type { Effect } from "./fault.ts";
import { wait } from "./wait.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

const STEPS_PER_SECOND = 10;
const SETTLE_MS = 1;

/**
 * The bytes, breaking off where the effect says. It is told a little later: Node sends what it was given at the end of
 * its turn, and a connection that is destroyed within that turn sends nothing.
 */
function truncated(
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
			await wait(SETTLE_MS, [signal]);
			controller.error(new TypeError("The body broke off."));
		},
	});
}

/** The bytes, so many a second. */
function dripping(
	bytes: Uint8Array,
	bytesPerSecond: number,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	const step = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND));
	const gone = new AbortController();
	let offset = 0;
	return new ReadableStream({
		async pull(controller) {
			if (offset > 0)
				await wait((step / bytesPerSecond) * 1000, [signal, gone.signal]);
			if (gone.signal.aborted) return;
			controller.enqueue(bytes.subarray(offset, offset + step));
			offset += step;
			if (offset >= bytes.byteLength) controller.close();
		},
		cancel: () => gone.abort(),
	});
}

/**
 * The body as the effect leaves it.
 * @param signal ends the waiting, so that the rest comes at once
 */
export function damageBody(
	bytes: Uint8Array,
	effect: BodyEffect,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	if (effect.kind === "drip")
		return dripping(bytes, effect.bytesPerSecond, signal);
	const half = Math.floor(bytes.byteLength / 2);
	return truncated(bytes, effect.bytes ?? half, signal);
}
