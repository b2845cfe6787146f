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
	const ids = [parameter, "id", end, `${thing}Id`, "uuid", `${thing}uuid`];
	const others = ["key", "slug", "name", "code"];
	const records = [
		value,
		...(isObject(value) ? Object.values(value) : []),
	].filter(isObject);
	for (const names of [ids.map(plain), others])
		for (const record of records)
			for (const name of names)
				for (const [key, each] of Object.entries(record))
					if (
						plain(key) === name &&
						(typeof each === "string" || typeof each === "number") &&
						each !== ""
					)
						yield String(each);
}

/**
 * Finds a record of a list: in an array, wherever it is.
 * @param isParent whether it should have records below it. A new record has none, and is at one end.
 */
function findItem(value: unknown, isParent: boolean, depth = 0): unknown {
	if (Array.isArray(value))
		return value[isParent ? Math.floor(value.length / 2) : 0];
	if (!isObject(value) || depth > 2) return undefined;
	for (const each of Object.values(value)) {
		const found = findItem(each, isParent, depth + 1);
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
	isParent = false,
): string | undefined {
	const record = isList ? findItem(body, isParent) : body;
	for (const id of listIds(record, parameter, template)) return id;
	const last = location?.split("/").at(-1);
	return last ? decodeURIComponent(last) : undefined;
}
