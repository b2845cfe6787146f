/** `system`, or the RFC 3339 time at which a set clock starts. */
export type ClockOption = "system" | (string & {});

export interface Clock {
	/** Where every session starts, in milliseconds since the epoch; undefined where real time is followed. */
	readonly start: number | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
}

const RFC_3339 =
	/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

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
	return { start, now: () => start };
}
