import { uniqueWord } from "../../../values/unique-word.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";

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
	["letters such as é", "À-ÿ", "é"],
	...["_", ".", ":", "/", "!"].map((each) => [each, each, each] as const),
	// In a pattern, only the last one needs no escape.
	["-", "-", "-"],
];

/** Returns a new word that is short enough for most properties. */
const createWord = (): string => uniqueWord().slice(-12);

/** Adds all these characters to a word. */
export const addCharacters = (word: string): string =>
	CHARACTERS.reduce((text, [, , each]) => `${text}${each}a`, word);

/**
 * Returns a pattern for texts of the letters a to z and other characters. If most of the tried characters are rejected,
 * it allows only the accepted ones; otherwise, it forbids only the rejected ones.
 */
function createPattern(
	rejected: readonly string[],
	accepted: readonly string[],
	isDigitFirst: boolean,
): string {
	const isStrict = rejected.length > accepted.length;
	const classOf = (ranges: readonly string[]): string =>
		isStrict ? `[a-z${ranges.join("")}]` : `[^${ranges.join("")}]`;
	const listed = isStrict ? accepted : rejected;
	const all = isStrict || listed.length > 0 ? classOf(listed) : ".";
	if (isDigitFirst || rejected.includes(DIGITS)) return `^${all}*$`;
	const others = listed.filter((each) => each !== DIGITS);
	return `^${classOf(isStrict ? others : [DIGITS, ...others])}${all}*$`;
}

/** Finds the characters that a text must not have. Requires that the service takes a word of the letters a to z. */
export async function measureCharacters(
	{ at, rules, sentName, tryValue }: Trier,
	name: string,
	isAllowed: (text: string) => boolean,
): Promise<void> {
	const sent = sentName(name);
	const rejected: string[] = [];
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
	const ranges: Record<"rejected" | "accepted", string[]> = {
		...{ rejected: [], accepted: [] },
	};
	for (const [what, range, each] of CHARACTERS) {
		const isRejected = await rejects(what, `${createWord()}${each}a`);
		if (isRejected !== undefined)
			ranges[isRejected ? "rejected" : "accepted"].push(range);
	}
	// A service may read a text with digits first as a number, so this is tried alone.
	const isDigitFirst = !(await rejects("a digit first", `1${createWord()}`));
	if (!example) return;
	const pattern = createPattern(
		...([ranges.rejected, ranges.accepted, isDigitFirst] as const),
	);
	rules.push({
		...{ at: [...at, sent], expected: "any characters", example },
		...{ actual: `rejects ${rejected.join(", ")}`, keywords: { pattern } },
	});
}
