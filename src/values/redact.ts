export const REDACTED = "[redacted]";

/** Headers whose values are credentials, in lower case. */
const CREDENTIAL_HEADERS: readonly string[] = [
	"authorization",
	"proxy-authorization",
	"cookie",
	"set-cookie",
	"x-api-key",
];
/** Query parameters whose values are credentials (RFC 6750 section 2.3 has the first). */
const CREDENTIAL_PARAMETERS: readonly string[] = [
	"access_token",
	"api_key",
	"token",
];

/** Names of headers and query parameters whose values are redacted, in lower case. */
export type RedactedNames = ReadonlySet<string>;

/** @param more names in any case, in addition to those of credentials */
export const createRedactedNames = (more: readonly string[]): RedactedNames =>
	new Set([
		...CREDENTIAL_HEADERS,
		...CREDENTIAL_PARAMETERS,
		...more.map((name) => name.toLowerCase()),
	]);

/** Decodes the name of a parameter. Most names need no decoding. */
function decode(name: string): string {
	const [[decoded] = [""]] = /[%+]/.test(name)
		? new URLSearchParams(name)
		: [[name]];
	return decoded.toLowerCase();
}

/** Redacts the query of a request target. */
export function redactTarget(target: string, redacted: RedactedNames): string {
	const start = target.indexOf("?");
	if (start === -1) return target;
	const pairs = target
		.slice(start + 1)
		.split("&")
		.map((pair) => {
			const end = pair.indexOf("=");
			const name = pair.slice(0, Math.max(end, 0));
			return end !== -1 && redacted.has(decode(name))
				? `${name}=${REDACTED}`
				: pair;
		});
	return `${target.slice(0, start)}?${pairs.join("&")}`;
}
