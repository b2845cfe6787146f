import { attempt } from "../values/errors.ts";

/** A part of a pattern without groups: a class, an escape or a character, followed by a quantifier. */
const PART =
	/(\[\^?(?:[^\]\\^]|\\.)+\]|\\.|[^\\^$*+?()[\]{}|])(\{\d+(?:,\d*)?\}|[+*?])?/y;

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

const CLASSES: Readonly<Record<string, string>> = {
	".": "a-z0-9",
	"\\d": "0-9",
	"\\w": "a-z0-9",
};

/** Returns the characters of a class such as `[0-9a-f]`. */
function charactersOf(part: string): string {
	const body = CLASSES[part] ?? part.replace(/^\[(.*)\]$/s, "$1");
	if (body.startsWith("^")) {
		const excluded = charactersOf(`[${body.slice(1)}]`);
		return [...LETTERS].filter((each) => !excluded.includes(each)).join("");
	}
	return body
		.replaceAll(/\\([dw])/g, (each) => CLASSES[each] ?? "")
		.replaceAll(/\\(.)/g, "$1")
		.replaceAll(/(.)-(.)/g, (_, from: string, to: string) => {
			let range = "";
			for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++)
				range += String.fromCharCode(code);
			return range;
		});
}

/** The length of a part with `*` or `+`: long enough to make distinct ids. */
const DEFAULT_LENGTH = 12;
/** The maximum length of a text that is made for a pattern. */
const MAX_LENGTH = 10_000;

/**
 * Returns the possible characters at each position of a text that matches a simple pattern; undefined for other
 * patterns.
 */
export function readPattern(pattern: string): readonly string[] | undefined {
	const body = pattern.replace(/^\^/, "").replace(/\$$/, "");
	const places: string[] = [];
	PART.lastIndex = 0;
	while (PART.lastIndex < body.length) {
		const [, part, repetition = "{1}"] = PART.exec(body) ?? [];
		if (part === undefined) return undefined;
		const [least] = /\d+/.exec(repetition) ?? [`${DEFAULT_LENGTH}`];
		if (places.length + Number(least) > MAX_LENGTH) return undefined;
		const characters = /^[[\\.]/.test(part) ? charactersOf(part) : part;
		places.push(...Array<string>(Number(least)).fill(characters));
	}
	return places;
}

/** Whether a text matches the pattern of a schema. True if the schema has no pattern. */
export const matches = (text: string, pattern: unknown): boolean =>
	typeof pattern !== "string" || new RegExp(pattern, "u").test(text);

/**
 * Returns the text if it matches the pattern, or else a text that is made for the pattern. Returns the given text if
 * none can be made.
 */
export function fitPattern(text: string, pattern: unknown): string {
	if (typeof pattern !== "string" || matches(text, pattern)) return text;
	const places = readPattern(pattern) ?? [];
	const made = places.map((each) => each[0] ?? "").join("");
	return matches(made, pattern) ? made : text;
}

/** An escape, a quantifier with braces, or one character. */
const TOKEN =
	/\\(?:c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|k<\w+>|p\{[^}]+\}|P\{[^}]+\}|.)|\{\d+(?:,\d*)?\}|./gsu;

/**
 * Whether texts of a pattern are too long to be made, as for `(a{1000}){1000}`. Counts alternatives as if all of them
 * were required.
 */
export function isTooLong(pattern: string): boolean {
	/** The lengths of the whole pattern and of the groups around a token. */
	const lengths = [0];
	let last = 0;
	const add = (length: number): void => {
		lengths.push((lengths.pop() ?? 0) + length);
	};
	for (const token of pattern.match(TOKEN) ?? []) {
		const [, least] = /^\{(\d+)/.exec(token) ?? [];
		if (token === "(") lengths.push(0);
		else if (least !== undefined) add(last * (Number(least) - 1));
		else {
			last = token === ")" ? (lengths.pop() ?? 0) : 1;
			add(last);
		}
	}
	return lengths.some((length) => length > MAX_LENGTH);
}

/** Escapes that the flag `u` allows. */
const ALLOWED = /^\\([dDwWsSbBtnrvf0-9^$\\.*+?()[\]{}|/]|[cxukpP].+)$/su;
/** Escapes with a meaning in other engines that JavaScript cannot express. They stay, so that the pattern is refused. */
const OTHER = /^\\[EGHKQRXh]$/;
const CLASS = /^\\[dDwWsS]$/;

/** The characters of the classes of POSIX, such as `[:alpha:]`. */
const POSIX: Readonly<Record<string, string>> = {
	...{ alpha: "\\p{L}", digit: "\\d", alnum: "\\p{L}\\d", space: "\\s" },
	...{ upper: "\\p{Lu}", lower: "\\p{Ll}", word: "\\w", punct: "\\p{P}" },
	...{ blank: " \\t", xdigit: "\\da-fA-F" },
};

/** Notations of other engines, each with what has the same meaning. */
const FOREIGN: readonly [RegExp, string | ((...found: string[]) => string)][] =
	[
		[/\(\?P</g, "(?<"],
		[/\\([pP])([A-Z])/g, "\\$1{$2}"],
		[/\\x(\{[\da-fA-F]+\})/g, "\\u$1"],
		[/\[:(\w+):\]/g, (whole, name = "") => POSIX[name] ?? whole],
	];

/**
 * Rewrites a pattern that is valid only without the flag `u`, or only in another engine. The result matches the same
 * texts with the flag `u`. Returns other patterns unchanged.
 */
export function toUnicodePattern(pattern: string): string {
	// JavaScript and PHP write a pattern between slashes. Nothing comes before a start, so these stand for no text.
	const bare = pattern.replace(/^\/(\^.*)\/$/s, "$1");
	if (attempt(() => new RegExp(bare, "u"))) return bare;
	const translated = FOREIGN.reduce(
		(text, [from, to]) => text.replace(from, to as string),
		bare,
	);
	const tokens = translated.match(TOKEN) ?? [];
	let isInClass = false;
	const adapt = (token: string, index: number): string => {
		if (!isInClass && token === "\\A") return "^";
		if (!isInClass && /^\\[Zz]$/.test(token)) return "$";
		if (token.length > 1 && token.startsWith("\\"))
			return ALLOWED.test(token) ||
				(isInClass && token === "\\-") ||
				OTHER.test(token)
				? token
				: token.slice(1);
		if (!isInClass) {
			isInClass = token === "[";
			return /^[{}\]]$/.test(token) ? `\\${token}` : token;
		}
		isInClass = token !== "]";
		const besides = [tokens[index - 1] ?? "", tokens[index + 1] ?? ""];
		// Beside a class such as \d, a hyphen is a plain character.
		return token === "-" && besides.some((each) => CLASS.test(each))
			? "\\-"
			: token;
	};
	const adapted = tokens.map(adapt).join("");
	return attempt(() => new RegExp(adapted, "u")) ? adapted : pattern;
}
