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
