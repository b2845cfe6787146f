import { capitalize, listWords, SPELLINGS } from "../values/spellings.ts";

/** Words for the bounds of a period. Names combine them with the words for a time. */
const BOUNDS = {
	from: ["from", "since", "after", "start", "begin", "min", "gte"],
	to: ["to", "until", "before", "end", "end", "max", "lte"],
} as const;

/** Names that many services have for a condition, by its role, and for an object of conditions. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
	limit: ["page size", "per page", "size", "count", "first", "top", "take"],
	cursor: ["page", "offset", "skip", "after", "page token", "starting after"],
	sort: ["sort", "order", "sort by", "order by", "ordering"],
	direction: [
		...["direction", "dir", "sort order", "sort direction", "sort dir"],
		...["order direction", "order dir"],
	],
	text: ["q", "query", "search", "text", "keyword", "term"],
	"": ["filter", "filters", "criteria", "query", "where", "conditions"],
};

/** The end of the name of a time. */
const TIME = /^(at|on|date|time)$/;

type Spelling = (typeof SPELLINGS)[number];

/** Returns the spellings that agree with these names, and then the two most usual ones. */
function findSpellings(
	names: readonly string[],
): readonly (readonly Spelling[])[] {
	const found = SPELLINGS.filter((spell) =>
		names.some(
			(name) =>
				spell(listWords(name)) === name &&
				(listWords(name).length > 1 || /^[A-Z][a-z]/.test(name)),
		),
	);
	return [found, SPELLINGS.slice(0, 2)];
}

/** Returns the names of the end of a period for that of its beginning: `end_time` for `start_time`. */
export const listEnds = (start: string): string[] =>
	BOUNDS.from
		.flatMap((word, index) => {
			const end = BOUNDS.to[index] ?? "";
			return [
				start.replace(word, end),
				start.replace(capitalize(word), capitalize(end)),
			];
		})
		.filter((each) => each !== start);

/** What a page has, as in `items` of `totalItems`. */
const PLURAL = /^[a-z]{3,}s$/;

/** What surrounds the words of a parameter, as in `page[after]` and `$skiptoken`. */
const AFFIXES = /^(\w+\[|[^\w]+)\w+(\]?)$/;

/**
 * Lists the usual names of a condition, the most usual first.
 * @param own the property of records that the condition compares
 * @param names names in the responses of the service, which show how it spells names
 * @param parameters names of parameters in its links, and the ends of names beside records
 * @param parent the object that contains the property
 */
export function listUsualNames(
	role: string,
	own: string | undefined,
	names: readonly string[],
	parameters: readonly string[] = [],
	parent?: string,
): string[] {
	const words = listWords(own ?? "");
	const stem = words.filter((each) => !TIME.test(each));
	const end = words.slice(-1).filter((each) => !/^(at|on)$/.test(each));
	const times = [end, stem, words, ["date"], ["time"]].map((each) =>
		each.join(" "),
	);
	const bounds = role === "from" || role === "to" ? BOUNDS[role] : [];
	const usual = [
		...bounds,
		...times
			.filter((time) => time !== "")
			.flatMap((time) =>
				bounds.flatMap((each) => [`${time} ${each}`, `${each} ${time}`]),
			),
		...(USUAL[role] ?? []),
		...(role === "limit"
			? parameters
					.filter((each) => PLURAL.test(each))
					.map((each) => `${each} per page`)
			: []),
		...(parent === undefined || bounds.length > 0
			? []
			: [[...listWords(parent), ...words].join(" ")]),
	];
	const spellings = findSpellings(names);
	const spelled = spellings.flatMap((some) =>
		usual.flatMap((each) => some.map((spell) => spell(each.split(" ")))),
	);
	const styled = parameters.flatMap((each) => {
		const [, before, after] = AFFIXES.exec(each) ?? [];
		return before === undefined
			? []
			: spelled.map((name) => `${before}${name}${after}`);
	});
	return [...new Set([...styled, ...spelled])];
}
