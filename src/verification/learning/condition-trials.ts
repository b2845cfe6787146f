import { isObject, tryParseJson, valueAt } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { Condition, ProviderResponse } from "../contract.ts";

type Items = readonly unknown[];

export const SKIP = "a number of records to skip";
const EARLY = "1990-01-01T00:00:00.000Z";
const LATE = "2037-01-01T00:00:00.000Z";
const WORD = /[a-z]{16,}/;
/** The number of records on a page in these trials. Two records show where the next page starts. */
export const PAGE = 2;

/** Returns the first list of objects in a response. */
export function findItems(value: unknown, depth = 0): Items | undefined {
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	if (!isObject(value) || depth > 2) return undefined;
	for (const inner of Object.values(value)) {
		const items = findItems(inner, depth + 1);
		if (items) return items;
	}
	return undefined;
}

export const capitalize = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1);

/** Lists the names beside the records, and the names inside their values. */
const listNames = (value: unknown): string[] =>
	isObject(value)
		? Object.entries(value).flatMap(([name, inner]) => [
				name,
				...listNames(inner),
			])
		: [];

export const listWords = (name: string): string[] =>
	(name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((each) => each.toLowerCase());

/** Lists possible names for the page size and for the position of the next page: names that the service shows. */
export function listShownNames({ headers, body }: ProviderResponse): string[] {
	const links = Array.from(
		(headers.link ?? "").matchAll(/[?&]([^=&>]+)=/g),
		([, name = ""]) => name,
	);
	const own = Object.keys(headers)
		.filter((each) => each.startsWith("x-"))
		.map((each) => each.slice(2).replaceAll("-", "_"));
	const beside = listNames(tryParseJson(`${body}`));
	const words = beside.flatMap(listWords);
	return [...new Set([...links, ...own, ...beside, ...words])];
}

const isLike = (items: Items, like: Items): boolean =>
	JSON.stringify(items) === JSON.stringify(like);

/** A value to send, and a function that tells whether the records show its effect. */
interface Trial {
	readonly value: unknown;
	readonly form: string;
	applies(items: Items): boolean;
}

/** Lists values that show whether the service applies a condition to such records. */
export function listTrials(
	{ role }: Condition,
	base: Items,
	path: readonly string[] | undefined,
): Trial[] {
	const form = "";
	if (role === "from" || role === "to")
		return [
			{
				...{ form, value: role === "from" ? LATE : EARLY },
				applies: (items) => items.length === 0,
			},
		];
	if (role === "limit")
		return [{ form, value: 1, applies: (items) => items.length === 1 }];
	const partOf = (item: unknown): unknown =>
		role === "text"
			? WORD.exec(JSON.stringify(item).toLowerCase())?.[0]
			: path && valueAt(item, ...path);
	const has = (item: unknown, value: unknown): boolean =>
		role === "text"
			? JSON.stringify(item).toLowerCase().includes(String(value))
			: partOf(item) === value;
	const value = base
		.map(partOf)
		.find(
			(each) =>
				["string", "number"].includes(typeof each) &&
				base.some((item) => !has(item, each)),
		);
	// If all records have the same value, only another value shows an effect.
	return value === undefined
		? [
				{
					...{ form, value: uniqueWord() },
					applies: (items) => items.length === 0,
				},
			]
		: [
				{
					...{ form, value },
					applies: (items) =>
						items.length > 0 && items.every((item) => has(item, value)),
				},
			];
}

/** Lists values that lead to the records after the first page. */
export const listPositions = (base: Items): Trial[] => {
	const last = base[PAGE - 1];
	const [id] = isObject(last) ? Object.values(last) : [];
	const shows =
		(start: number) =>
		(items: Items): boolean =>
			isLike(items, base.slice(start, start + PAGE));
	return [
		{ value: 1, form: "the number of a page, from 0", applies: shows(PAGE) },
		{ value: 1, form: SKIP, applies: shows(1) },
		{ value: 2, form: "the number of a page, from 1", applies: shows(PAGE) },
		{ value: id, form: "the id of the last record", applies: shows(PAGE) },
	];
};
