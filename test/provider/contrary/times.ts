/** Microseconds since the epoch. */
export type Microseconds = bigint;

const DATE_TIME =
	/^(?<date>\d{4}-\d\d-\d\d)T(?<minute>([01]\d|2[0-3]):[0-5]\d):(?<second>[0-5]\d|60)(\.(?<fraction>\d+))?(?<offset>Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const MILLION = 1_000_000n;

export const now = (): Microseconds =>
	BigInt(Math.floor((performance.timeOrigin + performance.now()) * 1000));

function isDate(date: string): boolean {
	const time = Date.parse(`${date}T00:00Z`);
	// `Date.parse` turns February 30 into March 2.
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Returns the first microsecond that is not before an RFC 3339 date-time, or undefined if the text is not one. */
export function parseTime(text: string): Microseconds | undefined {
	const {
		date = "",
		minute,
		second = "",
		fraction = "",
		offset = "",
	} = DATE_TIME.exec(text)?.groups ?? {};
	if (!isDate(date)) return undefined;
	const start = Date.parse(`${date}T${minute}:00${offset.toUpperCase()}`);
	// A leap second ends a day in UTC, whatever the local date is.
	const endsDay = new Date(start).toISOString().endsWith("T23:59:00.000Z");
	if (second === "60" && !endsDay) return undefined;
	// A leap second is not distinguished from the next day, and no stored time is between two microseconds.
	const digits = second === "60" ? "" : fraction.slice(0, 6).padEnd(6, "0");
	const roundUp = second !== "60" && /[1-9]/.test(fraction.slice(6));
	return (
		BigInt(start) * 1000n +
		BigInt(second) * MILLION +
		BigInt(digits) +
		(roundUp ? 1n : 0n)
	);
}

/** Formats a time in UTC, with a `Z` and this many digits after the second. */
export function formatTime(at: Microseconds, digits: 0 | 6): string {
	const seconds = new Date(Number(at / MILLION) * 1000)
		.toISOString()
		.slice(0, "2026-01-01T00:00:00".length);
	const fraction = `${at % MILLION}`.padStart(6, "0");
	return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
