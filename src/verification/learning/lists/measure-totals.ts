import { valueAt } from "../../../values/json.ts";
import { findPath, type Search } from "./condition-names.ts";
import { findSize } from "./learn-condition.ts";
import type { Answer } from "./list-inquiry.ts";
import { TEXTS } from "./measure-condition.ts";
import { listNumbers } from "./positions.ts";

/** A number beside the records of a page, and how many records the page has. */
interface Counted {
	readonly number: number;
	readonly count: number;
}

/** Pages of a list: without conditions, then with a new record, then of a smaller size and with other conditions. */
interface Pages<Page> {
	readonly before: Page;
	readonly after: Page;
	/** Undefined if the list has the same records whatever the size is. */
	readonly small: Page | undefined;
	/** Undefined if the list has the same records whatever the conditions are. */
	readonly selected: Page | undefined;
}

/** Returns what a number counts; undefined if it may be something else, such as the size of a page. */
function findMeaning({
	before,
	after,
	small,
	selected,
}: Pages<Counted>): string | undefined {
	const isGrowing = after.number > before.number;
	const all = [before, after, small, selected].flatMap((each) => each ?? []);
	const isOfPage = all.every(({ number, count }) => number === count);
	if (isOfPage && (selected || (small && isGrowing)))
		return "the number of records on the page";
	if (isOfPage && isGrowing)
		return "the number of all records, which each page has";
	if (!isGrowing || (small && small.number !== after.number)) return undefined;
	if (selected && selected.number === after.number)
		return "the number of all records, whatever the request selects";
	if (selected && selected.number === selected.count)
		return "the number of all records that the request selects";
	return small && !selected
		? "the number of all records on all pages"
		: undefined;
}

/** Asks for fewer records by the first condition that has this effect and of which the name is known. */
async function select(
	search: Search,
	all: Answer,
): Promise<Answer | undefined> {
	const { inquiry, named, ask } = search;
	for (const condition of inquiry.conditions) {
		const own = named.get(condition.role);
		const place = findPath(search, condition);
		if (!own || !place || !TEXTS.has(condition.role)) continue;
		const values = all.items.map((each) => valueAt(each, ...place));
		const value = values.find((each) => each !== values[0]);
		const found = await ask([own.path, own.write(value), own.join]);
		if (found && found.items.length < all.items.length) return found;
	}
	return undefined;
}

/**
 * Finds what the numbers beside the records of a page count of which no other trial has told it.
 * @param paging the search with the size of a page where the service takes it
 */
export async function measureTotals(
	search: Search,
	paging: Search,
): Promise<void> {
	const { ask, inquiry, base, seen } = search;
	const isTold = (where: string): boolean =>
		seen.some((each) => each.where === where);
	const places = [...listNumbers(base).keys()].filter((each) => !isTold(each));
	const before = places.length > 0 ? await ask() : undefined;
	if (!before) return;
	await inquiry.write();
	const after = await ask();
	if (!after) return;
	const size = await findSize(paging);
	const small = size.length > 0 ? await paging.ask(...size) : undefined;
	const selected = await select(search, after);
	for (const where of places) {
		const read = (page: Answer): Counted => ({
			number: listNumbers(page).get(where) ?? Number.NaN,
			count: page.items.length,
		});
		const actual = findMeaning({
			...{ before: read(before), after: read(after) },
			small: small && read(small),
			selected: selected && read(selected),
		});
		if (actual)
			seen.push({ where, expected: "not documented", actual, example: after });
	}
}
