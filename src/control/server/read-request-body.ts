import { readBody } from "../../engine/request/body.ts";
import { decodeText, parseJson } from "../../engine/request/json.ts";
import { ControlError } from "../control-error.ts";
import { readProperties } from "./read-properties.ts";
import type { ControlRoute } from "./route.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_DEPTH = 128;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

function requireJson(contentType: string | null): void {
	if (contentType === null || !JSON_TYPE.test(contentType))
		throw new ControlError(
			415,
			`The Content-Type of the body is ${contentType || "missing"}. Send JSON, with Content-Type: application/json.`,
		);
}

/**
 * Returns the parsed body, or undefined if there is none.
 * @throws ControlError for a body that is too large, not JSON, or not supported by the route
 */
export async function readRequestBody(
	request: Request,
	{ maxBytes }: ControlRoute,
): Promise<unknown> {
	const contentType = request.headers.get("content-type");
	// HTML forms always send a type. Reject them even without a body: other pages can send forms.
	if (contentType !== null) requireJson(contentType);
	const limit = maxBytes ?? MEBIBYTE;
	const bytes = await readBody(request, limit);
	if (bytes === "too large")
		throw new ControlError(
			413,
			`The body is larger than ${limit} bytes. Send a smaller one.`,
		);
	if (bytes === "incomplete")
		throw new ControlError(400, "The body is incomplete. Send it again.");
	if (bytes.byteLength === 0) return undefined;
	requireJson(contentType);
	const read = parseJson(decodeText(bytes), MAX_DEPTH);
	if ("invalid" in read)
		throw new ControlError(400, "Invalid request body.", [read.invalid]);
	if (maxBytes === undefined) readProperties(read.value, {});
	return read.value;
}
