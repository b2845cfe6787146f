/** The members in the other order, at every level; which no reader of JSON may notice. */
function turnAround(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(turnAround);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, member]) => [name, turnAround(member)]),
	);
}

const escapeUnit = (unit: string): string =>
	`\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** JSON in many lines and in ASCII, with every slash escaped: as wide as the grammar is (RFC 8259). */
export function writeJson(value: unknown): string {
	const compact = JSON.stringify(turnAround(value), null, "\t ");
	return `\r\n${compact
		.replace(/[\u007f-\uffff]/g, escapeUnit)
		.replaceAll("/", "\\/")}\n\n`;
}
