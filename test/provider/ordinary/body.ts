import type { IncomingMessage } from "node:http";
import { parseJson } from "./json.ts";
import { tooLarge, unsupportedMediaType } from "./problems.ts";

const MAX_BYTES = 1_048_576;
const JSON_TYPE = /^application\/json[\t ]*(;|$)/i;

/** Reads to the end whatever the size: a client that is still sending would see a reset instead of the response. */
async function readBytes(payload: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of payload) {
		length += chunk.length;
		if (length > MAX_BYTES) chunks.length = 0;
		else chunks.push(chunk);
	}
	if (length > MAX_BYTES) throw tooLarge(MAX_BYTES);
	return Buffer.concat(chunks);
}

/**
 * Reads the JSON body of a request.
 * @throws Problem of 413, 415 or 400, in this order
 */
export async function readJsonBody(
	request: IncomingMessage,
	payload: AsyncIterable<Buffer>,
): Promise<unknown> {
	const bytes = await readBytes(payload);
	// `headers` contains only the first of several.
	const type = request.headersDistinct["content-type"]?.join(", ");
	if (type === undefined || !JSON_TYPE.test(type))
		throw unsupportedMediaType(type);
	return parseJson(bytes);
}
