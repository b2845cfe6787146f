import { isObject } from "../../../values/is-object.ts";

const get = (value: unknown, name: string): unknown =>
	isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * Returns the example of a request that creates a record, as JSON with line breaks, or undefined if no request does: only
 * a collection with a POST to a path of its name takes new records.
 */
export function readExample(
	document: unknown,
	collection: string,
): string | undefined {
	const paths = get(document, "paths");
	const [, item] =
		Object.entries(isObject(paths) ? paths : {}).find(([path]) =>
			path.endsWith(`/${collection}`),
		) ?? [];
	const operation = get(item, "post");
	if (operation === undefined) return undefined;
	const content = get(get(operation, "requestBody"), "content");
	const example = get(get(content, "application/json"), "example");
	return JSON.stringify(example ?? {}, null, 2);
}
