import type { Origin, StoreOptions } from "./store.ts";

/**
 * `system` for real time, `test` for the time that a test sets with `vi.setSystemTime` or the like, or the RFC 3339 time
 * at which a fixed clock starts.
 */
export type ClockOption = "system" | (string & {});

export interface Clock {
	/** The start time of every session, in milliseconds since the epoch; undefined for real time. */
	readonly start: number | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
	/** Whether the time of datasets is the one at which they are first read. */
	readonly followsTest?: true;
}

const RFC_3339 =
	/^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** The earliest start. Records of a dataset are older than the start, and a ULID cannot encode a time before 1970. */
const EARLIEST = Date.UTC(1971, 0, 1);
/**
 * The latest start, so that the times of a running session stay below the year 10000, which RFC 3339 cannot express.
 */
const LATEST = Date.UTC(9999, 0, 1);

/** Returns whether a clock can show the time. */
export const isPossibleTime = (time: number): boolean =>
	time >= EARLIEST && time < LATEST;

/** Returns NaN for an invalid time. Date.parse would accept February 30 as March 2. */
export function parseTime(text: string): number {
	const [date] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
	if (!date || !RFC_3339.test(text)) return Number.NaN;
	const day = Date.parse(date);
	const exists =
		!Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
	return exists ? Date.parse(text) : Number.NaN;
}

/** @throws RangeError if `option` is neither `system` nor an RFC 3339 time from 1971 to 9998 */
export function createClock(option: ClockOption): Clock {
	if (option === "system") return { start: undefined, now: Date.now };
	// Fake timers put another Date in place.
	if (option === "test")
		return { start: undefined, now: () => Date.now(), followsTest: true };
	const start = parseTime(option);
	if (isPossibleTime(start)) return { start, now: () => start };
	const remedy = Number.isNaN(start)
		? 'an RFC 3339 time like 2026-01-01T00:00:00.000Z, or "system"'
		: "a time from the years 1971 to 9998";
	throw new RangeError(`Invalid clock "${option}". Use ${remedy}.`);
}

/** Returns where the clock of a new state starts; undefined for real time. */
export const startOf = (
	{ clock }: Origin,
	{ start }: Pick<StoreOptions, "start">,
): number | undefined => (clock ? (clock.start ?? undefined) : start);
