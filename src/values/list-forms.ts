import type { Form } from "./automaton.ts";
import { readDeeper } from "./read-escapes.ts";

/** The minimum length of a value. A shorter text would be redacted wherever it appears by chance. */
export const MIN_LENGTH = 4;
/** The minimum length of a cookie, and of a part of a value. Shorter ones are rarely credentials. */
const MIN_PART_LENGTH = 8;
/** The authentication scheme of a value, such as `Bearer`. */
const SCHEME = /^[\w-]+[ \t]+(?=\S+$)/;
/** A parameter of a scheme, such as `Digest response="…"`, or a cookie. */
const PARAMETER = /(?:^|[\s,;])[\w-]+=(?:"([^"]*)"|([^\s,;"]+))/g;
/** Two digits that a percent sign before the value turns into an escape, as in `100%ab…`. */
const BYTE = /^[\da-f]{2}/i;
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}(?:==)?|[a-z\d+/]{3}=?)?$/i;

/**
 * Returns a text with one character for each byte of its UTF-8. Node reads headers in this form, and URLs encode
 * characters in it.
 */
const toBytes = (text: string): string =>
	Array.from(new TextEncoder().encode(text), (byte) =>
		String.fromCharCode(byte),
	).join("");

/**
 * Returns base64 without padding, with the letters of both alphabets (RFC 4648 sections 4 and 5). In base64 of a longer
 * text, the last character may have bits of the next byte, so the base64 is also returned without it.
 */
function toBase64(text: string): string[] {
	const base64 = btoa(toBytes(text));
	return [/=/g, /.=+/].flatMap((end) => {
		const form = base64.replace(end, "");
		return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
	});
}

/** Reads base64 in either alphabet. */
function fromBase64(given: string): string {
	const text = given.replaceAll("-", "+").replaceAll("_", "/");
	if (!BASE64.test(text)) return "";
	const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
	return new TextDecoder().decode(bytes);
}

/** Returns the parts of a header's value that are secret by themselves. */
function listParts(name: string, value: string): string[] {
	const pair = /^basic\s/i.test(value)
		? fromBase64(value.replace(SCHEME, ""))
		: "";
	const cookies = /^cookie$/i.test(name) ? value.split(/; */) : [];
	// A header that was sent twice has its values joined.
	const values = value.split(", ");
	const parts = [
		...cookies.map((each) => each.slice(each.indexOf("=") + 1)),
		...(values.length > 1 ? values : []).map((each) =>
			each.replace(SCHEME, ""),
		),
		...Array.from(
			value.matchAll(PARAMETER),
			([, quoted, plain]) => quoted ?? plain ?? "",
		),
	];
	return [
		...[pair, ...pair.split(/:(.*)/s)],
		...parts.filter(({ length }) => length >= MIN_PART_LENGTH),
	];
}

/**
 * Returns the forms in which a value may be repeated: the whole value, the value without its scheme, its parts, base64
 * of each, and all of these without the escapes in them.
 */
export function listForms([name, value]: readonly [string, string]): Form[] {
	const [scheme = ""] = SCHEME.exec(value) ?? [];
	const read = (text: string): string[] =>
		Array.from(readDeeper(text), (reading) => reading.text);
	const plain = [value.slice(scheme.length), ...listParts(name, value)]
		.flatMap(read)
		.filter(({ length }) => length >= MIN_LENGTH);
	const encoded = [value, ...plain]
		.filter(({ length }) => length >= MIN_LENGTH)
		.flatMap(toBase64);
	const all = [...plain, ...plain.map(toBytes), ...encoded];
	const rests = all
		.map((text) => text.replace(BYTE, ""))
		.filter(({ length }) => length >= MIN_PART_LENGTH);
	const forms = Array.from(new Set([...all, ...rests]), (text) => ({
		text,
		minLength: MIN_LENGTH,
	}));
	// The name of a scheme alone is not secret.
	const minLength = scheme.length + MIN_LENGTH;
	const whole = read(value).map((text) => ({ text, minLength }));
	return [...whole, ...forms].filter(({ text }) => text.length >= MIN_LENGTH);
}
