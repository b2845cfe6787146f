import { randomUUID } from "node:crypto";
import type { Switches } from "./differences.ts";
import { toInvalid } from "./problem.ts";
import type { PageRequest } from "./requests.ts";

export interface Entry {
	/** Counts the entries of a list. */
	readonly sequence: number;
	readonly shown: object;
}

interface List {
	/** The name of the property for the items. */
	readonly property: string;
	/** From old to new. */
	readonly entries: readonly Entry[];
	readonly isOldestFirst: boolean;
	/** Where a request contains the cursor. */
	readonly place: object;
}

export type Pages = ReturnType<typeof createPages>;

export function createPages({ has, pick }: Switches) {
	const cursors = new Map<string, { sequence: number; offset: number }>();
	return (list: List, { limit = 20, cursor = "" }: PageRequest) => {
		const { property, entries, isOldestFirst } = list;
		const from = cursors.get(cursor);
		if (cursor !== "" && !from && !has("cursor-unchecked"))
			throw toInvalid([{ ...list.place, detail: "is unknown" }]);
		const ordered = isOldestFirst ? entries : entries.toReversed();
		const sign = isOldestFirst ? 1 : -1;
		const rest = ordered.filter(({ sequence }, index) =>
			has("cursor-offset")
				? index >= (from?.offset ?? 0)
				: !from || sign * sequence > sign * from.sequence,
		);
		const shown = rest.slice(0, Math.min(limit, 100));
		const last = shown.at(-1);
		let next: string | null | undefined = pick<string | null | undefined>(
			null,
			{ "last-cursor-missing": undefined, "last-cursor-empty": "" },
		);
		if (last && rest.length > shown.length) {
			next = randomUUID();
			const offset = (from?.offset ?? 0) + shown.length;
			cursors.set(next, { sequence: last.sequence, offset });
		}
		const items = shown.map((entry) => entry.shown);
		const place = pick<object>(
			{ nextCursor: next },
			{
				"cursor-in-page": { page: { next } },
				"cursor-snake-case": { next_cursor: next },
			},
		);
		const total = has("total-added") ? entries.length : undefined;
		return { items, body: { [property]: items, ...place, total } };
	};
}
