const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the values that may identify a record, the likeliest first. */
function* listIds(
	value: unknown,
	parameter: string,
	template: string,
): Iterable<string> {
	const last =
		template
			.split("/")
			.findLast((each) => each !== "" && !each.startsWith("{")) ?? "";
	const thing = last.replace(/ies$/, "y").replace(/s$/, "");
	const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
	// `{goal_gid}` is the `gid` of a goal.
	const end = plain(parameter).replace(plain(thing), "") || "id";
	const names = [
		parameter,
		"id",
		end,
		`${thing}Id`,
		"uuid",
		`${thing}uuid`,
		"key",
		"slug",
		"name",
		"code",
	].map(plain);
	const records = [
		value,
		...(isObject(value) ? Object.values(value) : []),
	].filter(isObject);
	for (const name of names)
		for (const record of records)
			for (const [key, each] of Object.entries(record))
				if (
					plain(key) === name &&
					(typeof each === "string" || typeof each === "number") &&
					each !== ""
				)
					yield String(each);
}

/** Finds a record of a list: in an array, wherever it is. A new record is at one end, and has no records below it. */
function findItem(value: unknown, depth = 0): unknown {
	if (Array.isArray(value)) return value[Math.floor(value.length / 2)];
	if (!isObject(value) || depth > 2) return undefined;
	for (const each of Object.values(value)) {
		const found = findItem(each, depth + 1);
		if (isObject(found)) return found;
	}
	return undefined;
}

/** Returns the id of a record in a response. */
export function findIdIn(
	{
		body,
		location,
	}: { readonly body: unknown; readonly location: string | null },
	isList: boolean,
	parameter: string,
	template: string,
): string | undefined {
	const record = isList ? findItem(body) : body;
	for (const id of listIds(record, parameter, template)) return id;
	const last = location?.split("/").at(-1);
	return last ? decodeURIComponent(last) : undefined;
}
