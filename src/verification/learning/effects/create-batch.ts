import { isObject, valueAt, withValueAt } from "../../../values/json.ts";
import type { Values } from "../values/record-values.ts";
import type { Words } from "./measure-effects.ts";
import type { Acted, Acting, RecordActor } from "./record-actor.ts";
import { type Trace, watchTrail } from "./record-source.ts";

/** Returns the first item of an array in a body. */
export const readItem = (body: unknown, path: readonly string[]): unknown =>
	Object(valueAt(body, ...path))[0];

/** Returns the path of the first array of objects in a body. */
export function findItems(
	value: unknown,
	at: readonly string[] = [],
): readonly string[] | undefined {
	if (!isObject(value)) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const path = [...at, name];
		if (Array.isArray(inner) && isObject(inner[0])) return path;
		const found = findItems(inner, path);
		if (found) return found;
	}
	return undefined;
}

/** What the words of choices do, by the name of the property that has them. */
export type KnownWords = ReadonlyMap<string, Words>;

/** An item that names a record, perhaps with other words. */
export interface Item {
	readonly id: unknown;
	readonly words?: Values;
}

/** Sends several items in one body. */
export function createBatch(
	acting: Acting,
	actor: RecordActor,
	path: readonly string[],
	known: KnownWords,
): (items: readonly Item[]) => Promise<Trace<Acted> | undefined> {
	const { create } = acting;
	const item = Object(readItem(create(), path));
	const changing = Object.keys(item).flatMap((name) => {
		const { changing: [word] = [], failing } = known.get(name) ?? {};
		const own = failing?.[1] ?? word;
		return own === undefined ? [] : [[name, own] as const];
	});
	return async (items) => {
		// Items may need different texts, so each is a new one.
		const sent = items.map(({ id, words }) => ({
			...Object(actor.nameRecord(readItem(create(), path), id)),
			...Object.fromEntries(changing),
			...words,
		}));
		const ids = items.map(({ id }) => id);
		return watchTrail(acting.source, () =>
			actor.act(withValueAt(create(), path, sent), ids, true),
		);
	};
}
