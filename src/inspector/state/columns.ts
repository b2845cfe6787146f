import type { StateDump } from "../../control/state-control.ts";
import { plural } from "../ui/parts.tsx";

/** What a table shows of its records. */
export interface Columns {
	/** The properties with a column: the most frequent one, the times, and others. The id has one of its own. */
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

/** Returns the properties of the records with how many have them, most frequent first, and whether they are times. */
function countProperties(records: Records) {
	const counts = new Map<string, { count: number; isTime: boolean }>();
	for (const record of records.slice(0, SAMPLE_SIZE))
		for (const [name, value] of Object.entries(record)) {
			const { count } = counts.get(name) ?? { count: 0 };
			counts.set(name, { count: count + 1, isTime: isTime(value) });
		}
	counts.delete("id");
	return [...counts].sort(([, a], [, b]) => b.count - a.count);
}

export function chooseColumns(records: Records): Columns {
	const properties = countProperties(records);
	const shown = properties.slice(0, MAX_COLUMNS);
	const times = shown.filter(([, { isTime }]) => isTime);
	const [first = [], ...others] = shown.filter(([, { isTime }]) => !isTime);
	const [firstName] = first;
	return {
		names: [
			...(firstName === undefined ? [] : [firstName]),
			...[...times, ...others].map(([name]) => name),
		],
		hasMore: properties.length > shown.length,
	};
}

/** Returns the properties that have no column. */
export const otherProperties = (
	record: StoredRecord,
	{ names }: Columns,
): Readonly<Record<string, unknown>> =>
	Object.fromEntries(
		Object.entries(record).filter(
			([name]) => name !== "id" && !names.includes(name),
		),
	);

function summarizeInner(value: unknown): string {
	if (Array.isArray(value)) return plural(value.length, "item");
	if (typeof value === "object" && value !== null) return "{…}";
	return String(value);
}

const cut = (text: string): string =>
	text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;

/** Returns the value as one short line. */
export function summarize(value: unknown): string {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return cut(summarizeInner(value));
	const properties = Object.entries(value).map(
		([name, inner]) => `${name}: ${summarizeInner(inner)}`,
	);
	return cut(properties.join(", "));
}

/** Returns the word for one record of a collection; with an s, it is the word for several. */
export const nounOf = (collection: string): string =>
	collection.endsWith("s") ? collection.slice(0, -1) : `${collection} record`;

/** The records of a collection, newest first. */
export type Records = StateDump[string];

export type StoredRecord = Records[number];
