import { listWords, SPELLINGS } from "./spellings.ts";

/** Words for the bounds of a period. Names combine them with the words for a time. */
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
	from: ["from", "since", "after", "start", "begin", "min", "gte"],
	to: ["to", "until", "before", "end", "max", "lte"],
};

/** Names that many services have for a condition, by its role, and for an object of conditions. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
	limit: ["page size", "per page", "size", "count", "max results", "take"],
	cursor: ["page", "offset", "after", "page token", "starting after"],
	text: ["q", "query", "search", "text", "keyword", "term"],
	"": ["filter", "filters", "criteria", "query", "where", "conditions"],
};

/** The end of the name of a time. */
const TIME = /^(at|on|date|time)$/;

/** Returns the spellings that agree with these names. */
function findSpellings(
	names: readonly string[],
): readonly ((words: readonly string[]) => string)[] {
	const found = SPELLINGS.filter((spell) =>
		names.some(
			(name) =>
				spell(listWords(name)) === name &&
				(listWords(name).length > 1 || /^[A-Z][a-z]/.test(name)),
		),
	);
	const usual = SPELLINGS.slice(0, 2);
	return found.some((each) => usual.includes(each))
		? found
		: [...found, ...usual];
}

/**
 * Lists the usual names of a condition, the most usual first.
 * @param own the property of records that the condition compares
 * @param names names in the responses of the service, which show how it spells names
 */
export function listUsualNames(
	role: string,
	own: string | undefined,
	names: readonly string[],
): string[] {
	const words = listWords(own ?? "");
	const stem = words.filter((each) => !TIME.test(each));
	const times = [words, stem, ["date"], ["time"]].map((each) => each.join(" "));
	const bounds = BOUNDS[role] ?? [];
	const usual = [
		...bounds,
		...times
			.filter((time) => time !== "")
			.flatMap((time) =>
				bounds.flatMap((each) => [`${time} ${each}`, `${each} ${time}`]),
			),
		...(USUAL[role] ?? []),
	];
	const spellings = findSpellings(names);
	return [
		...new Set(
			usual.flatMap((each) => spellings.map((spell) => spell(each.split(" ")))),
		),
	];
}
