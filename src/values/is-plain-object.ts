/** Whether the value is an object literal: no array, promise, matcher or other instance of a class. */
export const isPlainObject = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" &&
	value !== null &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value));
