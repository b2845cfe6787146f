import { listWords } from "../values/spellings.ts";
import { type Trial, withoutNumbers } from "./read-trial.ts";

const escapePattern = (text: string): string =>
	text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a pattern for a name in whatever spelling: `Page size` and `pageSize` for `page_size`. */
function createPattern(name: string): RegExp {
	const words = listWords(name);
	const spelled =
		words.length > 1
			? words.map(escapePattern).join("[\\W_]?")
			: escapePattern(name);
	// In JSON, the letter after a backslash is not part of the word after it.
	const before = "(?:(?<![A-Za-z0-9\\\\])|(?<=\\\\[nrt]))";
	return new RegExp(`${before}${spelled}(?![A-Za-z0-9])`, "gi");
}

/** Returns how often a rejection has a name, in whatever spelling. */
export const countName = ({ text }: Trial, name: string): number =>
	(text.match(createPattern(name)) ?? []).length;

/** Returns what distinguishes a rejection from others, apart from these names. */
export const maskNames = (
	{ response, text }: Trial,
	...names: readonly string[]
): string =>
	withoutNumbers(
		names.reduce(
			(masked, name) => masked.replaceAll(createPattern(name), "…"),
			`${response.status} ${text}`,
		),
	);

const listAllWords = (text: string): string[] =>
	withoutNumbers(text).match(/[\w…]+/g) ?? [];

/** The maximum number of words in which rejections of the same form differ: a name, also with a capital letter. */
const MAX_DIFFERENT = 2;

/** Whether two rejections differ only in a name: "title is required" and "status is required". */
export function isSameForm(one: Trial, other: Trial): boolean {
	if (one.response.status !== other.response.status) return false;
	const words = listAllWords(one.text);
	const others = listAllWords(other.text);
	const different = new Set(
		words.flatMap((word, index) =>
			word === others[index] ? [] : [`${word} ${others[index]}`.toLowerCase()],
		),
	);
	return words.length === others.length && different.size <= MAX_DIFFERENT;
}

/** The number of characters before and after a name that tell what is said of it. */
const CONTEXT = 12;

/** Returns what stands around a name in a rejection, each once. */
export const listContexts = (
	{ text }: Trial,
	name: string,
): ReadonlySet<string> =>
	new Set(
		Array.from(text.matchAll(createPattern(name)), ({ index, 0: own }) => {
			const end = index + own.length;
			const before = text.slice(Math.max(0, index - CONTEXT), index);
			return withoutNumbers(`${before}…${text.slice(end, end + CONTEXT)}`);
		}),
	);

/** Returns what may name a property in a rejection and does not in the others. */
export function listFreshTokens(
	{ tokens }: Trial,
	...others: readonly Trial[]
): readonly (readonly string[])[] {
	const known = new Set(
		others.flatMap((each) => each.tokens.map((path) => path.join("/"))),
	);
	return tokens.filter((path) => !known.has(path.join("/")));
}

const WORD = /[A-Za-z][\w.:-]*\w/g;
const MAX_WORDS = 12;

/** Returns the words that a text has and the other one does not, the quoted ones and those of a list first. */
export function listFreshWords(text: string, other = ""): string[] {
	const known = new Set(other.match(WORD) ?? []);
	const words = (text.match(WORD) ?? []).filter((each) => !known.has(each));
	const isListed = (word: string): boolean => {
		const own = escapePattern(word);
		return new RegExp(
			`(["'\`]|[,|/] ?|\\bor )${own}|${own}(["'\`]| ?[,|/]| or\\b)`,
		).test(text);
	};
	return [...new Set([...words.filter(isListed), ...words])].slice(
		0,
		MAX_WORDS,
	);
}
