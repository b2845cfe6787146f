/** Microseconds since the epoch. */
export type Microseconds = bigint;

const PATTERN =
	/^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:([Zz])|([+-])(\d\d):(\d\d))$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MILLION = 1_000_000n;

const isLeapYear = (year: number): boolean =>
	year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function daysIn(year: number, month: number): number {
	return month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] ?? 0);
}

/** Returns the days from the epoch to a date by counting years and months. */
function daysSinceEpoch(year: number, month: number, day: number): number {
	const leapYearsBefore = (other: number): number =>
		Math.floor((other - 1) / 4) -
		Math.floor((other - 1) / 100) +
		Math.floor((other - 1) / 400);
	let days =
		(year - 1970) * 365 + leapYearsBefore(year) - leapYearsBefore(1970);
	for (let earlier = 1; earlier < month; earlier++)
		days += daysIn(year, earlier);
	return days + day - 1;
}

/** Returns the microseconds of a fraction like `.25`, rounded up: no stored time lies between two microseconds. */
function readFraction(fraction: string): bigint {
	const digits = fraction.slice(1);
	return (
		BigInt(digits.slice(0, 6).padEnd(6, "0")) +
		(/[1-9]/.test(digits.slice(6)) ? 1n : 0n)
	);
}

/** Returns the first microsecond that is not before an RFC 3339 date-time, or undefined if the text is not one. */
export function toMicroseconds(written: string): Microseconds | undefined {
	const match = PATTERN.exec(written);
	if (!match) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
		.slice(1, 7)
		.map(Number);
	const [, fraction = "", , sign, offsetHours = "0", offsetMinutes = "0"] =
		match.slice(6);
	if (day < 1 || day > daysIn(year, month)) return undefined;
	if (hour > 23 || minute > 59 || second > 60) return undefined;
	if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;

	const shift =
		(sign === "-" ? -1 : 1) *
		(Number(offsetHours) * 60 + Number(offsetMinutes));
	const minutes =
		daysSinceEpoch(year, month, day) * 1440 + hour * 60 + minute - shift;
	// A leap second ends a day in UTC, whatever the local date is.
	if (second === 60)
		return (minutes + 1) % 1440 === 0
			? BigInt(minutes + 1) * 60n * MILLION
			: undefined;
	return BigInt(minutes * 60 + second) * MILLION + readFraction(fraction);
}

/** Formats a time in UTC, with a `Z` and this many digits after the second. */
export function writeMoment(at: Microseconds, digits: 0 | 6): string {
	const seconds = new Date(Number(at / MILLION) * 1000)
		.toISOString()
		.slice(0, "2026-01-01T00:00:00".length);
	const fraction = `${at % MILLION}`.padStart(6, "0");
	return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
