/** Returns a word without its plural ending. */
export const singular = (word: string): string =>
	word
		.replace(/ies$/i, "y")
		.replace(/(ss|sh|ch|x|z)es$/i, "$1")
		.replace(/([^s])s$/i, "$1");

/** Returns a name in lower case, without separators. */
export const plain = (name: string): string =>
	name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/**
 * Returns the end of a parameter name after the name of the resource, or after its last words: `name` for
 * `/pools/{pool_name}` and for `/swimming-pools/{poolName}`.
 */
const endOf = (parameter: string, resource: string): string => {
	// The words of a name like `swimming-pools` or `swimmingPools`.
	const words = singular(resource)
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z0-9]+/);
	const name = plain(parameter);
	const thing = words
		.map((_, index) => words.slice(index).join(""))
		.find((each) => name.startsWith(each));
	return name.slice(thing?.length ?? 0);
};

/** The parameters that identify records in the paths of a document, by the preceding word. */
export type IdParameters = ReadonlyMap<string, readonly string[]>;

/** Returns a function that lists the possible names of the id of a resource, the most probable first. */
export function createIdNames(
	known: IdParameters,
): (resource: string) => readonly string[] {
	const counts = new Map<string, number>();
	for (const [word, names] of known)
		for (const end of new Set(names.map((each) => endOf(each, word))))
			counts.set(end, (counts.get(end) ?? 0) + 1);
	// The name of ids, such as `gid`, if most paths of the document, and at least two, use it.
	const usual = [...counts].find(
		([end, count]) => end !== "" && count > 1 && count * 2 > known.size,
	)?.[0];
	return (resource) => {
		const parameters = known.get(resource) ?? [];
		const ends = parameters.map((each) => endOf(each, resource));
		return [
			...parameters.filter((each) => plain(each) !== "id"),
			...["id", "_id", `${singular(resource)}Id`, "uuid", "uid", "guid"],
			...ends.filter((each) => each !== ""),
			...(usual === undefined ? [] : [usual]),
			// The path of a pool contains `{pool}`.
			...(ends.includes("") ? ["key", "slug", "name", "code"] : []),
		];
	};
}
