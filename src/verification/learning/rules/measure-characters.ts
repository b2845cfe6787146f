import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { compactName, isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried, Trier } from "./create-trier.ts";

const DIGITS = "0-9";

/** Characters of which services accept different ones: what they are, as a pattern writes them, and an example. */
const CHARACTERS: readonly (readonly [
	what: string,
	range: string,
	example: string,
])[] = [
	["spaces", " ", " "],
	["upper-case letters", "A-Z", "A"],
	["digits", DIGITS, "1"],
	["letters beyond a to z", "À-ÿ", "é"],
	...["_", ".", ":", "/", "!"].map((each) => [each, each, each] as const),
	// In a pattern, only the last one needs no escape.
	["-", "-", "-"],
];

/** Returns a new word that is short enough for most properties. */
const createWord = (): string => uniqueWord().slice(-12);

/** Adds all these characters to a word. */
export const addCharacters = (word: string): string =>
	CHARACTERS.reduce((text, [, , each]) => `${text}${each}a`, word);

/** What the service does with texts of which characters. */
interface Answers {
	/** The ranges of the rejected characters. */
	readonly rejected: readonly string[];
	readonly accepted: readonly string[];
	/** Whether the first character may be a digit. */
	readonly isDigitFirst: boolean;
	/** Whether spaces may surround a text that must not have any between its words. */
	readonly isTrimmed: boolean;
	/** Those of the accepted characters that a text must not begin with. */
	readonly inner: readonly string[];
	/** Those that must not end it or be repeated, either. */
	readonly single: readonly string[];
}

/**
 * Returns a pattern for texts of the letters a to z and other characters. If most of the tried characters are rejected,
 * it allows only the accepted ones; otherwise, it forbids only the rejected ones.
 */
function createPattern({
	rejected,
	accepted,
	isDigitFirst,
	isTrimmed,
	inner,
	single,
}: Answers): string {
	const isStrict = rejected.length > accepted.length;
	const listed = isStrict
		? accepted.filter((each) => !single.includes(each))
		: rejected;
	const classOf = (ranges: readonly string[]): string =>
		isStrict ? `[a-z${ranges.join("")}]` : `[^${ranges.join("")}]`;
	const all = listed.length > 0 || isStrict ? classOf(listed) : ".";
	const around = isTrimmed ? " *" : "";
	const more =
		single.length > 0 ? `${all}*(?:[${single.join("")}]${all}+)*` : `${all}*`;
	const isAnyFirst = isDigitFirst || rejected.includes(DIGITS);
	if (isAnyFirst && inner.length === 0) return `^${around}${all}*${around}$`;
	const others = listed.filter(
		(each) => !inner.includes(each) && (isAnyFirst || each !== DIGITS),
	);
	const first = classOf(isStrict || isAnyFirst ? others : [DIGITS, ...others]);
	return `^${around}${first}${more}${around}$`;
}

/** A character that services often take only between words. */
const SEPARATOR = /^[^a-zA-Z0-9À ]$/;

/** Finds which accepted characters a text must not begin or end with, or have twice in a row. */
async function measureSeparators(
	separators: readonly string[],
	tryText: (text: string) => Promise<Tried | undefined>,
): Promise<Pick<Answers, "inner" | "single">> {
	const inner: string[] = [];
	const single: string[] = [];
	const takes = async (text: string): Promise<boolean> =>
		(await tryText(text))?.isTaken !== false;
	for (const each of separators) {
		const [one, other] = [createWord(), createWord()];
		const isAnywhere =
			(await takes(`${each}${one}${each}${each}`)) ||
			(await takes(`${each}${one}`));
		if (isAnywhere) continue;
		inner.push(each);
		const isFree =
			(await takes(`${one}${each}`)) ||
			(await takes(`${one}${each}${each}${other}`));
		if (!isFree) single.push(each);
	}
	return { inner, single };
}

/** Finds the characters that a text must not have. Requires that the service takes a word of the letters a to z. */
export async function measureCharacters(
	{ at, rules, sentName, tryValue }: Trier,
	name: string,
	isAllowed: (text: string) => boolean,
): Promise<void> {
	const sent = sentName(name);
	const rejected: string[] = [];
	const rejectedRanges: string[] = [];
	const acceptedRanges: string[] = [];
	let example: MeasuredRule["example"] | undefined;
	/** Returns whether the service rejects a text. Undefined if that is unknown. */
	async function rejects(
		what: string,
		text: string,
	): Promise<boolean | undefined> {
		const tried = isAllowed(text) ? await tryValue(sent, text) : undefined;
		if (tried?.isTaken) return false;
		if (!tried || !isFormRejected(tried.response)) return undefined;
		rejected.push(what);
		example = tried;
		return true;
	}
	for (const [what, range, each] of CHARACTERS) {
		const isRejected = await rejects(what, `${createWord()}${each}a`);
		if (isRejected === undefined) continue;
		(isRejected ? rejectedRanges : acceptedRanges).push(range);
	}
	// A service may read a text with digits first as a number, so this is tried alone.
	const isDigitFirst = !(await rejects("a digit first", `1${createWord()}`));
	if (!example) return;
	const isStrict = rejectedRanges.length > acceptedRanges.length;
	const separators = isStrict
		? acceptedRanges.filter((each) => SEPARATOR.test(each))
		: [];
	const surrounded = rejectedRanges.includes(" ")
		? await tryValue(sent, ` ${createWord()} `)
		: undefined;
	const pattern = createPattern({
		...{ rejected: rejectedRanges, accepted: acceptedRanges, isDigitFirst },
		...(await measureSeparators(separators, (text) => tryValue(sent, text))),
		isTrimmed: surrounded?.isTaken === true,
	});
	rules.push({
		...{ at: [...at, sent], expected: "any characters", example },
		...{ actual: `rejects ${rejected.join(", ")}`, keywords: { pattern } },
	});
}

