import type { Effect } from "./fault.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

/** Pending waits by signal. They share one listener, since Node warns of a leak if a signal has many. */
const pendingWaits = new WeakMap<
	AbortSignal,
	{ readonly ends: Set<() => void>; endAll(): void }
>();

/** Calls `end` when the signal aborts. Returns a function that removes this listener. */
function onAbort(signal: AbortSignal, end: () => void): () => void {
	let wait = pendingWaits.get(signal);
	if (!wait) {
		const ends = new Set<() => void>();
		wait = {
			ends,
			endAll() {
				for (const each of ends) each();
			},
		};
		pendingWaits.set(signal, wait);
	}
	const { ends, endAll } = wait;
	if (ends.size === 0) signal.addEventListener("abort", endAll);
	ends.add(end);
	return () => {
		ends.delete(end);
		if (ends.size === 0) signal.removeEventListener("abort", endAll);
	};
}

/** Waits, or returns early when one of the signals aborts. Never rejects. */
export function wait(
	ms: number,
	signals: readonly AbortSignal[],
): Promise<void> {
	return new Promise((resolve) => {
		// setTimeout(0) would take a millisecond.
		if (ms <= 0 || signals.some(({ aborted }) => aborted)) return resolve();
		const end = (): void => {
			clearTimeout(timer);
			for (const remove of removers) remove();
			resolve();
		};
		const timer = setTimeout(end, ms);
		const removers = signals.map((signal) => onAbort(signal, end));
	});
}

const STEPS_PER_SECOND = 10;
const FAILURE_DELAY_MS = 1;

/**
 * Fails after a millisecond: Node writes at the end of the turn of its event loop, and a connection that is destroyed
 * within that turn sends nothing.
 */
async function failTruncated(signal: AbortSignal): Promise<never> {
	await wait(FAILURE_DELAY_MS, [signal]);
	throw new TypeError("A fault of the mock truncated the body.");
}

/** Sends the first bytes, and fails. */
function createTruncatedStream(
	bytes: Uint8Array,
	length: number,
	signal: AbortSignal,
): ReadableStream<Uint8Array> {
	let isSent = false;
	return new ReadableStream({
		async pull(controller) {
			if (isSent) return failTruncated(signal);
			isSent = true;
			controller.enqueue(bytes.subarray(0, length));
			if (length >= bytes.byteLength) controller.close();
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
				if (left <= 0) await failTruncated(signal);
			},
		}),
	);
}
