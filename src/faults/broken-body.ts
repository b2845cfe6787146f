import type { Effect } from "./fault.ts";
import { wait } from "./wait.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

const STEPS_PER_SECOND = 10;

/** The bytes, breaking off where the effect says. */
function truncated(
	bytes: Uint8Array,
	length: number,
): ReadableStream<Uint8Array> {
	let sent = false;
	return new ReadableStream({
		pull(controller) {
			if (sent || length === 0)
				return controller.error(new TypeError("The body broke off."));
			sent = true;
			controller.enqueue(bytes.subarray(0, length));
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
export function brokenBody(
	bytes: Uint8Array,
	effect: BodyEffect,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	if (effect.kind === "drip")
		return dripping(bytes, effect.bytesPerSecond, signal);
	const half = Math.floor(bytes.byteLength / 2);
	return truncated(bytes, Math.min(effect.bytes ?? half, bytes.byteLength));
}
