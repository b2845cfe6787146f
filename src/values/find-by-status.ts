/** Lists the statuses that OpenAPI names, for a message: `200, 404, 500 to 599`. */
export const listStatuses = (
	values: Readonly<Record<string, unknown>>,
): string =>
	Object.keys(values)
		.map((key) =>
			key === "default"
				? "200 to 599"
				: key.replace(/^(\d)XX$/, (_, digit) => `${digit}00 to ${digit}99`),
		)
		.join(", ");

/** Returns the value of a status as OpenAPI finds a response: by the status, by its class such as `4XX`, or the default. */
export const findByStatus = <Value>(
	values: { readonly [status: string]: Value },
	status: number,
): Value | undefined =>
	values[status] ?? values[`${Math.floor(status / 100)}XX`] ?? values.default;
