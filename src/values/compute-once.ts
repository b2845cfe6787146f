/** Returns a function that computes a value on first use. */
export function computeOnce<Value>(compute: () => Value): () => Value {
	let computed: { readonly value: Value } | undefined;
	return () => {
		computed ??= { value: compute() };
		return computed.value;
	};
}
