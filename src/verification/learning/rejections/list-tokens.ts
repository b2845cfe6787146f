import {
	ADDRESS,
	listQuoted,
	listWords,
	readPath,
	splitPath,
} from "./complaint-parts.ts";
import { MAX_TEXT } from "./complaints.ts";
import { PLACE, type ReadCodes } from "./read-complaints.ts";

/** What may be a path in a sentence: `Request/name`, `$.name` and `[name]`. */
const WITHIN = /[\w$#[\]]*(?:[./[][\w\]-]+)+/g;

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
	const collect = (value: unknown, name = ""): void => {
		if (typeof value === "object" && value !== null) {
			for (const [key, each] of Object.entries(value)) {
				const isName = !Array.isArray(value) && !codes.names.has(key);
				if (isName && /^\D/.test(key)) add(1, splitPath(key));
				collect(each, Array.isArray(value) ? name : key);
			}
		} else if (typeof value === "string" && !codes.texts.has(value)) {
			const text = value.slice(0, MAX_TEXT).replaceAll(ADDRESS, "…");
			const path = readPath(text);
			if (path) add(PLACE.test(name) ? 0 : 2, path);
			for (const each of text.match(WITHIN) ?? []) add(2, splitPath(each));
			for (const each of listQuoted(text)) add(2, splitPath(each));
			for (const each of listWords(text)) add(3, splitPath(each));
		}
	};
	collect(rejection);
	const paths = ranked
		.flat()
		.filter((path) => !/^\d*$/.test(path.at(-1) ?? ""));
	return [...new Map(paths.map((each) => [each.join("\n"), each])).values()];
}
