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

/** Returns the body as it is sent; undefined if there is none. */
export const sentBody = ({
	body,
}: JournalEntry["request"]): string | undefined =>
	body === null
		? undefined
		: typeof body === "string"
			? body
			: JSON.stringify(body);

const shellQuote = (text: string): string =>
	/^[\w/.:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a shell command that sends the request. */
export function toCurl(entry: JournalEntry, origin: string): string {
	const body = sentBody(entry.request);
	const { method } = entry;
	const isDefault = method === (body === undefined ? "GET" : "POST");
	return [
		"curl",
		...(method === "HEAD" ? ["--head"] : isDefault ? [] : ["-X", method]),
		shellQuote(origin + formatTarget(entry)),
		...Object.entries(writtenHeaders(entry)).flatMap(([name, value]) => [
			"-H",
			shellQuote(`${name}: ${value}`),
		]),
		...(body === undefined ? [] : ["--data-raw", shellQuote(body)]),
	].join(" ");
}

/** Returns an indented literal of JavaScript. */
const literal = (value: unknown): string =>
	JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");

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

export const handler = http.${name}(${JSON.stringify(`*${path}`)}, () =>
  ${status === 0 ? "HttpResponse.error()" : reply},
);`;
}
