/** Creates one request for each value, named after it. */
export const requestsByValue = (
	values: readonly string[],
	createRequest: (value: string) => string,
): Record<string, string> =>
	Object.fromEntries(
		values.map((value) => [
			JSON.stringify(value.slice(0, 60)),
			createRequest(value),
		]),
	);
