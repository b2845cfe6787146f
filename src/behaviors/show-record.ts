import { compose, type Field, readSource } from "../document/field.ts";
import { child } from "../document/node.ts";
import { readField } from "../document/read-field.ts";
import type { StoredRecord } from "../store/store.ts";
import type { Selection } from "./find-behaviors.ts";

/** Returns the properties that responses do not show. */
export const listHidden = (
	selects: readonly Selection[],
): readonly string[] => [
	...new Set(
		selects.flatMap(({ isHidden, property }) => (isHidden ? property : [])),
	),
];

/** Adds the properties that responses do not show. */
export function addHidden(record: Field, hidden: readonly string[]): Field {
	if (hidden.length === 0) return record;
	const properties: Record<string, unknown> = {
		...child(record.schema, "properties"),
	};
	for (const name of hidden) properties[name] = { type: "string" };
	return readField({ ...record.schema, properties });
}

/** Returns a function that returns what a response shows of a record. */
export function createShow(
	{
		record,
		hidden,
	}: { readonly record: Field; readonly hidden: readonly string[] },
	shown: Field,
): (stored: StoredRecord) => unknown {
	const spelled = JSON.stringify(addHidden(shown, hidden).schema);
	if (spelled !== JSON.stringify(record.schema))
		return (stored) => compose(shown, readSource(record, stored));
	if (hidden.length === 0) return (stored) => stored;
	return (stored) =>
		Object.fromEntries(
			Object.entries(stored).filter(([name]) => !hidden.includes(name)),
		);
}
