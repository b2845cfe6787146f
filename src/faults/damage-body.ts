import type { Effect } from "./fault.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

/** The longest time of a timer, 25 days. A longer one would end at once. */
const MAX_MS = 2 ** 31 - 1;

/** The waits of one mock. One object knows them all, since Node warns of a leak if a signal has many listeners. */
export class Waits {
	/** Whether every wait ends at once. */
	isCancelled = false;
	readonly #ends = new Set<() => void>();

	/** Waits, or returns early when the waits are cancelled or the signal aborts. Never rejects. */
	wait(ms: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			// setTimeout(0) would take a millisecond.
			if (ms <= 0 || this.isCancelled || signal?.aborted) return resolve();
			const end = (): void => {
				clearTimeout(timer);
				this.#ends.delete(end);
				signal?.removeEventListener("abort", end);
				resolve();
			};
			const timer = setTimeout(end, Math.min(ms, MAX_MS));
			this.#ends.add(end);
			signal?.addEventListener("abort", end);
		});
	}

	/** Ends all waits at once, the later ones too. */
	cancel(): void {
		this.isCancelled = true;
		for (const end of this.#ends) end();
	}
}

const STEPS_PER_SECOND = 10;
const FAILURE_DELAY_MS = 1;

/**
 * Fails after a millisecond: Node writes at the end of the turn of its event loop, and a connection that is destroyed
 * within that turn sends nothing.
 */
async function failTruncated(waits: Waits): Promise<never> {
	await waits.wait(FAILURE_DELAY_MS);
	throw new TypeError("A fault of the mock truncated the body.");
}

/** Sends the first bytes, and fails. */
function createTruncatedStream(
	bytes: Uint8Array,
	length: number,
	waits: Waits,
): ReadableStream<Uint8Array> {
	let isSent = false;
	return new ReadableStream({
		async pull(controller) {
			if (isSent) return failTruncated(waits);
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
	waits: Waits,
): ReadableStream<Uint8Array> {
	const step = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND));
	const cancelled = new AbortController();
	let offset = 0;
	return new ReadableStream({
		async pull(controller) {
			if (offset > 0)
				await waits.wait((step / bytesPerSecond) * 1000, cancelled.signal);
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
 * @param waits if they are cancelled, the rest is sent at once
 */
export function damageBody(
	bytes: Uint8Array,
	effect: BodyEffect,
	waits: Waits,
): ReadableStream<Uint8Array> {
	if (effect.kind === "drip")
		return createSlowStream(bytes, effect.bytesPerSecond, waits);
	const half = Math.floor(bytes.byteLength / 2);
	return createTruncatedStream(bytes, effect.bytes ?? half, waits);
}

/** How much of a long body is sent if a fault truncates it to half. */
const HALF_OF_LONG_BODY = 512 * 1024;

/** Applies the effect to a body that is too long to be kept in memory. */
export function damageStream(
	body: ReadableStream<Uint8Array>,
	effect: BodyEffect,
	waits: Waits,
): ReadableStream<Uint8Array> {
	let left =
		effect.kind === "truncate" ? (effect.bytes ?? HALF_OF_LONG_BODY) : 0;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			async transform(chunk, controller) {
				if (effect.kind === "drip") {
					controller.enqueue(chunk);
					const seconds = chunk.byteLength / effect.bytesPerSecond;
					return waits.wait(seconds * 1000);
				}
				controller.enqueue(chunk.subarray(0, left));
				left -= chunk.byteLength;
				if (left <= 0) await failTruncated(waits);
			},
		}),
	);
}
