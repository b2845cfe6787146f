export const REDACTED = "[redacted]";

/** Headers whose values are credentials, in lower case. */
const HEADERS: readonly string[] = [
	"authorization",
	"proxy-authorization",
	"cookie",
	"set-cookie",
	"x-api-key",
];
/** Parameters of the query whose values are; RFC 6750, section 2.3, for the first. */
const PARAMETERS: readonly string[] = ["access_token", "api_key", "token"];

/** Names in lower case whose values are not told, as headers and as parameters of the query. */
export type RedactedNames = ReadonlySet<string>;

/** @param more names, in whatever case, beside those that carry credentials */
export const redactedNames = (more: readonly string[]): RedactedNames =>
	new Set([
		...HEADERS,
		...PARAMETERS,
		...more.map((name) => name.toLowerCase()),
	]);

/** As `URLSearchParams` reads it, which most names are already. */
function decode(name: string): string {
	const [[decoded] = [""]] = /[%+]/.test(name)
		? new URLSearchParams(name)
		: [[name]];
	return decoded.toLowerCase();
}

/** Path and query, without what is not told. */
export function redactTarget(target: string, secret: RedactedNames): string {
	const start = target.indexOf("?");
	if (start === -1) return target;
	const pairs = target
		.slice(start + 1)
		.split("&")
		.map((pair) => {
			const end = pair.indexOf("=");
			const name = pair.slice(0, Math.max(end, 0));
			return end !== -1 && secret.has(decode(name))
				? `${name}=${REDACTED}`
				: pair;
		});
	return `${target.slice(0, start)}?${pairs.join("&")}`;
}
