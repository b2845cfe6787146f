import { describeKind } from "../../../document/judgment/shape-values.ts";
import { BOOLEANS } from "../rules/measure-booleans.ts";
import { PREFIX } from "../rules/measure-id.ts";
import { mayBeWord } from "../values/record-values.ts";
import { capitalize, listWords } from "../values/spellings.ts";

const MAX_OFFERED = 16;
/** The maximum number of words that are made in the style of known ones. */
const MAX_MADE = 20;
/** The length of a text that hardly any service takes as a word. */
const LONG = 24;
/** The index of the version in a UUID. */
const VERSION = 14;
/** No service documents this spelling. One that accepts it ignores the case of letters. */
const MIXED = "tRUE";

type Takes = (value: unknown) => Promise<boolean>;

const show = (values: Iterable<unknown>): string =>
	Array.from(values, (each) => JSON.stringify(each)).join(", ");

/** Describes the forms of booleans that a condition takes. */
async function describeBooleans(takes: Takes, like: boolean): Promise<string> {
	const taken = new Map<string, unknown>();
	const tryAll = async (values: readonly unknown[]): Promise<void> => {
		for (const each of values)
			if (!taken.has(`${each}`) && (each === like || (await takes(each))))
				taken.set(`${each}`, each);
	};
	await tryAll([like, !like, ...BOOLEANS, "null"]);
	if (taken.has(MIXED)) {
		const words = [...taken.values()];
		const isFirst = (each: unknown, index: number): boolean =>
			!words
				.slice(0, index)
				.some((other) => `${other}` === `${each}`.toLowerCase());
		return `${show(words.filter(isFirst))}, in any case of letters`;
	}
	// A service that takes t and TRUE may take T and True, too.
	const spelled = [...taken.keys()].flatMap((word) => [
		word.toUpperCase(),
		capitalize(word.toLowerCase()),
	]);
	await tryAll(
		spelled.filter((each) => /[a-z]/i.test(each) && !BOOLEANS.includes(each)),
	);
	return show(taken.values());
}

/** Describes which UUIDs a condition takes besides those like one of a record. */
async function describeUuids(takes: Takes, like: string): Promise<string> {
	const version = like.charAt(VERSION);
	const other = version === "4" ? "1" : "4";
	const isAny = await takes(
		like.slice(0, VERSION) + other + like.slice(VERSION + 1),
	);
	const isCompact = await takes(like.replaceAll("-", ""));
	return [
		isAny ? "a UUID" : `a UUID of version ${version}`,
		...(isCompact ? ["also without hyphens"] : []),
	].join(", ");
}

/**
 * Describes the values that a condition takes which rejects most texts, and lists them if the service does.
 * @param alike returns words in the style of a known one, which are tried if the service lists none
 */
export async function describeTaken(
	takes: Takes,
	offered: readonly string[],
	[like, ...likes]: readonly unknown[],
	alike: (known: string) => readonly string[],
): Promise<{ readonly only: string; readonly words?: readonly string[] }> {
	if (typeof like === "boolean")
		return { only: await describeBooleans(takes, like) };
	const kind = describeKind({}, like);
	if (typeof like === "number") return { only: kind };
	if (kind === "a UUID") return { only: await describeUuids(takes, `${like}`) };
	const words: string[] = [];
	for (const each of offered.includes(`${like}`)
		? [...new Set(offered)].slice(0, MAX_OFFERED)
		: [])
		if (each === like || (await takes(each))) words.push(each);
	if (words.length > 0) return { only: show(words), words };
	const [prefix] = PREFIX.exec(`${like}`) ?? [];
	if (prefix && (await takes(prefix + "u".repeat(LONG))))
		return { only: `texts that start with ${prefix}` };
	const shown = new Set([like, ...likes]);
	const made = new Set(
		[...shown]
			.filter((each) => mayBeWord(each) && listWords(each).length > 1)
			.flatMap((each) => alike(`${each}`).slice(0, MAX_MADE)),
	);
	for (const each of [...made].slice(0, MAX_MADE))
		if (!shown.has(each) && (await takes(each))) shown.add(each);
	return { only: `some values, such as ${show(shown)}` };
}
