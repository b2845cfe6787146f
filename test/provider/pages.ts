import { randomBytes } from "node:crypto";
import type { Switches } from "./differences.ts";
import { toInvalid } from "./problem.ts";
import type { PageRequest } from "./requests.ts";

/** @param place where requests contain the cursor */
export function createPages({ has, pick, added }: Switches, place: object) {
	const cursors = new Map<string, { last: object; offset: number }>();
	const lastCursor = pick<string | null | undefined>(null, {
		"last-cursor-missing": undefined,
		"last-cursor-empty": "",
	});
	return (
		entries: readonly object[],
		{ limit = 20, cursor = "" }: PageRequest,
	) => {
		const from = cursors.get(cursor);
		if (cursor !== "" && !from && !has("cursor-unchecked"))
			throw toInvalid([{ ...place, detail: "is unknown" }]);
		let start = 0;
		if (from)
			start = has("cursor-offset")
				? from.offset
				: entries.indexOf(from.last) + 1;
		const offset = start + Math.min(limit, 100);
		const items = entries.slice(start, offset);
		const last = items.at(-1);
		// In plain base64, with characters that a client has to escape in a query.
		const unused = randomBytes(16).toString("base64");
		const next = offset < entries.length ? unused : lastCursor;
		if (next && last) cursors.set(next, { last, offset });
		const links = pick<object>(
			{ nextCursor: next },
			{
				"cursor-in-page": { page: { next } },
				"cursor-snake-case": { next_cursor: next },
			},
		);
		const total = has("total-added") ? entries.length : undefined;
		return { items, links: { ...added, ...links, total } };
	};
}
