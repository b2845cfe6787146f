import { gunzipSync } from "node:zlib";
import { quoteWord } from "../../values/command-line.ts";
import { tryParseJson } from "../../values/json.ts";
import { REDACTED } from "../../values/redact.ts";
import type { Observation } from "../observer.ts";
import type { DifferenceExample } from "../report.ts";

/** The longest body that an example and a command have as text. */
export const MAX_BODY = 2_000;

/** A part that repeats itself, such as the items of a long array. It is long enough not to be found by chance. */
const REPEATED = /([^\n]{1,200}?)\1{49,}/u;
/** Where it is looked for, since a search in a megabyte takes long. */
const SEARCHED = 20_000;

const print = (text: string): string => `printf '%s' ${quoteWord(text)}`;

/** Returns the text of a compressed body; undefined if the body is not compressed. */
export const decompress = (
	body: Buffer | string | undefined,
	encoding: string | undefined,
): Buffer | undefined =>
	encoding === "gzip" && typeof body === "object"
		? gunzipSync(body)
		: undefined;

/** Returns a shell command that writes the body; undefined if the body is short text. */
export function formatBodyCommand(
	body: Buffer | string,
	encoding: string | undefined,
): string | undefined {
	const plain = decompress(body, encoding);
	if (plain) return `${print(`${plain}`)} | gzip`;
	const text = `${body}`;
	if (typeof body === "object" && !body.equals(Buffer.from(text)))
		return `printf '${[...body].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}'`;
	if (text.length <= MAX_BODY) return undefined;
	const [run, part = ""] = REPEATED.exec(text.slice(0, SEARCHED)) ?? [];
	if (run === undefined) return print(text);
	const start = text.indexOf(run);
	let end = start + run.length;
	while (text.startsWith(part, end)) end += part.length;
	const count = (end - start) / part.length;
	return `{ ${print(text.slice(0, start))}; yes ${quoteWord(part)} | head -n ${count} | tr -d '\\n'; ${print(text.slice(end))}; }`;
}

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
