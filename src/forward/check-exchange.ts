import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type {
	ForwardCheck,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import type { Violation } from "../journal/entry.ts";
import { errorMessage } from "../values/errors.ts";
import { findViolations } from "./find-violations.ts";
import { joinHeaders, type ReceivedHeaders } from "./message-headers.ts";

/** A body that decodes to more is not checked. */
const MAX_DECODED_BYTES = 1024 * 1024;

interface Limit {
	readonly maxOutputLength: number;
}
type Decode = (bytes: Buffer, limit: Limit) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decode>> = {
	gzip: promisify<Buffer, Limit, Buffer>(gunzip),
	"x-gzip": promisify<Buffer, Limit, Buffer>(gunzip),
	deflate: promisify<Buffer, Limit, Buffer>(inflate),
	br: promisify<Buffer, Limit, Buffer>(brotliDecompress),
};

/** Returns a body without its Content-Encoding, or why that is not possible. */
export async function decodeContent(
	bytes: Uint8Array,
	encoding = "identity",
): Promise<Buffer | string> {
	const { buffer, byteOffset, byteLength } = bytes;
	const body = Buffer.from(buffer, byteOffset, byteLength);
	const name = encoding.trim().toLowerCase();
	if (name === "identity" || name === "" || byteLength === 0) return body;
	const decode = DECODERS[name];
	if (!decode) return `The Content-Encoding ${name} is not supported.`;
	try {
		return await decode(body, { maxOutputLength: MAX_DECODED_BYTES });
	} catch {
		return `The body is not valid ${name}, or decodes to more than 1 MiB.`;
	}
}

/**
 * Checks an exchange. Never rejects.
 * @param whole the body of the response; undefined if it is not known
 * @param start the start of a body that is not known, for the journal
 */
export type CheckBody = (
	whole: Uint8Array | undefined,
	start?: Uint8Array,
) => Promise<ForwardCheck>;

/** Four times as many bytes as the journal keeps characters. */
const MAX_TEXT_BYTES = 262_144;

const decoder = new TextDecoder();
const toText = (bytes: Uint8Array): string =>
	decoder.decode(bytes.subarray(0, MAX_TEXT_BYTES));

interface Checked {
	readonly status: number;
	readonly type: string | undefined;
	readonly bytes: Uint8Array;
	readonly check: ForwardCheck;
}

/** A longer response is not kept to recognize it. */
const MAX_KEPT_BYTES = 65_536;

/** Creates the function that checks one exchange after the other. */
export function createChecker(documented: DocumentedBehavior) {
	/**
	 * The last response to each operation without violations. The same bytes conform again, and the journal can share
	 * their text.
	 */
	const conforming = new Map<string, Checked>();

	return function createCheck(
		request: ForwardRequest,
		status: number,
		received: ReceivedHeaders,
	): CheckBody {
		const headers = joinHeaders(received);
		const { "content-type": type, "content-encoding": encoding } = headers;
		const key = `${request.method} ${request.operation.id}`;

		/** Whether the same bytes have the same result. */
		const isRepeatable = encoding === undefined && !request.rejection;

		const check = (body: Buffer | undefined): readonly Violation[] =>
			findViolations(documented, request, {
				status,
				headers,
				...(body && { body }),
			});
		const skip = (unchecked: string, text: string): ForwardCheck => ({
			violations: check(undefined),
			unchecked,
			text,
		});
		function findConforming(bytes: Uint8Array): ForwardCheck | undefined {
			const known = conforming.get(key);
			const isSame =
				isRepeatable &&
				known?.status === status &&
				known.type === type &&
				Buffer.compare(known.bytes, bytes) === 0;
			return isSame ? known.check : undefined;
		}

		const checkBody: CheckBody = async (whole, start = Buffer.of()) => {
			if (!whole)
				return skip(
					"The body is longer than 1 MiB, or was not received as a whole.",
					toText(start),
				);
			const known = findConforming(whole);
			if (known) return known;
			const decoded = await decodeContent(whole, encoding);
			if (typeof decoded === "string") return skip(decoded, toText(whole));
			const found = { violations: check(decoded), text: toText(decoded) };
			const isShort = whole.byteLength <= MAX_KEPT_BYTES;
			if (isRepeatable && isShort && found.violations.length === 0) {
				// A copy, since a part of a buffer keeps the whole in memory.
				const bytes = Uint8Array.from(whole);
				conforming.set(key, { status, type, bytes, check: found });
			}
			return found;
		};
		return (whole, start) =>
			// A response that cannot be checked, such as one that is nested too deeply, can still be passed on.
			checkBody(whole, start).catch((error) => ({
				violations: [],
				unchecked: `The check failed: ${errorMessage(error)}.`,
				text: toText(whole ?? start ?? Buffer.of()),
			}));
	};
}
