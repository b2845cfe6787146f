import { signal } from "@preact/signals";
import type {
	CollectionInfo,
	RecordsPage,
} from "../../control/collection-control.ts";
import { filterEntries, isObject } from "../../values/json.ts";
import { shorten } from "../../values/shorten.ts";
import { plural } from "../ui/parts.tsx";

/** Newest first. */
export type Records = RecordsPage["records"];

export type StoredRecord = Records[number];

/** Returns the id of a record, which may be a number, as a text. */
export const idOf = (
	record: StoredRecord,
	{ idProperty }: Pick<CollectionInfo, "idProperty">,
): string => String(Reflect.get(record, idProperty));

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
const MAX_CHARACTERS = 120;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the value is a time of RFC 3339. */
export const isTime = (value: unknown): value is string =>
	typeof value === "string" &&
	TIME.test(value) &&
	!Number.isNaN(Date.parse(value));

/** Chooses the most frequent properties. */
export function chooseColumns(records: Records, idProperty: string): Columns {
	const counts = new Map<string, { count: number; isTime: boolean }>();
	for (const record of records)
		for (const [name, value] of Object.entries(record)) {
			const { count } = counts.get(name) ?? { count: 0 };
			counts.set(name, { count: count + 1, isTime: isTime(value) });
		}
	counts.delete(idProperty);
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
	idProperty: string,
): Readonly<Record<string, unknown>> =>
	filterEntries(
		{ ...record },
		(name) => name !== idProperty && !names.includes(name),
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
	return shorten(text, MAX_CHARACTERS);
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
