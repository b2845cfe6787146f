/** Yields a value and the values in it. */
export function* listAllValues(value: unknown): Iterable<unknown> {
	const left = [value];
	while (left.length > 0) {
		const each = left.pop();
		yield each;
		if (typeof each === "object" && each !== null)
			for (const inner of Object.values(each)) left.push(inner);
	}
}
