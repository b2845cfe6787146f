import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

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
