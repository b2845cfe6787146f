import { tryParseJson } from "../../../values/json.ts";
import type { Search } from "./condition-names.ts";
import { PAGE } from "./condition-trials.ts";
import type { Answer, CountedPosition } from "./list-inquiry.ts";

/** Lists the numbers beside the records of a page, and in its headers, by place. */
function listNumbers({ response }: Answer): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const add = (where: string, value: unknown): void => {
		if (typeof value === "number") found.set(where, value);
		if (typeof value !== "object" || value === null) return;
		if (Array.isArray(value)) return;
		for (const [name, inner] of Object.entries(value))
			add(`${where}.${name}`, inner);
	};
	add("$", tryParseJson(`${response.body}`));
	for (const [name, value] of Object.entries(response.headers)) {
		const json = tryParseJson(value);
		const isNumber = name.startsWith("x-") && typeof json === "number";
		if (isNumber) found.set(`header ${name}`, json);
	}
	return found;
}

/** The numbers of three pages: the first one, the next one after a record was created, and the second record alone. */
type Numbers = readonly [first: number, next: number, alone: number];

/** Lists what the numbers of the pages may mean. */
function listMeanings({
	role,
	first,
}: CountedPosition): (readonly [
	meaning: string,
	isMeant: (numbers: Numbers) => boolean,
])[] {
	const isTotal = ([before, after, alone]: Numbers): boolean =>
		before >= PAGE && after > before && alone === after;
	const isOfPages = ([before, after, alone]: Numbers): boolean =>
		alone > PAGE && after === Math.ceil(alone / PAGE) && before <= after;
	const isEqual =
		(...like: Numbers) =>
		(numbers: Numbers): boolean =>
			like.every((each, index) => each === numbers[index]);
	return [
		["the number of pages", isOfPages],
		["the number of all records on all pages", isTotal],
		role === "page"
			? ["the number of the page", isEqual(first, first + 1, first + 1)]
			: ["the number of skipped records", isEqual(0, PAGE, 1)],
	];
}

/**
 * Finds what the numbers beside the records of a page mean.
 * @param before the first page
 * @param after the next page, after a record was created
 * @param ask asks for a page of one record, after the first record
 */
export async function measureNumbers(
	{ seen }: Pick<Search, "seen">,
	[before, after]: readonly [Answer, Answer],
	position: CountedPosition,
	ask: () => Promise<Answer | undefined>,
): Promise<void> {
	const alone = await ask();
	if (!alone || alone.items.length > 1) return;
	const [first, next, last] = [before, after, alone].map(listNumbers);
	const all = [...(first ?? [])].flatMap(([where, number]) => {
		const [own, other] = [next?.get(where), last?.get(where)];
		if (own === undefined || other === undefined) return [];
		const numbers: Numbers = [number, own, other];
		return [{ where, numbers }];
	});
	const meanings = listMeanings(position);
	for (const { where, numbers } of all) {
		const [meaning] = meanings.find(([, isMeant]) => isMeant(numbers)) ?? [];
		if (meaning)
			seen.push({
				...{ where, expected: "not documented", actual: meaning },
				example: alone,
			});
	}
}
