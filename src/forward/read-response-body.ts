import type { Readable } from "node:stream";
import type {
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { type BodyStart, readStreamStart } from "../engine/request/request.ts";
import { passOn } from "../engine/response/response.ts";
import { ByteList } from "../values/byte-list.ts";
import { hasCode } from "../values/errors.ts";
import { BODILESS } from "../values/http.ts";
import type { CheckBody } from "./check-exchange.ts";

/** The maximum size of a body that is checked. A longer body is passed on while it arrives. */
export const MAX_CHECKED_BYTES: number = 1024 * 1024;
/** The maximum time before a body is passed on while it arrives. Violations are then known too late for a header. */
const MAX_WAIT_MS = 1_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** The error code for a body whose length differs from the announced length. */
export const MISMATCH = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
const NOTHING: BodyStart = { bytes: new Uint8Array() };

/**
 * Passes on a body while it arrives.
 * @returns the body, and a promise of the complete bytes; undefined if they are too many or the body broke off
 */
function passOnChecked({ bytes, rest }: Required<BodyStart>, source: Readable) {
	let report = (_whole: Uint8Array | undefined): void => {};
	const whole = new Promise<Uint8Array | undefined>((resolve) => {
		report = resolve;
	});
	let kept: ByteList | undefined = new ByteList();
	/** Reads ahead. The result is awaited only when the client asks for more. */
	function readAhead(): Promise<IteratorResult<Uint8Array>> {
		const read = rest.next();
		read.catch(() => {});
		return read;
	}
	const ahead = [readAhead()];
	if (bytes.length > 0) ahead.unshift(Promise.resolve({ value: bytes }));
	async function read(): Promise<IteratorResult<Uint8Array>> {
		const result = await (ahead.shift() ?? rest.next());
		if (ahead.length === 0) ahead.push(readAhead());
		return result;
	}
	function add(chunk: Uint8Array): void {
		kept?.add(chunk);
		if (kept && kept.length > MAX_CHECKED_BYTES) kept = undefined;
	}
	function end(isWhole: boolean): void {
		report(isWhole ? kept?.bytes() : undefined);
		kept = undefined;
	}
	const body = passOn({ read, cancel: () => source.destroy() }, add, end);
	return { body, whole };
}

/**
 * Reads the body of a response, and checks it.
 * @throws the error of a body that breaks off before it is passed on
 */
export async function readResponseBody(
	source: Readable,
	{ method, isComplete }: ForwardRequest,
	status: number,
	check: CheckBody,
): Promise<Pick<ForwardedResponse, "body" | "check">> {
	// The time limit of the service still applies.
	const maxWaitMs = isComplete ? MAX_TIMEOUT_MS : MAX_WAIT_MS;
	// RFC 9110 section 9.3.2.
	const isEmpty = method === "HEAD" || BODILESS.includes(status);
	const start = await readStreamStart(
		source,
		MAX_CHECKED_BYTES,
		maxWaitMs,
	).catch((error) => {
		// RFC 9110 section 8.6 lets a 304 announce the length of the body that it does not contain. undici rejects this.
		if (isEmpty && hasCode(error, MISMATCH)) return NOTHING;
		throw error;
	});
	const { bytes, rest } = start;
	// A service may send a body although its status forbids one.
	if (isEmpty && rest) source.destroy();
	if (isEmpty) return { body: null, check: await check(bytes) };
	if (!rest) return { body: bytes, check: await check(bytes) };
	const { body, whole } = passOnChecked({ bytes, rest }, source);
	if (bytes.byteLength > MAX_CHECKED_BYTES)
		return { body, check: await check(undefined, bytes) };
	return { body, check: whole.then((read) => check(read, bytes)) };
}
