import { STATUS_CODES } from "node:http";
import type { ControlError } from "../control-error.ts";

export const json = (value: unknown, status = 200): Response =>
	new Response(JSON.stringify(value), {
		status,
		headers: { "content-type": "application/json" },
	});

export const done = (): Response => new Response(null, { status: 204 });

/** A problem of RFC 9457. */
export function problemResponse(
	{
		status,
		detail,
		errors,
	}: Pick<ControlError, "status" | "detail" | "errors">,
	members: Readonly<Record<string, unknown>> = {},
	headers: Readonly<Record<string, string>> = {},
): Response {
	const body = {
		type: "about:blank",
		title: STATUS_CODES[status] ?? "Error",
		status,
		detail,
		...(errors.length > 0 && { errors }),
		...members,
	};
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...headers, "content-type": "application/problem+json" },
	});
}
