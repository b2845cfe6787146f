/** Escapes one segment of a JSON pointer (RFC 6901 section 3). */
export const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");
