/** Returns a function that creates one value for all calls with the same options, because creating one is slow. */
export function shareByOptions<Options, Value>(
	create: (options: Options) => Promise<Value>,
): (options: Options) => Promise<Value> {
	const values = new Map<string, Promise<Value>>();
	return (options) => {
		const key = JSON.stringify(options);
		const value = values.get(key) ?? create(options);
		values.set(key, value);
		return value;
	};
}
