/** Reverses the order of properties at every level, which must not matter to readers of JSON. */
function reverseProperties(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reverseProperties);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, inner]) => [name, reverseProperties(inner)]),
	);
}

const escapeUnit = (unit: string): string =>
	`\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Formats JSON as several lines of ASCII with escaped slashes, all of which RFC 8259 allows. */
export function formatJson(value: unknown): string {
	const json = JSON.stringify(reverseProperties(value), null, "\t ") ?? "";
	return `\r\n${json
		.replace(/[\u007f-\uffff]/g, escapeUnit)
		.replaceAll("/", "\\/")}\n\n`;
}
