import { REDACTED } from "../../values/redact.ts";
import { tryParseJson } from "../../values/try-parse-json.ts";
import type { Observation } from "../observation.ts";
import type { DifferenceExample } from "../report.ts";
import {
	decompress,
	formatBodyCommand,
	MAX_BODY,
} from "./format-body-command.ts";

const readBody = (body: Buffer | string | undefined): unknown => {
	const text = String(body ?? "");
	if (text === "") return null;
	return (
		(text.length <= MAX_BODY ? tryParseJson(text) : undefined) ??
		text.slice(0, MAX_BODY)
	);
};

/** @param headerNames the headers that every request has in addition, whose values may be credentials */
export function createExample(
	{ request, response }: Observation,
	headerNames: readonly string[],
): DifferenceExample {
	const { method, path, headers, body = "", chunked } = request;
	const encoding = headers?.["content-encoding"];
	const bodyCommand = formatBodyCommand(body, encoding);
	return {
		request: {
			method,
			path,
			headers: {
				...headers,
				...(chunked && { "transfer-encoding": "chunked" }),
				...Object.fromEntries(headerNames.map((name) => [name, REDACTED])),
			},
			body: readBody(decompress(body, encoding) ?? body),
			...(bodyCommand !== undefined && { bodyCommand }),
		},
		response: {
			status: response.status,
			headers: {
				...response.headers,
				...("set-cookie" in response.headers && { "set-cookie": REDACTED }),
			},
			body: readBody(response.body),
		},
	};
}
