import type { IncomingMessage } from "node:http";
import { type InvalidLocation, invalid, Problem } from "./problems.ts";

const MAX_BYTES = 1_048_576;
const MAX_DEPTH = 128;
const JSON_TYPE = /^application\/json[\t ]*(;|$)/i;

/** Finds the first value that is nested too deeply or that JSON cannot represent. */
function findInvalid(
	value: unknown,
	pointer = "",
	depth = 0,
): InvalidLocation | undefined {
	if (typeof value === "string" && !value.isWellFormed())
		return { pointer, detail: "has a lone surrogate" };
	if (typeof value === "number" && !Number.isFinite(value))
		return { pointer, detail: "is too large for a number" };
	if (typeof value !== "object" || value === null) return undefined;
	if (depth === MAX_DEPTH)
		return { pointer, detail: `is nested more than ${MAX_DEPTH} levels deep` };
	for (const [name, property] of Object.entries(value)) {
		const segment = name.replaceAll("~", "~0").replaceAll("/", "~1");
		const found = name.isWellFormed()
			? findInvalid(property, `${pointer}/${segment}`, depth + 1)
			: { pointer, detail: "has a name with a lone surrogate" };
		if (found) return found;
	}
	return undefined;
}

/**
 * Reads the JSON body of a request.
 * @throws Problem with status 413, 415 or 400, in this order
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let length = 0;
	// To the end, whatever the size: a client that is still sending would see a reset instead of the response.
	for await (const chunk of request) {
		length += chunk.length;
		if (length <= MAX_BYTES) chunks.push(chunk);
	}
	if (length > MAX_BYTES)
		throw new Problem(413, `The body is larger than ${MAX_BYTES} bytes.`, {
			headers: { connection: "close" },
		});
	// `headers` contains only the first of several.
	const type = request.headersDistinct["content-type"]?.join(", ") ?? "";
	if (!JSON_TYPE.test(type))
		throw new Problem(415, `Send application/json instead of "${type}".`);
	if (request.headers["content-encoding"] !== undefined)
		throw new Problem(415, "Send the body without a Content-Encoding.", {
			headers: { "accept-encoding": "identity" },
		});
	let value: unknown;
	try {
		const text = new TextDecoder("utf-8", { fatal: true });
		value = JSON.parse(text.decode(Buffer.concat(chunks)));
	} catch {
		throw invalid({ pointer: "", detail: "is not JSON in UTF-8" });
	}
	const found = findInvalid(value);
	if (found) throw invalid(found);
	return value;
}
