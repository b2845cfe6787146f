const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:|$)/i;

/** Whether the value is a time between 2001 and 2100, in seconds or in milliseconds. */
export const isEpoch = (value: number, unit: 1 | 1000): boolean =>
	value > 1e9 * unit && value < 4.2e9 * unit;

/** Returns a time in milliseconds since 1970, whether it is a text or a number. Returns undefined for any other value. */
export function readTime(value: unknown): number | undefined {
	if (typeof value === "string" && TIME.test(value)) return Date.parse(value);
	if (typeof value !== "number") return undefined;
	if (isEpoch(value, 1000)) return value;
	return isEpoch(value, 1) ? value * 1000 : undefined;
}

export const isTime = (value: unknown): boolean =>
	readTime(value) !== undefined;
