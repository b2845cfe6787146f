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

/** Headers whose values appear in any exchange, and are no credentials. */
const PUBLIC = /^(accept|content-|cache-control|prefer$|user-agent$)/i;
/** Text that is shorter appears by chance. */
const MIN_LENGTH = 4;
/** The values of shorter cookies are rarely credentials. */
const MIN_COOKIE_LENGTH = 8;
/** The authentication scheme of a value, such as `Bearer`. */
const SCHEME = /^[\w-]+ +(?=\S+$)/;
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}(?:==)?|[a-z\d+/]{3}=?)?$/i;

/** Marks the end of a text that is cut: what is left of a credential before it is redacted, too. */
export const CUT_MARK = "…";
/** The end of a cut text, which may be within an escape. */
const CUT = /(?:\\+(?:u[\da-f]{0,3})?|%(?:25)?[\da-f]?)?…/iy;
/** A character as JSON and URLs may write it: percent-encoded once or twice, in JSON or in a JSON string within JSON. */
const CHARACTERS: readonly RegExp[] = ["%", "%25"].map(
	(percent) =>
		new RegExp(
			`${percent}([\\da-f]{2})|\\\\+u([\\da-f]{4})|\\\\*([^\\\\])`,
			"iy",
		),
);

/** Returns a pattern of the character as JSON and URLs may write it. The number of backslashes is limited to bound the time. */
function toPattern(character: string): string {
	const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
	const unit = hex.padStart(4, "0");
	const space = character === " " ? "|\\+" : "";
	return `(?:\\\\{0,7}(?:\\u${unit}|u${unit})|%(?:25)?${hex}${space})`;
}

function toBase64(text: string): string {
	const bytes = new TextEncoder().encode(text);
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): string {
	if (!BASE64.test(text)) return "";
	const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
	return new TextDecoder().decode(bytes);
}

/** A form in which a credential may be repeated. */
interface Form {
	/** Without backslashes, which may be escapes as well. */
	readonly text: string;
	/** How many characters of it are redacted if the rest is cut. */
	readonly minLength: number;
}

/** Returns the parts of a header's value that are secret by themselves. */
function listParts(name: string, value: string): string[] {
	const pair = /^basic /i.test(value)
		? fromBase64(value.replace(SCHEME, ""))
		: "";
	const colon = pair.indexOf(":");
	const cookies = /^cookie$/i.test(name) ? value.split(/; */) : [];
	return [
		...[pair, pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)],
		...cookies
			.map((each) => each.slice(each.indexOf("=") + 1))
			.filter(({ length }) => length >= MIN_COOKIE_LENGTH),
	];
}

/** Returns the forms in which a value may be repeated: as a whole, without its scheme, its parts, and all in base64. */
function listForms([name, value]: readonly [string, string]): Form[] {
	const [scheme = ""] = SCHEME.exec(value) ?? [];
	const plain = [value.slice(scheme.length), ...listParts(name, value)].filter(
		({ length }) => length >= MIN_LENGTH,
	);
	const encoded = [value, ...plain].flatMap((text) => {
		if (text.length < MIN_LENGTH) return [];
		const base64 = toBase64(text).replace(/=+$/, "");
		return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
	});
	const forms = [...plain, ...encoded].map((text) => ({
		text,
		minLength: MIN_LENGTH,
	}));
	// The name of a scheme alone is not secret.
	const whole = { text: value, minLength: scheme.length + MIN_LENGTH };
	return [whole, ...forms]
		.map((form) => ({ ...form, text: form.text.replaceAll("\\", "") }))
		.filter(({ text }) => text.length >= MIN_LENGTH);
}

/** Returns where the character ends that may be escaped; undefined if it is another. */
function findCharacterEnd(
	text: string,
	at: number,
	character: string,
	pattern: RegExp,
): number | undefined {
	pattern.lastIndex = at;
	const [read = "", inUrl, inJson, plain] = pattern.exec(text) ?? [];
	const hex = inUrl ?? inJson;
	const found = hex ? String.fromCharCode(Number.parseInt(hex, 16)) : plain;
	if (found === character) return at + read.length;
	const next = text[at];
	return next === character || (next === "+" && character === " ")
		? at + 1
		: undefined;
}

/** Returns where the form ends that begins at this place; 0 if another text does. */
function findEnd(
	text: string,
	start: number,
	{ text: form, minLength }: Form,
	pattern: RegExp,
): number {
	// The form itself may look like an escape.
	if (text.startsWith(form, start)) return start + form.length;
	let at = start;
	for (let index = 0; index < form.length; index += 1) {
		const end = findCharacterEnd(text, at, form[index] ?? "", pattern);
		if (end === undefined) {
			CUT.lastIndex = at;
			return index >= minLength && CUT.test(text)
				? text.indexOf(CUT_MARK, at)
				: 0;
		}
		at = end;
	}
	return at;
}

/** Redacts credentials in data. */
export type Hide = <Data>(data: Data) => Data;

/**
 * Returns a function that redacts the values of these headers wherever data repeats them, also escaped or in base64. It
 * returns data without them unchanged.
 */
export function createHider(headers: Readonly<Record<string, string>>): Hide {
	const forms = Object.entries(headers)
		.filter(([name]) => !PUBLIC.test(name))
		.flatMap(listForms);
	if (forms.length === 0) return (data) => data;
	const starts = new Set(
		forms.map(({ text }) =>
			Array.from(text.slice(0, MIN_LENGTH), toPattern).join(""),
		),
	);
	const start = new RegExp([...starts].join("|"), "gi");
	function hide(text: string): string {
		let shown = "";
		let from = 0;
		start.lastIndex = 0;
		for (let found = start.exec(text); found; found = start.exec(text)) {
			const { index } = found;
			const ends = forms.flatMap((form) =>
				CHARACTERS.map((pattern) => findEnd(text, index, form, pattern)),
			);
			const end = Math.max(...ends);
			start.lastIndex = end || index + 1;
			if (end === 0) continue;
			shown += text.slice(from, index) + REDACTED;
			from = end;
		}
		return shown + text.slice(from);
	}
	return (data) => {
		let isFound = false;
		const hidden = JSON.parse(JSON.stringify(data) ?? "null", (_, each) => {
			if (typeof each !== "string") return each;
			const left = hide(each);
			isFound ||= left !== each;
			return left;
		});
		return isFound ? hidden : data;
	};
}
