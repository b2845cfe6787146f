import type { Source } from "../document/compose.ts";
import type { Query } from "../store/store.ts";
import type { Collection } from "./collections.ts";
import { readTime } from "./forms.ts";
import type { PageForm } from "./operation-plan.ts";

const SUB_MILLISECONDS = /\.\d{3}(\d*[1-9]\d*)/;
const LEAP_SECOND = /:60(?=\.|z|[+-])/i;

/**
 * Converts an RFC 3339 date-time to milliseconds since the epoch. A remaining fraction of a millisecond counts as
 * half a millisecond.
 */
export function toMilliseconds(dateTime: string): number {
	const leap = LEAP_SECOND.test(dateTime);
	// Date.parse rejects second 60, which is read as the start of the next minute.
	const time =
		Date.parse(
			leap
				? dateTime.replace(LEAP_SECOND, ":59").replace(/\.\d+/, "")
				: dateTime,
		) + (leap ? 1000 : 0);
	return SUB_MILLISECONDS.test(dateTime) && !leap ? time + 0.5 : time;
}

/**
 * Returns the first whole millisecond at or after a time of a request, because records have times in whole
 * milliseconds.
 * @param isIncluded whether the time itself is included
 */
function toStart(value: unknown, isIncluded: boolean): number {
	const time =
		typeof value === "string" ? toMilliseconds(value) : readTime(value);
	return isIncluded ? Math.ceil(time) : Math.floor(time) + 1;
}

/** Returns the conditions of a request, or undefined if it has none. */
export function toQuery(
	{ roles }: Source,
	{ keys }: Collection,
	{ includesFrom, includesTo, isCaseSensitive }: PageForm,
	selected: Query["keys"],
): Query | undefined {
	const { from, to, text } = roles;
	const compared: Record<string, string | readonly string[]> = { ...selected };
	let isAny =
		selected !== undefined ||
		from !== undefined ||
		to !== undefined ||
		text !== undefined;
	for (const role in roles)
		if (keys.has(role)) {
			const value = roles[role];
			compared[role] = Array.isArray(value) ? value.map(String) : String(value);
			isAny = true;
		}
	if (!isAny) return undefined;
	return {
		keys: compared,
		...(from !== undefined && { from: toStart(from, includesFrom) }),
		...(to !== undefined && { to: toStart(to, !includesTo) }),
		...(text !== undefined && { text: String(text), isCaseSensitive }),
	};
}