/** Finds whether the service ignores the case of the names of properties, by one that the response repeats. */
export async function measureCase(trier: Trier): Promise<void> {
	const { at, own, rules, create, build, tryRequest, readEcho } = trier;
	const name = Object.keys(own).find(
		(each) => typeof own[each] === "string" && each !== each.toUpperCase(),
	);
	if (name === undefined) return;
	const body = create();
	const { [name]: value, ...others } = Object(valueAt(body, ...at));
	const upper = name.toUpperCase();
	const sent = { ...others, [upper]: value };
	const tried = await tryRequest(
		build(at.length > 0 ? withValueAt(body, at, sent) : sent),
	);
	if (tried?.isTaken && readEcho(tried)[name] === value)
		rules.push({
			...{ at: [...at, name], example: tried },
			expected: "regards the case of its name",
			actual: `takes the name ${upper}, too`,
		});
}

/** A value that neither a text nor a number has. */
const NEITHER = [[]];

/** Lists properties with a value that a rule forbids, although its type is right. */
const listInvalid = (
	rules: readonly MeasuredRule[],
	at: MeasuredRule["at"],
): (readonly [name: string, value: unknown])[] => {
	const found = new Map<string, unknown>();
	for (const { at: place, actual, example } of rules) {
		const [name = "", ...inner] = place.slice(at.length);
		const isOther = /^(at (most|least)|rejects|only (some|"))/.test(actual);
		if (!isOther || inner.length > 0 || !isFormRejected(example.response))
			continue;
		const body = tryParseJson(`${example.request.body ?? ""}`);
		const value = valueAt(body, ...place);
		if (value !== undefined) found.set(name, value);
	}
	return [...found];
};

/** Finds whether the service names only one of two problems of a request. */
export async function measureProblems(
	{ rules, at, create, build, tryRequest }: Trier,
	names: readonly string[],
): Promise<void> {
	/** Sends a body with these values. Those that are undefined are left out. Returns the rejection, and the names that it contains. */
	async function send(values: Readonly<Record<string, unknown>>) {
		const body = Object.entries(values).reduce<unknown>(
			(changed, [name, value]) => withValueAt(changed, [...at, name], value),
			create(),
		);
		const tried = await tryRequest(build(body));
		if (!tried || tried.isTaken || !isFormRejected(tried.response))
			return undefined;
		const text = compactName(`${tried.response.body}`);
		const named = Object.keys(values).filter((each) =>
			text.includes(compactName(each)),
		);
		return { ...tried, named };
	}
	const wrong: string[] = [];
	let said = "";
	for (const name of names.length > 1 ? names : []) {
		// A word of the rejection may be a name by chance.
		if (wrong.length > 1 || said.includes(compactName(name))) continue;
		const tried = await send({ [name]: NEITHER });
		if (tried?.named.length !== 1) continue;
		wrong.push(name);
		said += compactName(`${tried.response.body}`);
	}
	const all = (value: unknown) =>
		Object.fromEntries(wrong.map((each) => [each, value]));
	const both = wrong.length === 2 ? await send(all(NEITHER)) : undefined;
	if (both?.named.length !== 1) return;
	// Values of the right type may be validated later, all together.
	const invalid = listInvalid(rules, at).slice(0, 2);
	const other = await send(
		invalid.length === 2 ? Object.fromEntries(invalid) : all(undefined),
	);
	// Leaving out a property is a problem only if it is required.
	const [unnamed] = wrong.filter((each) => !other?.named.includes(each));
	const isProblem =
		invalid.length === 2 ||
		unnamed === undefined ||
		(await send({ [unnamed]: undefined }))?.named.length === 1;
	const problems =
		other?.named.length === 2 || !isProblem
			? "values of a wrong type"
			: "problems";
	rules.push({
		...{ at: [], expected: "names each problem of a request" },
		...{ actual: `names only one of two ${problems}`, example: both },
	});
}
