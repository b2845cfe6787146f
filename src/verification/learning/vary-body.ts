import { findObject, listPlaces, type Repair } from "./repairs.ts";

const capitalize = (word: string): string =>
	word.charAt(0).toUpperCase() + word.slice(1);

/** Spellings of names: `page_count`, `pageCount`, `PageCount`, `page-count`. */
const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
	(words) => words.join("_"),
	([first = "", ...others]) => first + others.map(capitalize).join(""),
	(words) => words.map(capitalize).join(""),
	(words) => words.join("-"),
];

const listWords = (name: string): string[] =>
	(name.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? []).map((each) =>
		each.toLowerCase(),
	);

/**
 * Lists other forms of a whole body, for a service whose rejections do not name the accepted form.
 * @param wrappers names of envelopes
 */
export function listVariants(
	body: unknown,
	wrappers: readonly string[],
): (readonly Repair[])[] {
	// The innermost objects come first, so that the places of outer ones stay valid.
	const names = listPlaces(body)
		.flatMap((at) =>
			Object.keys(findObject(body, at) ?? {}).map((name) => ({ at, name })),
		)
		.reverse();
	const spelled = SPELLINGS.map((spell) =>
		names.flatMap(({ at, name }): Repair[] => {
			const to = spell(listWords(name));
			return to === name ? [] : [{ kind: "rename", at, name, to }];
		}),
	);
	return [
		...wrappers.map((name): Repair[] => [{ kind: "wrap", name }]),
		...spelled.filter((each) => each.length > 0),
	];
}
