import { capitalize, listWords } from "./spellings.ts";

/** Verbs that many services have for what can be done with a record. */
const USUAL: readonly string[] = [
	...["run", "execute", "trigger", "start", "stop", "enable", "disable"],
	...["activate", "deactivate", "pause", "resume", "cancel", "archive"],
];

/** Verbs that are tried only instead of a known one. */
const FURTHER: readonly string[] = ["delete", "update", "remove"];

/** The beginnings of words that mean the contrary. */
const CONTRARY: readonly (readonly [string, string])[] = [
	["en", "dis"],
	["", "de"],
	["", "un"],
	["", "dis"],
];

/** Returns words that may mean the contrary: `disable` for `enable`, `unlock` for `lock`. */
function listContrary(word: string): string[] {
	const without = CONTRARY.filter(([, other]) => word.startsWith(other)).map(
		([one, other]) => one + word.slice(other.length),
	);
	const others = CONTRARY.filter(([one]) => word.startsWith(one)).map(
		([one, other]) => other + word.slice(one.length),
	);
	return (without.length > 0 ? without : others).filter(
		(each) => each.length > 2,
	);
}

/** Returns the word without the usual endings, too: `enable` and `enabl` for `enabled`. */
const listStems = (word: string): string[] =>
	[word.replace(/d$/, ""), word.replace(/(ed|s|ing)$/, ""), word].filter(
		(each) => each.length > 2,
	);

/** Returns the word with the case of another one. */
export function spellLike(like: string, word: string): string {
	if (like === like.toUpperCase()) return word.toUpperCase();
	return /^[A-Z]/.test(like) ? capitalize(word) : word;
}

/** Returns functions that put another word beside the resource, as in the known texts: `book.moved`, `MOVE_BOOK`. */
function listFrames(
	resource: string,
	choices: ReadonlySet<string>,
): ((word: string) => string)[] {
	const frames = new Map<string, (word: string) => string>();
	for (const each of choices) {
		const words = listWords(each);
		if (words.length < 2 || resource === "") continue;
		const isFirst = words[0] === resource;
		if (!isFirst && words.at(-1) !== resource) continue;
		const pattern = isFirst
			? `^(.{${resource.length}}[^A-Za-z0-9]?)(.*)()$`
			: `^()(.*?)([^A-Za-z0-9]?.{${resource.length}})$`;
		const [, before = "", like = "", after = ""] =
			new RegExp(pattern).exec(each) ?? [];
		const make = (word: string) => before + spellLike(like, word) + after;
		frames.set(make("word"), make);
	}
	return [...frames.values()];
}

/** Whether a word has the usual ending of a state. */
const isOfState = (word: string): boolean => word.endsWith("ed");

/** Returns the words without endings, each once. Those of states come first. */
const listAllStems = (words: readonly string[]): string[] => [
	...new Set(
		[...words]
			.sort((a, b) => Number(isOfState(b)) - Number(isOfState(a)))
			.flatMap(listStems),
	),
];

/** Returns the past participle of most verbs. */
const conjugate = (verb: string): string => `${verb.replace(/e$/, "")}ed`;

/**
 * Makes texts in the style of a known one: with another verb beside the name of a record, or instead of a single word.
 * @param resources the names of records
 * @param words the words in the names, texts and rejections of the service
 */
export function makeAlike(
	resources: readonly string[],
	known: string,
	words: readonly string[],
): string[] {
	const own = listWords(known);
	const makes =
		own.length === 1
			? [(word: string) => spellLike(known, word)]
			: resources.flatMap((each) => listFrames(each, new Set([known])));
	const verbs = own.filter((each) => !resources.includes(each));
	const others = words.filter((each) => !resources.includes(each));
	const states = listAllStems(others.filter(isOfState));
	const isPast = verbs.some(isOfState);
	const all = [
		...(isPast ? [] : verbs.flatMap(listContrary)),
		...[...states, ...USUAL, ...FURTHER],
		...states.flatMap(listContrary),
		...listAllStems(others),
	];
	const made = all.flatMap((each) => {
		const verb = isPast && !isOfState(each) ? conjugate(each) : each;
		return makes.map((make) => make(verb));
	});
	return [...new Set(made)].filter((each) => each !== known);
}

/**
 * Makes texts in the style of those which a service knows. A word with the usual ending of a state comes first, because
 * a command may lead to the state.
 * @param resource the name of a record
 * @param choices the known texts
 * @param words the words in the names and rejections of the service
 */
export function makeChoices(
	resource: string,
	choices: ReadonlySet<string>,
	words: readonly string[],
): string[] {
	const isUpper = [...choices].some((each) => /^[A-Z_]{3,}$/.test(each));
	const isPascal = [...choices].some((each) => /^[A-Z][a-z]/.test(each));
	const join = (parts: readonly string[]): string => {
		if (isUpper) return parts.join("_").toUpperCase();
		return isPascal ? parts.map(capitalize).join("") : parts.join("_");
	};
	const frames = listFrames(resource, choices);
	const known = [...words, ...[...choices].flatMap((each) => listWords(each))];
	const stems = [
		...listAllStems(known.filter(isOfState)),
		...USUAL,
		...listAllStems(known),
	];
	const made = stems.flatMap((each) => [
		...frames.map((make) => make(each)),
		...[join([each]), ...(resource === "" ? [] : [join([each, resource])])],
	]);
	return [...new Set(made)];
}
