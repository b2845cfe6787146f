import type { Readable } from "node:stream";
import type {
	ForwardCheck,
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { concatenate } from "../engine/request/body.ts";
import type { CheckBody } from "./check-exchange.ts";

/** The longest body that is checked. A longer one is passed on while it comes. */
export const MAX_CHECKED_BYTES: number = 1024 * 1024;
/** How long a body may take before it is passed on while it comes. Its violations are then known too late for a header. */
const MAX_WAIT_MS = 1_000;

type Chunks = AsyncIterator<Uint8Array>;
type Read = Promise<IteratorResult<Uint8Array>>;

interface Start {
	readonly chunks: Uint8Array[];
	readonly length: number;
	/** The chunk that is being read; undefined after the last one. */
	readonly next?: Read;
}

/** Reads until the end, or until the body is too long or too slow to wait for the rest. */
async function readStart(chunks: Chunks, maxWaitMs: number): Promise<Start> {
	const read: Uint8Array[] = [];
	let length = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const slow = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), maxWaitMs);
	});
	try {
		for (;;) {
			const next = chunks.next();
			if (length > MAX_CHECKED_BYTES) return { chunks: read, length, next };
			const result = await Promise.race([next, slow]);
			if (!result) return { chunks: read, length, next };
			if (result.done) return { chunks: read, length };
			read.push(result.value);
			length += result.value.byteLength;
		}
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Passes on a body while it comes.
 * @param report called once with the whole body; undefined if it is too long or broke
 */
function passOn(
	{ chunks, next: first, length: read }: Start,
	rest: Chunks,
	source: Readable,
	report: (whole: Uint8Array | undefined) => void,
): ReadableStream<Uint8Array> {
	let kept: Uint8Array[] | undefined = [...chunks];
	let length = read;
	let next = first;
	const end = (whole: Uint8Array | undefined): void => {
		report(whole);
		kept = undefined;
	};
	return new ReadableStream(
		{
			start(controller) {
				for (const chunk of chunks) controller.enqueue(chunk);
			},
			async pull(controller) {
				try {
					const { done, value } = (await next) ?? {
						done: true,
						value: undefined,
					};
					if (done) {
						end(kept && concatenate(kept));
						return controller.close();
					}
					next = rest.next();
					length += value.byteLength;
					if (length > MAX_CHECKED_BYTES) kept = undefined;
					kept?.push(value);
					controller.enqueue(value);
				} catch (error) {
					end(undefined);
					controller.error(error);
				}
			},
			cancel() {
				end(undefined);
				next?.catch(() => {});
				source.destroy();
			},
		},
		{ highWaterMark: 0 },
	);
}

/** RFC 9110 sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5. */
const hasNoBody = (method: string, status: number): boolean =>
	method === "HEAD" || [204, 205, 304].includes(status);

/**
 * Reads the body of a response, and checks it.
 * @throws the error of a body that breaks before it is passed on
 */
export async function readResponseBody(
	source: Readable,
	{ method, isComplete, target }: ForwardRequest,
	status: number,
	check: CheckBody,
): Promise<Pick<ForwardedResponse, "body" | "check">> {
	const rest: Chunks = source[Symbol.asyncIterator]();
	// The time limit of the service still applies.
	const maxWaitMs = isComplete ? target.timeoutMs * 1_000 : MAX_WAIT_MS;
	const start = await readStart(rest, Math.min(maxWaitMs, 2 ** 31 - 1));
	if (!start.next) {
		const bytes = concatenate(start.chunks);
		return {
			body: hasNoBody(method, status) ? null : bytes,
			check: await check(bytes),
		};
	}
	if (start.length > MAX_CHECKED_BYTES) {
		const body = passOn(start, rest, source, () => {});
		return { body, check: await check(undefined, start.chunks) };
	}
	let report = (_whole: Uint8Array | undefined): void => {};
	const checked = new Promise<ForwardCheck>((resolve) => {
		report = (whole) => resolve(check(whole, start.chunks));
	});
	const body = passOn(start, rest, source, (whole) => report(whole));
	return { body, check: checked };
}
