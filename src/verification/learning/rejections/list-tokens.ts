import {
	listQuoted,
	listWords,
	NO_NAMES,
	readPath,
	splitPath,
} from "./complaint-parts.ts";
import { MAX_TEXT } from "./complaints.ts";
import { PLACE, type ReadCodes } from "./read-complaints.ts";

/** What may be a path in a sentence: `Request/name`, `$.name` and `[name]`. */
const WITHIN = /[\w$#[\]]*(?:[./[][\w\]-]+)+/g;

/** Two or three words at the start of a clause, of which the first is capitalized. */
const PHRASE =
	/(?:^|[.,;:\n] ?)([A-Z][a-z0-9]*)( [a-z0-9]+)( [a-z0-9]+)?(?= )/g;

/** Lists the names that a sentence may have as words: `page_size` for "Page size can't be blank". */
const listPhrases = (text: string): string[] =>
	Array.from(text.matchAll(PHRASE), ([, first = "", second = "", third]) =>
		[second, ...(third ? [second + third] : [])].map((each) =>
			`${first}${each}`.toLowerCase().replaceAll(" ", "_"),
		),
	).flat();

/**
 * Lists all that may name a property in a rejection, the most specific first: paths, the names of properties, quoted
 * words, words.
 */
export function listTokens(
	rejection: unknown,
	codes: ReadCodes = { names: new Set(), texts: new Set() },
): readonly (readonly string[])[] {
	const ranked: string[][][] = [[], [], [], []];
	const add = (rank: number, path: readonly string[]): void => {
		ranked[rank]?.push(path.filter((each) => each !== ""));
	};
	const collect = (
		value: unknown,
		name = "",
		around: readonly string[] = [],
	): void => {
		const listed = Array.isArray(value) ? readPath(value) : undefined;
		if (listed) add(PLACE.test(name) ? 0 : 2, listed);
		if (typeof value === "object" && value !== null) {
			for (const [key, each] of Object.entries(value)) {
				const isName = !Array.isArray(value) && !codes.names.has(key);
				// A name that is around itself belongs to the form of the rejection.
				const inner =
					Array.isArray(value) || around.includes(key)
						? around
						: [...around, ...splitPath(key)];
				if (isName && /^\D/.test(key)) add(1, inner);
				collect(each, Array.isArray(value) ? name : key, inner);
			}
		} else if (typeof value === "string" && !codes.texts.has(value)) {
			const text = value.slice(0, MAX_TEXT).replaceAll(NO_NAMES, "…");
			const path = readPath(text);
			if (path) add(PLACE.test(name) ? 0 : 2, path);
			for (const each of text.match(WITHIN) ?? []) add(2, splitPath(each));
			for (const each of listQuoted(text)) add(2, splitPath(each));
			for (const each of listPhrases(text)) add(3, [each]);
			for (const each of listWords(text)) add(3, splitPath(each));
		}
	};
	collect(rejection);
	const paths = ranked.flat().filter(([first = ""]) => !/^\d*$/.test(first));
	return [...new Map(paths.map((each) => [each.join("\n"), each])).values()];
}
