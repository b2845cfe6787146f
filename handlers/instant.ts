const SUB_MILLISECONDS = /\.\d{3}(\d*[1-9]\d*)/;
const LEAP_SECOND = /:60(?=\.|z|[+-])/i;

/**
 * The first whole millisecond at or after an RFC 3339 date-time, since the epoch. Records have whole milliseconds, so
 * comparing them with it is comparing them with the time as sent.
 */
export function instant(dateTime: string): number {
	const leap = LEAP_SECOND.test(dateTime);
	// Date.parse knows no second 60, which is the moment before the next minute begins.
	const time =
		Date.parse(
			leap
				? dateTime.replace(LEAP_SECOND, ":59").replace(/\.\d+/, "")
				: dateTime,
		) + (leap ? 1000 : 0);
	return SUB_MILLISECONDS.test(dateTime) && !leap ? time + 1 : time;
}
