import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { StateDump } from "../../control/state-control.ts";
import { isObject } from "../../values/json.ts";
import { plural } from "../ui/parts.tsx";

/** The records of a collection, newest first. */
export type Records = StateDump[string];

export type StoredRecord = Records[number];

/**
 * Returns the name of the id property: `id`, or else the first name that ends with `_id` or `Id`, or else the first
 * property.
 */
export const idNameOf = (record: object | undefined): string => {
	const names = Object.keys(record ?? {});
	if (names.length === 0 || names.includes("id")) return "id";
	return names.find((name) => /(_id|Id)$/.test(name)) ?? names[0] ?? "id";
};

/** Returns the id of a record as a text. Ids may be numbers. */
export const idOf = (record: StoredRecord): string =>
	String(Reflect.get(record, idNameOf(record)));

/** Returns the word for one record of a collection. With an "s", it is the plural. */
export const nounOf = (collection: string): string =>
	collection.endsWith("s") ? collection.slice(0, -1) : `${collection} record`;

/** The columns of a table of records. */
export interface Columns {
	/** The properties with a column. The id has its own column. */
	readonly names: readonly string[];
	/** Whether records have other properties. */
	readonly hasMore: boolean;
}

const MAX_COLUMNS = 4;
const SAMPLE_SIZE = 200;
const MAX_CHARACTERS = 120;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the value is a time of RFC 3339. */
export const isTime = (value: unknown): value is string =>
	typeof value === "string" &&
	TIME.test(value) &&
	!Number.isNaN(Date.parse(value));

/** Chooses the most frequent properties. */
export function chooseColumns(records: Records): Columns {
	const counts = new Map<string, { count: number; isTime: boolean }>();
	for (const record of records.slice(0, SAMPLE_SIZE))
		for (const [name, value] of Object.entries(record)) {
			const { count } = counts.get(name) ?? { count: 0 };
			counts.set(name, { count: count + 1, isTime: isTime(value) });
		}
	counts.delete(idNameOf(records[0]));
	const properties = [...counts].sort(([, a], [, b]) => b.count - a.count);
	const shown = properties.slice(0, MAX_COLUMNS);
	const times = shown.filter(([, { isTime }]) => isTime);
	const [first = [], ...others] = shown.filter(([, { isTime }]) => !isTime);
	const named = [first, ...times, ...others];
	return {
		names: named.flatMap(([name]) => name ?? []),
		hasMore: properties.length > shown.length,
	};
}

/** Returns the properties without a column. */
export const otherProperties = (
	record: StoredRecord,
	{ names }: Columns,
): Readonly<Record<string, unknown>> =>
	Object.fromEntries(
		Object.entries(record).filter(
			([name]) => name !== idNameOf(record) && !names.includes(name),
		),
	);

function summarizeInner(value: unknown): string {
	if (Array.isArray(value)) return plural(value.length, "item");
	return isObject(value) ? "{…}" : String(value);
}

/** Returns the value as one short line. */
export function summarize(value: unknown): string {
	const text = isObject(value)
		? Object.entries(value)
				.map(([name, inner]) => `${name}: ${summarizeInner(inner)}`)
				.join(", ")
		: summarizeInner(value);
	return text.length > MAX_CHARACTERS
		? `${text.slice(0, MAX_CHARACTERS)}…`
		: text;
}

/**
 * Returns the records that contain the text. During a search, returns the results of the previous search; undefined
 * before the first search has finished.
 */
export function useSearch(
	records: Records | undefined,
	search: string,
): Records | undefined {
	const [found, setFound] = useState<Records>();
	useEffect(() => {
		if (search === "" || !records) {
			setFound(undefined);
			return;
		}
		const ending = new AbortController();
		searchRecords(records, search, ending.signal).then((result) => {
			if (result && !ending.signal.aborted) setFound(result);
		});
		return () => ending.abort();
	}, [records, search]);
	return search === "" ? records : found;
}

/** The time after which a search continues in a later task, so that the page stays responsive. */
const SLICE_MS = 8;

const nextTask = (): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve));

/** Returns the records whose JSON contains the text in any case, or undefined if the signal aborts. */
export async function searchRecords(
	records: Records,
	search: string,
	signal: AbortSignal,
): Promise<Records | undefined> {
	const wanted = search.toLowerCase();
	const found: StoredRecord[] = [];
	let until = performance.now() + SLICE_MS;
	for (const [index, record] of records.entries()) {
		const text = JSON.stringify(record).toLowerCase();
		if (text.includes(wanted)) found.push(record);
		if (index % 100 !== 99 || performance.now() < until) continue;
		await nextTask();
		if (signal.aborted) return undefined;
		until = performance.now() + SLICE_MS;
	}
	return found;
}

/** An edited record that is not saved. */
export interface Draft {
	readonly text: string;
	/** The text at the start. */
	readonly base: string;
}

/** The drafts by key. They are kept while other views are open. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** @param id empty for a new record */
export const draftKey = (
	session: string | undefined,
	collection: string,
	id: string,
): string => JSON.stringify([session ?? null, collection, id]);

/** @param draft undefined to remove the draft */
export function setDraft(key: string, draft: Draft | undefined): void {
	const next = new Map(drafts.value);
	if (draft) next.set(key, draft);
	else next.delete(key);
	drafts.value = next;
}
