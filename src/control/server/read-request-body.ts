import { readBody } from "../../engine/request/body.ts";
import { decodeText, parseJson } from "../../engine/request/json.ts";
import { ControlError } from "../control-error.ts";
import { readMembers } from "./read-properties.ts";
import type { ControlRoute } from "./route.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_DEPTH = 128;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

function requireJson(contentType: string | null): void {
	if (contentType === null || !JSON_TYPE.test(contentType))
		throw new ControlError(
			415,
			`The body is ${contentType ? `declared as ${contentType}` : "of no declared type"}. Send JSON, with the header Content-Type: application/json.`,
		);
}

/**
 * The body, parsed; undefined where none was sent.
 * @throws ControlError for one that is too long, no JSON, or not asked for
 */
export async function receive(
	request: Request,
	{ method, maxBytes }: ControlRoute,
): Promise<unknown> {
	if (method === "GET") return undefined;
	const contentType = request.headers.get("content-type");
	// A form always says its type, and even an empty one is nothing that a client of the API sends.
	if (contentType !== null) requireJson(contentType);
	const most = maxBytes ?? MEBIBYTE;
	const bytes = await readBody(request, most);
	if (bytes === "too large")
		throw new ControlError(
			413,
			`The body is larger than ${most} bytes. Send less at a time.`,
		);
	if (bytes === "incomplete")
		throw new ControlError(400, "The body broke off. Send it again.");
	if (bytes.byteLength === 0) return undefined;
	requireJson(contentType);
	const read = parseJson(decodeText(bytes), MAX_DEPTH);
	if ("invalid" in read)
		throw new ControlError(400, "The body cannot be read.", [read.invalid]);
	if (maxBytes === undefined) readMembers(read.value, {});
	return read.value;
}
