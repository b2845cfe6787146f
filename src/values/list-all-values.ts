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

/** Lists the innermost values, each with its place, such as `$.items[*].id`. */
export const listLeaves = (
	value: unknown,
	where = "$",
): { readonly where: string; readonly value: unknown }[] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([name, each]) =>
				listLeaves(
					each,
					`${where}${Array.isArray(value) ? "[*]" : `.${name}`}`,
				),
			)
		: [{ where, value }];
