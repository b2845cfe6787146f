const GENERATED =
	/\d{4}-\d{2}-\d{2}[T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?|(?<![^\W_])[0-9a-f-]{16,}(?![^\W_])|\d{3,}/gi;

/** Returns a rejection without what differs in each response. */
export const withoutGenerated = (text: string): string =>
	text.replaceAll(GENERATED, "…");
