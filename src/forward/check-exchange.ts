import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type {
	ForwardCheck,
	ForwardedResponse,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { errorMessage } from "../values/errors.ts";
import type { CheckThread } from "./check-thread.ts";
import { type CheckedResponse, findViolations } from "./find-violations.ts";

/** The maximum size of a decoded body that is checked. */
const MAX_DECODED_BYTES = 1024 * 1024;

const DECODERS: Readonly<Record<string, typeof gunzip.__promisify__>> = {
	gzip: promisify(gunzip),
	"x-gzip": promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

/** Decodes a body by its Content-Encoding, or returns why this is not possible. */
async function decodeContent(
	bytes: Uint8Array,
	encoding = "identity",
): Promise<Uint8Array | string> {
	const name = encoding.trim().toLowerCase();
	if (name === "identity" || name === "" || bytes.byteLength === 0)
		return bytes;
	const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
	// The encoding in its original case, so that a credential in it is recognized.
	if (!decode) return `The Content-Encoding ${encoding} is not supported.`;
	try {
		return await decode(bytes, { maxOutputLength: MAX_DECODED_BYTES });
	} catch {
		return `The body is not valid ${name}, or decodes to more than 1 MiB.`;
	}
}

/**
 * Checks an exchange. Never rejects.
 * @param whole the body of the response; undefined if it is unknown
 * @param start the start of an unknown body, for the journal
 */
export type CheckBody = (
	whole: Uint8Array | undefined,
	start?: Uint8Array,
) => Promise<ForwardCheck>;

/** The journal's limit of characters, times four bytes. */
const MAX_TEXT_BYTES = 262_144;

const decoder = new TextDecoder();
const toText = (bytes: Uint8Array): string =>
	decoder.decode(bytes.subarray(0, MAX_TEXT_BYTES));

const NOT_WHOLE =
	"The body is longer than 1 MiB, or was not received as a whole.";

/** 304. Whether it conforms depends on the headers of the request. */
const NOT_MODIFIED = 304;

/**
 * The maximum size of a response that is kept for comparison. A longer body is checked in a thread, since a check may take
 * long.
 */
const MAX_SHORT_BYTES = 65_536;

/** Creates the function that checks exchanges one after the other. */
export function createChecker(
	documented: DocumentedBehavior,
	thread: CheckThread,
) {
	/**
	 * By operation, the last response without violations. The same bytes conform again, and journal entries can share
	 * their text.
	 */
	const conforming = new Map<
		string,
		{ head: string; bytes: Uint8Array; check: ForwardCheck }
	>();

	const documentedIds = new Set(documented.operations.map(({ id }) => id));

	/** Never rejects. A response that cannot be checked, such as one that is nested too deeply, is still passed on. */
	async function check(
		request: ForwardRequest,
		response: CheckedResponse,
		text: string,
	): Promise<ForwardCheck> {
		const sizes = [request.body.bytes, response.body ?? Buffer.of()];
		const isShort = sizes.every((each) => each.byteLength <= MAX_SHORT_BYTES);
		try {
			const violations = isShort
				? findViolations(documented, request, response)
				: await thread.findViolations(request, response);
			return { violations, text };
		} catch (error) {
			const unchecked = `The check failed: ${errorMessage(error)}.`;
			return { violations: [], unchecked, text };
		}
	}

	return function createCheck(
		request: ForwardRequest,
		status: number,
		headers: ForwardedResponse["headers"],
	): CheckBody {
		const { "content-type": type, "content-encoding": encoding } = headers;
		const key = `${request.method} ${request.operation.id}`;
		// A header may be required. The values of headers do not matter.
		const head = [status, type, ...Object.keys(headers)].join();
		/** Whether equal bytes always have the same result. */
		const isRepeatable =
			encoding === undefined && !request.rejection && status !== NOT_MODIFIED;

		/** Checks status and headers. */
		const checkHead = async (
			start: Uint8Array,
			unchecked: string,
		): Promise<ForwardCheck> => ({
			unchecked,
			...(await check(
				request,
				{ status, headers, body: undefined },
				toText(start),
			)),
		});

		return async (whole, start = Buffer.of()) => {
			if (!documentedIds.has(request.operation.id))
				return {
					...{ violations: [], text: toText(whole ?? start) },
					unchecked: "The OpenAPI document does not have the operation.",
				};
			if (!whole) return checkHead(start, NOT_WHOLE);
			const known = isRepeatable ? conforming.get(key) : undefined;
			if (known?.head === head && Buffer.compare(known.bytes, whole) === 0)
				return known.check;
			const body = await decodeContent(whole, encoding);
			if (typeof body === "string") return checkHead(whole, body);
			const response = { status, headers, body };
			const found = await check(request, response, toText(body));
			const isShort = whole.byteLength <= MAX_SHORT_BYTES;
			const conforms = found.violations.length === 0 && !found.unchecked;
			// A copy, because a part of a buffer keeps the whole buffer in memory.
			if (isRepeatable && isShort && conforms)
				conforming.set(key, {
					head,
					bytes: Uint8Array.from(whole),
					check: found,
				});
			return found;
		};
	};
}
