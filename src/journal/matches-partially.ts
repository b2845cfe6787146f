const isObjectOrArray = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

/** Whether `whole` contains `part`: objects may have more properties, arrays must have the same items. */
export function matchesPartially(whole: unknown, part: unknown): boolean {
	if (!isObjectOrArray(part) || !isObjectOrArray(whole))
		return Object.is(whole, part);
	if (Array.isArray(part) !== Array.isArray(whole)) return false;
	if (Array.isArray(part) && part.length !== whole.length) return false;
	return Object.entries(part).every(
		([name, value]) =>
			Object.hasOwn(whole, name) && matchesPartially(whole[name], value),
	);
}
