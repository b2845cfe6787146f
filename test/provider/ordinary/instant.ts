const DATE_TIME =
	/^(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})T(?<time>[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.(?<fraction>[0-9]+))?(?<offset>Z|[+-][0-9]{2}:[0-9]{2})$/i;
const LEAP_SECOND = 60;
const MINUTE = 60_000;

/** Returns the minutes ahead of UTC, or undefined for an invalid offset. */
function readOffset(offset: string): number | undefined {
	if (/^z$/i.test(offset)) return 0;
	const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
	if (hours > 23 || minutes > 59) return undefined;
	return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Returns midnight in UTC, or undefined for an invalid date. */
function readDate(date: string): number | undefined {
	const time = Date.parse(`${date}T00:00:00Z`);
	// Date.parse turns February 30 into March 2.
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
		? time
		: undefined;
}

/**
 * Returns the first whole millisecond since the epoch that is not before an RFC 3339 date-time, or undefined if the text
 * is not one. Times are stored in whole milliseconds, so comparing with it is comparing with the date-time itself.
 */
export function readInstant(text: string): number | undefined {
	const groups = DATE_TIME.exec(text)?.groups;
	if (!groups) return undefined;
	const midnight = readDate(groups.date ?? "");
	const offset = readOffset(groups.offset ?? "");
	const [hour = 0, minute = 0, second = 0] = (groups.time ?? "")
		.split(":")
		.map(Number);
	if (midnight === undefined || offset === undefined) return undefined;
	if (hour > 23 || minute > 59 || second > LEAP_SECOND) return undefined;

	const begin = midnight + (hour * 60 + minute - offset) * MINUTE;
	if (second === LEAP_SECOND) {
		const isEndOfDay = new Date(begin).toISOString().endsWith("23:59:00.000Z");
		return isEndOfDay ? begin + MINUTE : undefined;
	}
	const fraction = groups.fraction ?? "";
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
	const roundUp = /[1-9]/.test(fraction.slice(3)) ? 1 : 0;
	return begin + second * 1000 + milliseconds + roundUp;
}
