import { STATUS_CODES } from "node:http";

/** Creates a response with a problem of RFC 9457. */
export const problemResponse = (
	status: number,
	detail: string,
	properties: Readonly<Record<string, unknown>> = {},
	headers: Readonly<Record<string, string>> = {},
): Response =>
	Response.json(
		{
			type: "about:blank",
			title: STATUS_CODES[status] ?? "Error",
			status,
			detail,
			...properties,
		},
		{
			status,
			headers: { ...headers, "content-type": "application/problem+json" },
		},
	);
