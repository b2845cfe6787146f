/** Escapes one segment of a JSON pointer (RFC 6901 section 3). */
export const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the decoded segments of a JSON pointer; none for the empty pointer. */
export const parsePointer = (pointer: string): readonly string[] =>
	pointer
		.split("/")
		.slice(1)
		.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
