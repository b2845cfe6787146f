import { valueAt } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import type { Search } from "./condition-names.ts";
import type { Answer, Named } from "./list-inquiry.ts";
import { createReport } from "./measure-values.ts";

const CASE = "the case of letters";
export const REGARDS: string = `regards ${CASE}`;
export const IGNORES: string = `ignores ${CASE}`;
export const OF_EMPTY = "records if it is empty";
export const EXACT = "with exactly this value";

/** How a condition may compare its value, the most general way first: a part of the value that then selects the record. */
const COMPARISONS: readonly (readonly [
	selects: string,
	cut: (value: string) => string,
])[] = [
	["that contain the value", (value) => value.slice(1, -1)],
	["that begin with the value", (value) => value.slice(0, -1)],
	["that end with the value", (value) => value.slice(1)],
];

/** A value that selects records, and whether a record has it. */
export interface Selecting {
	readonly value: unknown;
	isIn(item: unknown): boolean;
}

/** Returns the value at a place in records. Without a place, records may have it anywhere. */
export const selectAt = (
	value: unknown,
	place: readonly string[],
): Selecting => ({
	value,
	isIn: (item) =>
		place.length > 0
			? [valueAt(item, ...place)].flat().includes(value)
			: JSON.stringify(item).includes(`${value}`),
});

/** Finds which records a text selects: those with exactly this text, or with a longer one. Returns "" if that is unknown. */
export async function findComparison(
	{ ask }: Search,
	{ path, write }: Pick<Named, "path" | "write">,
	{ value, isIn }: Selecting,
): Promise<string> {
	if (typeof value !== "string" || value.length < 3) return "";
	let isTaken = false;
	for (const [selects, cut] of COMPARISONS) {
		const found = await ask([path, write(cut(value))]);
		if (found?.items.some(isIn)) return selects;
		// A service that takes only some words rejects a part of one.
		isTaken ||= found !== undefined && isAccepted(found.response);
	}
	return isTaken ? EXACT : "";
}

/** Finds whether a value in another case, or between spaces, selects records. */
export async function measureCase(
	search: Search,
	condition: Pick<Condition, "name">,
	{ path, write }: Pick<Named, "path" | "write">,
	{ value, isIn }: Selecting,
): Promise<void> {
	const lower = `${value}`.toLowerCase();
	const other = lower === value ? lower.toUpperCase() : lower;
	if (typeof value !== "string") return;
	const spaced = ` ${value} `;
	for (const sent of [...(other === value ? [] : [other]), spaced]) {
		const found = await search.ask([path, write(sent)]);
		const of = sent === spaced ? "the white space around it" : CASE;
		if (found && found.items.length > 0 && found.items.every(isIn))
			createReport(search, condition)(found, `regards ${of}`, `ignores ${of}`);
	}
}

/** Returns the response to an empty text, and whether it selects all records or none. */
export async function findForEmpty(
	{ ask }: Search,
	{ path, write, join }: Pick<Named, "path" | "write" | "join">,
): Promise<{ found: Answer; isAll: boolean } | undefined> {
	const found = join === undefined ? await ask([path, write("")]) : undefined;
	if (!found || !isAccepted(found.response)) return undefined;
	const all = found.items.length > 0 ? await ask() : undefined;
	const isAll = JSON.stringify(found.items) === JSON.stringify(all?.items);
	if (!isAll && found.items.length > 0) return undefined;
	return { found, isAll };
}
