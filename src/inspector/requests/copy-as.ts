import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";

/** Headers that clients add by themselves, or that depend on the connection. */
const AUTOMATIC =
	/^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept-language|cache-control|pragma|dnt|te|keep-alive|origin|referer|priority|upgrade-insecure-requests|sec-.*)$/;

/** Returns the headers of a request that a user would write. */
export const writtenHeaders = ({
	request,
	session,
}: JournalEntry): Record<string, string> => ({
	...(session !== "default" && { "mock-session": session }),
	...Object.fromEntries(
		Object.entries(request.headers).filter(
			([name, value]) =>
				!AUTOMATIC.test(name) && !(name === "accept" && value === "*/*"),
		),
	),
});

/** Returns the text of the request body; undefined without a body. */
export const sentBody = ({
	body,
}: JournalEntry["request"]): string | undefined =>
	body === null
		? undefined
		: typeof body === "string"
			? body
			: JSON.stringify(body);

/** A terminal may run what follows some control characters that are pasted, even between quotes. */
const CONTROL = /[\p{Cc}]/u;

const escapeControl = (character: string): string =>
	`\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;

/** Quotes a word for bash and zsh; without control characters, for any POSIX shell. */
function shellQuote(text: string): string {
	if (/^[\w/.:@%+=,-]+$/.test(text)) return text;
	if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
	const escaped = text
		.replaceAll(/[\\']/g, "\\$&")
		.replaceAll(/\p{Cc}/gu, escapeControl);
	return `$'${escaped}'`;
}

/** Returns a shell command that sends the request. */
export function toCurl(entry: JournalEntry, origin: string): string {
	const body = sentBody(entry.request);
	const { method } = entry;
	const isDefault = method === (body === undefined ? "GET" : "POST");
	const target = formatTarget(entry);
	return [
		"curl",
		// Without these, curl expands brackets and removes dot segments.
		...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
		...(/\/\.\.?(\/|\?|$)/.test(target) ? ["--path-as-is"] : []),
		...(method === "HEAD" ? ["--head"] : isDefault ? [] : ["-X", method]),
		shellQuote(origin + target),
		...Object.entries(writtenHeaders(entry)).flatMap(([name, value]) => [
			"-H",
			// curl leaves out a header without a value, unless it ends with a semicolon.
			shellQuote(value === "" ? `${name};` : `${name}: ${value}`),
		]),
		...(body === undefined ? [] : ["--data-raw", shellQuote(body)]),
	].join(" ");
}

/** Returns an indented literal of JavaScript. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, 2)
		// In a literal, this name alone would set the prototype.
		.replaceAll(/^( *)"__proto__":/gm, '$1["__proto__"]:')
		.replaceAll("\n", "\n  ");

/** Returns a call of `fetch` that sends the request. */
export function toFetch(entry: JournalEntry, origin: string): string {
	const { method, request } = entry;
	const headers = writtenHeaders(entry);
	const { body } = request;
	const options = [
		...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
		...(Object.keys(headers).length > 0
			? [`headers: ${literal(headers)}`]
			: []),
		...(body === null
			? []
			: [
					`body: ${typeof body === "string" ? JSON.stringify(body) : `JSON.stringify(${literal(body)})`}`,
				]),
	];
	const url = JSON.stringify(origin + formatTarget(entry));
	if (options.length === 0) return `const response = await fetch(${url});`;
	return `const response = await fetch(${url}, {\n${options.map((option) => `  ${option},\n`).join("")}});`;
}

const MSW_METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** Returns a pattern of MSW for the path; a regular expression if a character would have a meaning in a pattern. */
const pathPattern = (path: string): string =>
	/^[\w/.~%-]+$/.test(path)
		? JSON.stringify(`*${path}`)
		: `new RegExp(${JSON.stringify(`${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`)})`;

/** Returns a handler of MSW that gives the same response. */
export function toMswHandler({
	method,
	path,
	status,
	response,
}: JournalEntry): string {
	const { body, headers } = response;
	const type = headers["content-type"];
	const isJson = typeof body !== "string" && body !== null;
	// `HttpResponse.json` sets this type by itself.
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
