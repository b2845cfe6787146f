/** Returns the value of a status as OpenAPI finds a response: by the status, by its class such as `4XX`, or the default. */
export const findByStatus = <Value>(
	values: { readonly [status: string]: Value },
	status: number,
): Value | undefined =>
	values[status] ?? values[`${Math.floor(status / 100)}XX`] ?? values.default;
