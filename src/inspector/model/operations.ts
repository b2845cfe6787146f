import { isObject } from "../../values/json.ts";

/** An operation of the OpenAPI document. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	/** With the base path of the mock. */
	readonly path: string;
	readonly summary: string;
	/** The documented statuses, ascending. */
	readonly statuses: readonly number[];
}

/** Returns the value at a path of property names; undefined if there is none. */
const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce(
		(at, name) =>
			isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined,
		value,
	);

const entriesAt = (
	value: unknown,
	...path: readonly string[]
): [string, unknown][] => {
	const found = valueAt(value, ...path);
	return Object.entries(isObject(found) ? found : {});
};

/**
 * Returns the operations of an OpenAPI document.
 * @param basePath the prefix of the paths, without a trailing slash
 */
export const readOperations = (
	document: unknown,
	basePath: string,
): readonly Operation[] =>
	entriesAt(document, "paths").flatMap(([path, item]) =>
		entriesAt(item).flatMap(([method, operation]) => {
			const id = valueAt(operation, "operationId");
			if (typeof id !== "string") return [];
			return {
				id,
				method: method.toUpperCase(),
				path: basePath + path,
				summary: String(valueAt(operation, "summary") ?? ""),
				statuses: entriesAt(operation, "responses").map(([key]) => Number(key)),
			};
		}),
	);

/**
 * Returns the example of a request that creates a record, as JSON with line breaks, or undefined if no request does: only
 * a collection with a POST to a path of its name takes new records.
 */
export function readExample(
	document: unknown,
	collection: string,
): string | undefined {
	const [, item] =
		entriesAt(document, "paths").find(([path]) =>
			path.endsWith(`/${collection}`),
		) ?? [];
	const content = ["requestBody", "content", "application/json", "example"];
	return valueAt(item, "post") === undefined
		? undefined
		: JSON.stringify(valueAt(item, "post", ...content) ?? {}, null, 2);
}

/**
 * Whether a fault has to force its status, since the OpenAPI document does not list it.
 * @param operation the id of an operation, or `*`; there, a server error means an outage of all operations
 */
export function requiresForce(
	operation: string,
	status: number,
	operations: readonly Operation[],
): boolean {
	if (operation === "*" && status >= 500) return true;
	return !operations.some(
		({ id, statuses }) =>
			(operation === "*" || id === operation) && statuses.includes(status),
	);
}
