import { readPattern } from "../../../document/pattern.ts";
import { uniqueWord } from "../../../values/unique-word.ts";

export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

type Make = (documented: unknown) => unknown;

/** Patterns in a rejection that describe a kind of value, with a generator for such values. */
const KINDS: readonly (readonly [RegExp, Make])[] = [
	[/\b(whole|integer|number|numeric|int)\b/i, () => 1],
	[/\bbool/i, () => true],
	[/\b(object|map|dict\w*|hash|struct|tagged)\b/i, () => ({})],
	[/\b(array|list|sequence)\b/i, () => []],
	[/\b(items?|elements?)\b/i, () => [{}]],
	[/\b(uuid|guid)\b/i, () => crypto.randomUUID()],
	[/\be-?mail\b/i, () => `${uniqueWord()}@example.com`],
	[/\b(url|uri)\b/i, () => "https://example.com/"],
	[/\b(date|time|timestamp|instant)\b/i, () => new Date().toISOString()],
];

/** A usual number of hexadecimal digits, if a rejection names none. */
const HEX_DIGITS = 24;

/** Formats of texts by their usual names, with a value. */
const FORMATS: readonly (readonly [RegExp, (text: string) => string])[] = [
	[/\bcron/i, () => "0 0 * * *"],
	[
		/\b(hex(adecimal)?|object ?id)\b/i,
		(text) => {
			const [digits = HEX_DIGITS] = /\b[1-9]\d?\b/.exec(text) ?? [];
			return "0123456789abcdef".repeat(7).slice(0, Number(digits));
		},
	],
	[/\b(host ?name|domain)\b/i, () => "example.com"],
	[/\bip(v4)?\b/i, () => "192.0.2.1"],
	[/\bipv6\b/i, () => "2001:db8::1"],
	[/\b(phone|e\.?164)\b/i, () => "+12025550123"],
	[/\b(semver|semantic version)\b/i, () => "1.0.0"],
	[/\bduration\b/i, () => "PT1H"],
	[/\btime ?zone\b/i, () => "Europe/Berlin"],
	[/\bbase64\b/i, () => "dW5kZXJzdHVkeQ=="],
	[/\bulid\b/i, () => "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
	[/\bcurrency\b/i, () => "EUR"],
	[/\bcountry\b/i, () => "DE"],
	[/\b(locale|language)\b/i, () => "en"],
	[/\bcolou?r\b/i, () => "#336699"],
	[/\bpath\b/i, () => "/understudy"],
];

/** A pattern in a sentence. */
const PATTERN = /\^.*?\$(?=[`'"”’/\s.,;)\]]|$)/;

/** Returns a text that matches the pattern in a sentence, if it has a simple one. */
function makeMatching(text: string): string[] {
	const places = readPattern(PATTERN.exec(text)?.[0] ?? "") ?? [];
	const made = places.map(
		(each) => each[Math.floor(Math.random() * each.length)],
	);
	return made.length > 0 ? [made.join("")] : [];
}

/** Lists texts for the pattern and the formats that a text names. */
export const listFormatted = (text: string): readonly string[] => [
	...makeMatching(text),
	...FORMATS.filter(([name]) => name.test(text)).map(([, make]) => make(text)),
];

/** Other spellings of a text, for a service that accepts only some characters. */
export const SPELLINGS: readonly ((text: string) => string)[] = [
	(text) =>
		text
			.trim()
			.toLowerCase()
			.replaceAll(/[^a-z0-9]+/g, "-"),
	(text) => text.toLowerCase().replaceAll(/[^a-z]/g, ""),
	(text) => text.replaceAll(/[^A-Za-z0-9]+/g, "_"),
	(text) => text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_"),
	// A shorter text keeps its end, which distinguishes it from others.
	(text) => text.slice(-20).trim(),
];

const QUOTED = /[`'"“‘]([^`'"”’]+)[`'"”’]/g;
/** Words with a stroke or "or" between them: `red|green`, `red or green`. */
const ALTERNATIVES = /[\w.:-]+(?:, [\w.:-]+){0,9}(?:(?:[|/]|,? or )[\w.:-]+)+/g;
const WORD = /[\w.-]*\w/g;
const MAX_CHOICES = 8;

/** Lists the values that a sentence suggests: quoted values, and the list after its last "of", "in" or colon. */
export function listChoices(
	text: string,
	name: string,
	limit: number = MAX_CHOICES,
): string[] {
	const quoted = Array.from(text.matchAll(QUOTED), ([, each = ""]) => each);
	const listed =
		/(?:\bof|\bin|:|\()(?!.*(?:\bof\b|\bin\b|:|\())(.*)$/s.exec(text)?.[1] ??
		"";
	// The place of a mistake may come after a list of quoted words.
	const isQuoted = (listed.match(QUOTED) ?? []).length > 1;
	const items = isQuoted ? [] : listed.split(/,|\||\bor\b|\band\b/);
	const alternatives = Array.from(
		text.matchAll(ALTERNATIVES),
		([each]): string[] =>
			(each.match(WORD) ?? []).filter((word) => word !== "or"),
	).filter((each) => !each.includes(name));
	const words =
		items.length + alternatives.length > 1
			? [
					...items.flatMap((each) => each.match(WORD) ?? []),
					...alternatives.flat(),
				]
			: (text.match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? []);
	const choices = new Set([...quoted, ...words]);
	choices.delete(name);
	// In place of a value that the request had.
	choices.delete("…");
	return [...choices].slice(0, limit);
}

/** Lists arrays with an item of each usual kind. */
export const listItems = (): unknown[][] =>
	[
		{},
		uniqueWord(),
		`${uniqueWord()}@example.com`,
		1,
		"https://example.com/",
	].map((each) => [each]);

/** Lists functions that return a value of the kinds that a text names. */
export const listKinds = (text: string): readonly Make[] =>
	KINDS.filter(([pattern]) => pattern.test(text)).map(([, make]) => make);

/** Lists functions that return a value of the kinds that a text does not name. */
export const listOtherKinds = (text: string): readonly Make[] =>
	KINDS.filter(([pattern]) => !pattern.test(text)).map(([, make]) => make);
