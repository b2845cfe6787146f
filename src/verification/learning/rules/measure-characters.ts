import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";

/** Characters of which services accept different ones, with a function that adds them to a word. */
const CHARACTERS: readonly (readonly [
	what: string,
	add: (word: string) => string,
])[] = [
	["spaces", (word) => `${word} a`],
	["upper-case letters", (word) => `${word}A`],
	["digits", (word) => `${word}1`],
	["letters beyond a to z", (word) => `${word}é`],
	...["_", "-", ".", ":", "/", "!"].map(
		(each) => [each, (word: string) => `${word}${each}a`] as const,
	),
];

/** A service may read a text with digits first as a number, so this is tried alone. */
const FORMS = [
	...CHARACTERS,
	["a digit first", (word: string) => `1${word}`] as const,
];

/** Adds all these characters to a word. */
export const addCharacters = (word: string): string =>
	CHARACTERS.reduce((text, [, add]) => add(text), word);

/** Finds the characters that a text must not have. Requires that the service takes a word of the letters a to z. */
export async function measureCharacters(
	{ at, rules, sentName, tryValue }: Trier,
	name: string,
	isAllowed: (text: string) => boolean,
): Promise<void> {
	const sent = sentName(name);
	const rejected: string[] = [];
	let example: MeasuredRule["example"] | undefined;
	for (const [what, add] of FORMS) {
		const text = add(uniqueWord());
		const tried = isAllowed(text) ? await tryValue(sent, text) : undefined;
		if (!tried || !isFormRejected(tried.response)) continue;
		rejected.push(what);
		example = tried;
	}
	if (example)
		rules.push({
			...{ at: [...at, sent], expected: "any characters", example },
			actual: `rejects ${rejected.join(", ")}`,
		});
}

/** Finds whether the service names only one of two problems of a request. */
export async function measureProblems(
	{ rules, at, create, build, tryRequest }: Trier,
	names: readonly string[],
): Promise<void> {
	/** Returns an exchange with values that no text or number has, and the names that its rejection contains. */
	async function send(wrong: readonly string[]) {
		const body = wrong.reduce<unknown>(
			(changed, name) => withValueAt(changed, [...at, name], [[]]),
			create(),
		);
		const tried = await tryRequest(build(body));
		if (!tried || !isFormRejected(tried.response)) return undefined;
		const text = `${tried.response.body}`.toLowerCase();
		const named = wrong.filter((each) => text.includes(each.toLowerCase()));
		return { ...tried, named };
	}
	const wrong: string[] = [];
	for (const name of names.length > 1 ? names : [])
		if (wrong.length < 2 && (await send([name]))?.named.length === 1)
			wrong.push(name);
	const both = wrong.length === 2 ? await send(wrong) : undefined;
	if (both?.named.length === 1)
		rules.push({
			...{ at: [], expected: "names each problem of a request" },
			...{ actual: "names only one of two problems", example: both },
		});
}
