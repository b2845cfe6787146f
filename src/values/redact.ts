export const REDACTED = "[redacted]";

/** Headers and query parameters whose values are credentials, in lower case. `docs/control.md` lists them. */
const CREDENTIALS: readonly string[] = [
	...["authorization", "proxy-authorization", "cookie", "set-cookie"],
	...["x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token"],
	...["private-token", "x-subject-token", "x-csrf-token", "x-xsrf-token"],
	...["x-amz-security-token", "x-amz-signature"],
	...["access_token", "refresh_token", "id_token", "token", "api_key"],
	...["client_secret", "password"],
];

/** Names of headers and query parameters whose values are redacted, in lower case. */
export type RedactedNames = ReadonlySet<string>;

/** @param more names in any case, in addition to the names of credentials */
export const createRedactedNames = (more: readonly string[]): Set<string> =>
	new Set([...CREDENTIALS, ...more.map((name) => name.toLowerCase())]);

/** Decodes the name of a parameter. Most names need no decoding. */
function decode(name: string): string {
	const [[decoded] = [""]] = /[%+]/.test(name)
		? new URLSearchParams(name)
		: [[name]];
	return decoded.toLowerCase();
}

/** Returns the names and the decoded values of the redacted parameters of a request target. */
export function listQueryCredentials(
	target: string,
	redacted: RedactedNames,
): (readonly [name: string, value: string])[] {
	const [, query = ""] = /\?(.*)$/s.exec(target) ?? [];
	if (query === "") return [];
	return [...new URLSearchParams(query)].filter(([name]) =>
		redacted.has(name.toLowerCase()),
	);
}

/** The user and the password in a request target that is a URL. Clients send such a target to proxies. */
const USER_INFO = /^([a-z][\w+.-]*:\/\/)?[^/?#]*@/i;

/** Redacts the query of a request target, and its user information. */
export function redactTarget(given: string, redacted: RedactedNames): string {
	const target = given.startsWith("/")
		? given
		: given.replace(USER_INFO, `$1${REDACTED}@`);
	if (!target.includes("?")) return target;
	const [path, ...rest] = target.split("?");
	const query = rest
		.join("?")
		.replaceAll(/(^|&)([^&=]*)=[^&]*/g, (pair, before: string, name: string) =>
			// A second question mark belongs to the query: URLSearchParams reads it this way.
			redacted.has(decode(name.replace(/^\?/, "")))
				? `${before}${name}=${REDACTED}`
				: pair,
		);
	return `${path}?${query}`;
}

/** A parameter of a URL within another text. A parameter of the fragment is one, too (RFC 6749 section 4.2.2). */
const URL_PARAMETER =
	/([?&#])([^=&?#\s"'<>]+)=((?:[^&#\s"'<>]|'(?=[^&#\s"<>;]))*)/g;

/** The user information of a URL within another text. */
const URL_USER_INFO = /:\/\/[^\s/?#"'<>]*@/g;

/** Redacts the parameters and the user information of all URLs in the value of a header, such as `Link`. */
export const redactUrls = (value: string, redacted: RedactedNames): string =>
	value
		.replaceAll(URL_USER_INFO, `://${REDACTED}@`)
		.replaceAll(URL_PARAMETER, (pair, before: string, name: string) =>
			redacted.has(decode(name)) ? `${before}${name}=${REDACTED}` : pair,
		);

/** Returns the names and the decoded values of the redacted parameters of all URLs in the value of a header. */
export const listUrlCredentials = (
	value: string,
	redacted: RedactedNames,
): (readonly [name: string, value: string])[] =>
	Array.from(value.matchAll(URL_PARAMETER), ([pair]) =>
		listQueryCredentials(`?${pair.slice(1)}`, redacted),
	).flat();
