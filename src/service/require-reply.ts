import type { Reply } from "../engine/model/service.ts";
import { FRAMING, HEADER_NAME, HEADER_VALUE } from "../values/http.ts";
import { isObject } from "../values/json.ts";

/** @throws RangeError */
export function requireStatus(status: number): void {
	if (!(Number.isInteger(status) && status >= 200 && status <= 599))
		throw new RangeError(
			`Invalid status ${status}. Use a whole number from 200 to 599.`,
		);
}

function requireHeader([name, value]: readonly [string, unknown]): void {
	if (FRAMING.test(name))
		throw new TypeError(
			`it set the header ${name}. Leave it out, because the mock sets it.`,
		);
	if (!HEADER_NAME.test(name))
		throw new TypeError(
			`it set a header whose name is not valid: ${JSON.stringify(name)}.`,
		);
	if (value === undefined || !HEADER_VALUE.test(String(value)))
		throw new TypeError(
			`it set the header ${name} to a value that no header can have: ${JSON.stringify(value)}.`,
		);
}

/**
 * Requires that a handler returned a reply that can be sent. A later error could not name the handler.
 * @throws TypeError with a message that continues "The handler failed:"
 */
export function requireReply(reply: unknown): asserts reply is Reply {
	if (
		!isObject(reply) ||
		reply instanceof Response ||
		typeof reply.status !== "number" ||
		!("body" in reply)
	)
		throw new TypeError(
			"it returned no reply. Return reply(status, body) or reject(status, detail).",
		);
	requireStatus(reply.status);
	if (JSON.stringify(reply.body) === undefined)
		throw new TypeError(
			`it returned a body that JSON does not have: ${typeof reply.body}. Return an object, an array, a text, a number, true, false or null.`,
		);
	Object.entries(reply.headers ?? {}).forEach(requireHeader);
}
