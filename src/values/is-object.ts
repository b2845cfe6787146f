/** Whether the value is an object with properties: neither null nor an array. */
export const isObject = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
