import type { Effect } from "./fault.ts";

type BodyEffect = Extract<Effect, { kind: "truncate" | "drip" }>;

/** The maximum time of a timer, 25 days. A longer timer would end at once. */
const MAX_MS = 2 ** 31 - 1;

/**
 * The waits of one mock. One object handles all of them, because Node warns of a leak if a signal has many listeners.
 */
export class Waits {
	/** Whether every wait ends at once. */
	isCancelled = false;
	readonly #ends = new Set<() => void>();

	/** Waits. Returns early if the waits are canceled or the signal aborts. Never rejects. */
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

	/** Ends all current and later waits at once. */
	cancel(): void {
		this.isCancelled = true;
		for (const end of this.#ends) end();
	}
}

const STEPS_PER_SECOND = 10;
const FAILURE_DELAY_MS = 1;

/**
 * Fails after a millisecond. Node writes at the end of the turn of its event loop, and a connection that is destroyed
 * within that turn sends nothing.
 */
async function failTruncated(waits: Waits): Promise<never> {
	await waits.wait(FAILURE_DELAY_MS);
	throw new TypeError("A fault of the mock truncated the body.");
}

/** Sends the first bytes, and fails if there are more. */
function createTruncation(
	length: number,
	waits: Waits,
): Transformer<Uint8Array, Uint8Array> {
	let left = length;
	return {
		async transform(chunk, controller) {
			controller.enqueue(chunk.subarray(0, left));
			left -= chunk.byteLength;
			if (left < 0) await failTruncated(waits);
		},
	};
}

/** Sends the bytes at a limited rate. */
function createDrip(
	bytesPerSecond: number,
	waits: Waits,
): Transformer<Uint8Array, Uint8Array> {
	const step = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND));
	let waitMs = 0;
	return {
		async transform(chunk, controller) {
			for (let offset = 0; offset < chunk.byteLength; offset += step) {
				await waits.wait(waitMs);
				controller.enqueue(chunk.subarray(offset, offset + step));
				waitMs = (step / bytesPerSecond) * 1000;
			}
		},
	};
}

/**
 * The number of bytes that are sent if a fault truncates a body to half of its length, and the body is too long to be
 * kept in memory.
 */
const HALF_OF_LONG_BODY = 512 * 1024;

/**
 * Applies the effect to a body.
 * @param waits if they are canceled, the rest is sent at once
 */
export function damageBody(
	body: Uint8Array | ReadableStream<Uint8Array>,
	effect: BodyEffect,
	waits: Waits,
): ReadableStream<Uint8Array> {
	const isStream = body instanceof ReadableStream;
	const half = isStream ? HALF_OF_LONG_BODY : Math.floor(body.byteLength / 2);
	const source = isStream
		? body
		: new ReadableStream<Uint8Array>({
				start(controller) {
					controller.enqueue(body);
					controller.close();
				},
			});
	const transformer =
		effect.kind === "drip"
			? createDrip(effect.bytesPerSecond, waits)
			: createTruncation(effect.bytes ?? half, waits);
	return source.pipeThrough(new TransformStream(transformer));
}
