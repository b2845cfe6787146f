/** Whether it is an object that is compared member by member; what a matcher is made of is not. */
export const isPlain = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" &&
	value !== null &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value));
