/** `system`, or the RFC 3339 time at which a set clock starts. */
export type ClockOption = "system" | (string & {});

export interface Clock {
	/** Where every session starts, in milliseconds since the epoch; undefined where real time is followed. */
	readonly start: number | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
}

const RFC_3339 =
	/^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** What is in a dataset happened before the start, and no ULID can be of a time before 1970. */
const EARLIEST = Date.UTC(1971, 0, 1);
/** RFC 3339 has no fifth digit for the year in which a session of this start might end. */
const LATEST = Date.UTC(9999, 0, 1);

/** Date.parse takes the 30th of February for the 2nd of March. */
function parseTime(text: string): number {
	const [date] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
	if (!date || !RFC_3339.test(text)) return Number.NaN;
	const day = Date.parse(date);
	const exists =
		!Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
	return exists ? Date.parse(text) : Number.NaN;
}

/** @throws RangeError where `option` is neither `system` nor an RFC 3339 date-time. */
export function createClock(option: ClockOption): Clock {
	if (option === "system") return { start: undefined, now: Date.now };
	const start = parseTime(option);
	if (Number.isNaN(start))
		throw new RangeError(
			`The clock cannot start at "${option}": it is no RFC 3339 time. Use one like 2026-01-01T00:00:00.000Z, or "system".`,
		);
	if (start < EARLIEST || start >= LATEST)
		throw new RangeError(
			`The clock cannot start at "${option}": use a time from the years 1971 to 9998.`,
		);
	return { start, now: () => start };
}
