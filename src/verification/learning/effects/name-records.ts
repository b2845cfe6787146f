import { isObject, mapValues } from "../../../values/json.ts";
import {
	listLeaves,
	listNamedLeaves,
	mayBeId,
	type Values,
} from "../values/record-values.ts";
import type { RecordSource } from "./record-source.ts";

/** Which value of a body names a record, and how records show it. */
export interface Naming {
	readonly name: string;
	readonly value: unknown;
	/** Returns the value that names another record. */
	idOf(record: Values): unknown;
}

/** The name of the id of a record itself, perhaps with a path. */
export const OWN_ID: RegExp = /(^|\.)[_@]?id$/i;

const readLeaf = (record: Values, path: string): unknown =>
	new Map(listLeaves(record)).get(path);

/** Lists the paths whose values tell the records from each other. */
function listIdPaths(records: readonly Values[]): string[] {
	const [first = {}] = records;
	return listLeaves(first)
		.map(([path]) => path)
		.filter((path) => {
			const values = records.map((each) => readLeaf(each, path));
			return values.every(mayBeId) && new Set(values).size === records.length;
		});
}

/** Finds which value of a body names one of the records, or another one of them. */
export function findNaming(
	body: unknown,
	records: readonly Values[],
	isRecord: RecordSource["isRecord"],
): Naming | undefined {
	const paths = listIdPaths(records);
	const leaves = listNamedLeaves(body).filter(([, value]) => mayBeId(value));
	const create = (
		path: string,
		[name, value]: (typeof leaves)[number],
	): Naming => ({
		...{ name, value },
		idOf: (record: Values) => readLeaf(record, path),
	});
	for (const leaf of leaves)
		for (const path of paths)
			if (
				(typeof leaf[1] === "string" || isRecord(leaf[1], leaf[0])) &&
				records.some((each) => readLeaf(each, path) === leaf[1])
			)
				return create(path, leaf);
	const named = leaves.find(([name, value]) => isRecord(value, name));
	const [first = {}] = records;
	const own = paths.find(
		(path) =>
			OWN_ID.test(path) && typeof readLeaf(first, path) === typeof named?.[1],
	);
	return own !== undefined && named ? create(own, named) : undefined;
}

/** Returns a copy with another value in the place of each one that equals it. */
export function replaceValue(
	within: unknown,
	value: unknown,
	other: unknown,
): unknown {
	if (within === value) return other;
	const replace = (each: unknown) => replaceValue(each, value, other);
	if (Array.isArray(within)) return within.map(replace);
	return isObject(within) ? mapValues(within, replace) : within;
}

const LARGE = 2_147_483_646;
const RANGE = 1_000_000;
const LENGTH = 12;

/** Returns an id of the same form that probably no record has. */
export function createUnknownId(like: unknown): unknown {
	const number = LARGE - Math.floor(Math.random() * RANGE);
	if (typeof like !== "string") return number;
	// Digits only, or an address such as `/books/7`.
	if (/(^|\/)\d+$/.test(like)) return like.replace(/\d+$/, `${number}`);
	const end = like.slice(-LENGTH);
	const reversed = [...end].toReversed().join("");
	const other = reversed === end ? end.slice(1) + end.slice(0, 1) : reversed;
	return like.slice(0, -LENGTH) + other;
}
