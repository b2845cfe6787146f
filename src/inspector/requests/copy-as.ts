import type { JournalEntry, JournalMessage } from "../../journal/entry.ts";
import { formatTarget, sentText } from "../../journal/to-journal-entry.ts";
import { formatCurl } from "../../values/curl.ts";
import { filterEntries } from "../../values/json.ts";

/** Headers that clients add by themselves, or that belong to the connection. */
const AUTOMATIC =
	/^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept-language|cache-control|pragma|dnt|te|keep-alive|origin|referer|priority|upgrade-insecure-requests|sec-.*)$/;

/** Returns the headers that a user would write. */
export const writtenHeaders = ({
	request,
	session,
}: JournalEntry): Record<string, string> => ({
	...(session !== "default" && { "mock-session": session }),
	...filterEntries(
		request.headers,
		(name, value) =>
			!AUTOMATIC.test(name) && !(name === "accept" && value === "*/*"),
	),
});

/** Returns a shell command that sends the request. */
export const toCurl = (entry: JournalEntry, origin: string): string =>
	formatCurl({
		method: entry.method,
		url: origin + formatTarget(entry),
		headers: writtenHeaders(entry),
		body: sentText(entry.request),
	});

/** Returns an indented literal of JavaScript. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");

/** Returns an expression for the text of a body. */
const bodyLiteral = (message: JournalMessage, sent: string): string =>
	message.text === undefined && typeof message.body === "object"
		? `JSON.stringify(${literal(message.body)})`
		: JSON.stringify(sent);

/** Returns a call of `fetch` that sends the request. */
export function toFetch(entry: JournalEntry, origin: string): string {
	const { method, request } = entry;
	const headers = writtenHeaders(entry);
	const body = sentText(request);
	const options = [
		...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
		...(Object.keys(headers).length > 0
			? [`headers: ${literal(headers)}`]
			: []),
		...(body === undefined ? [] : [`body: ${bodyLiteral(request, body)}`]),
	];
	const url = JSON.stringify(origin + formatTarget(entry));
	if (options.length === 0) return `const response = await fetch(${url});`;
	return `const response = await fetch(${url}, {\n${options.map((option) => `  ${option},\n`).join("")}});`;
}

const MSW_METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/**
 * Returns an MSW pattern for the path. Returns a regular expression if a character has a special meaning in patterns.
 */
const pathPattern = (path: string): string =>
	/^[\w/.~%-]+$/.test(path)
		? JSON.stringify(`*${path}`)
		: `new RegExp(${JSON.stringify(`${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`)})`;

/** Returns an MSW handler with the same response. */
export function toMswHandler(entry: JournalEntry): string {
	const { method, path, status, response } = entry;
	const { text, headers } = response;
	const body = text ?? response.body;
	const type = headers["content-type"];
	const isJson = typeof body !== "string" && body !== null;
	// `HttpResponse.json` sets this type itself.
	const kept = isJson && type === "application/json" ? undefined : type;
	const init = [
		...(status === 200 ? [] : [`status: ${status}`]),
		...(kept === undefined
			? []
			: [`headers: { "content-type": ${JSON.stringify(kept)} }`]),
	];
	const options = init.length > 0 ? `, { ${init.join(", ")} }` : "";
	const reply = isJson
		? `HttpResponse.json(${literal(body)}${options})`
		: `new HttpResponse(${JSON.stringify(body)}${options})`;
	const name = MSW_METHODS.test(method) ? method.toLowerCase() : "all";
	return `import { http, HttpResponse } from "msw";

export const handler = http.${name}(${pathPattern(path)}, () =>
  ${status === 0 ? "HttpResponse.error()" : reply},
);`;
}
