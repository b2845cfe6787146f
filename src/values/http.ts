import { attempt } from "./errors.ts";
import { groupBy } from "./group-by.ts";
import type { Values } from "./json.ts";

/** Headers that change how a browser treats all later requests to an origin. */
export const ORIGIN_WIDE: RegExp =
	/^(alt-svc|clear-site-data|expect-ct|nel|origin-agent-cluster|public-key-pins.*|report-to|reporting-endpoints|service-worker-allowed|strict-transport-security|use-as-dictionary)$/i;

/** The name of a header (RFC 9110 section 5.1). */
export const HEADER_NAME: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;

/** RFC 9110 section 5.5 */
export const HEADER_VALUE: RegExp = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The statuses whose responses never have a body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
export const BODILESS: readonly number[] = [204, 205, 304];

/** Returns the media type without its parameters, in lower case (RFC 9110 section 8.3.1). */
export const essenceOf = (mediaType: string): string =>
	mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Whether the media type is JSON. Accepts suffixes, such as `+json`, and parameters. */
export const isJsonType = (mediaType: string): boolean =>
	/[/+]json$/.test(essenceOf(mediaType));

export const isXmlType = (mediaType: string): boolean =>
	/[/+]xml$/.test(essenceOf(mediaType));

/** Returns the parameters in lower case, without quotes and spaces around names and values. */
const readParameters = (mediaType: string): string[] =>
	mediaType
		.toLowerCase()
		.split(";")
		.slice(1)
		.map((parameter) =>
			parameter
				.split("=")
				.map((word) => word.trim().replace(/^"(.*)"$/, "$1"))
				.join("="),
		);

const isCharset = (parameter: string): boolean =>
	parameter.startsWith("charset=");

/** @param range a media type, or a range of them, such as `application/*` (RFC 9110 section 12.5.1) */
const isInRange = (essence: string, range: string): boolean =>
	range === "*/*"
		? essence.includes("/")
		: range.endsWith("/*")
			? essence.startsWith(range.slice(0, -1))
			: essence === range;

/**
 * Whether the media type is the expected one, or within the expected range, and has at least the expected parameters.
 * `charset` may be missing, because UTF-8 is the default.
 */
export function isMediaType(actual: string, expected: string): boolean {
	const given = readParameters(actual);
	return (
		isInRange(essenceOf(actual), essenceOf(expected)) &&
		readParameters(expected).every(
			(each) =>
				given.includes(each) || (isCharset(each) && !given.some(isCharset)),
		)
	);
}

/** Whether the text of a URL contains a user name or a password. Accepts URLs that are invalid in other ways. */
export function hasUrlCredentials(text: string): boolean {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	return (
		Boolean(url?.username || url?.password) ||
		/^[a-z+.-]*:?[\\/]*[^\\/?#]*@/i.test(text.trim())
	);
}

/** The message for such a URL. It does not repeat the URL. */
export const NO_URL_CREDENTIALS =
	"must have no user name and no password: pass credentials as a header";

/** Returns a URL for messages, without the parts that may be credentials: user name, password, query and fragment. */
export function showUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url) url.username = url.password = "";
	const shown = url?.href ?? text.replace(/^.*@/s, "…");
	return shown.replace(/([?#]).*/s, "$1…");
}

/** Percent-encodes the characters that headers cannot contain everywhere: those outside of ASCII, and control characters. */
export const toHeaderValue = (text: string): string =>
	text.replace(/[^\x20-\x7e]+/g, (each) =>
		encodeURIComponent(each.toWellFormed()),
	);

/** Returns the text without percent-encoding, or as it is if that is malformed. */
export const tryDecode = (text: string): string =>
	attempt(() => decodeURIComponent(text)) ?? text;

/** Headers that say where a message ends. They follow from the body. */
export const FRAMING: RegExp = /^(content-length|trailer|transfer-encoding)$/i;

/** Headers of one connection, which a proxy does not pass on (RFC 9110 section 7.6.1). */
export const HOP_BY_HOP: readonly string[] = [
	...["connection", "keep-alive", "te", "trailer", "transfer-encoding"],
	...["proxy-authenticate", "proxy-authorization", "proxy-connection"],
	"upgrade",
];

const USUAL: ReadonlySet<string> = new Set(HOP_BY_HOP);

/** Returns the names of headers that belong to one connection, in lower case. */
export const connectionHeaders = (connection: string): ReadonlySet<string> =>
	/^(|close|keep-alive)$/i.test(connection)
		? USUAL
		: new Set([
				...HOP_BY_HOP,
				...connection.split(",").map((name) => name.trim().toLowerCase()),
			]);

/** Headers by name; several values of one name as an array. */
export type ReceivedHeaders = Readonly<
	Record<string, string | readonly string[] | undefined>
>;

/** Returns the headers with one value each. */
export function joinHeaders(received: ReceivedHeaders): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(received))
		if (value !== undefined)
			headers[name] = typeof value === "string" ? value : value.join(", ");
	return headers;
}

/** Lists the statuses that OpenAPI can name, for a message: `200, 404, 500 to 599`. */
export const listStatuses = (values: Values): string =>
	Object.keys(values)
		.map((key) =>
			key === "default"
				? "200 to 599"
				: key.replace(/^(\d)XX$/, (_, digit) => `${digit}00 to ${digit}99`),
		)
		.join(", ");

/**
 * Returns the value for a status, in the order of OpenAPI: by the status, by its class such as `4XX`, or by
 * `default`.
 */
export const findByStatus = <Value>(
	values: { readonly [status: string]: Value },
	status: number,
): Value | undefined =>
	values[status] ?? values[`${Math.floor(status / 100)}XX`] ?? values.default;

/** Returns the parameters by name; the values of a repeated parameter as an array. */
export function parseQuery(
	query: string,
): Readonly<Record<string, string | readonly string[]>> {
	const pairs = groupBy([...new URLSearchParams(query)], ([name]) => name);
	return Object.fromEntries(
		pairs.map(([[name, value], ...others]) => [
			name,
			others.length > 0 ? [value, ...others.map(([, each]) => each)] : value,
		]),
	);
}
