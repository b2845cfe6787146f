const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

/** Whether all of `part` is in `whole`: objects may have more members, arrays may not have more items. */
export function matchesPart(whole: unknown, part: unknown): boolean {
	if (!isObject(part) || !isObject(whole)) return Object.is(whole, part);
	if (Array.isArray(part) !== Array.isArray(whole)) return false;
	if (Array.isArray(part) && Array.isArray(whole))
		return (
			part.length === whole.length &&
			part.every((item, index) => matchesPart(whole[index], item))
		);
	return Object.entries(part).every(
		([member, value]) =>
			Object.hasOwn(whole, member) && matchesPart(whole[member], value),
	);
}
