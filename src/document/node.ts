import { isObject } from "../values/json.ts";

/** A JSON object of an OpenAPI document. */
export type Node = { readonly [property: string]: unknown };

/** An OpenAPI document cannot be prepared; the message names the place and the remedy. */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
}

export const isNode = (value: unknown): value is Node => isObject(value);

/** Returns the properties of an object, or the items of an array by index. Returns an empty object for other values. */
export const child = (node: Node, property: string): Node => {
	const value = node[property];
	return typeof value === "object" ? { ...value } : {};
};

/** Returns the properties that are objects. */
export const entries = (node: Node): [string, Node][] =>
	Object.entries(node).filter((entry): entry is [string, Node] =>
		isNode(entry[1]),
	);

/** @throws DocumentError if the property is not a string */
export const readString = (node: Node, property: string): string => {
	const value = node[property];
	if (typeof value !== "string")
		throw new DocumentError(
			`${property} must be a string in ${JSON.stringify(node)}`,
		);
	return value;
};

/** Follows `$ref`. Properties beside it override those of its target. Returns other nodes unchanged. */
export type Resolve = (node: Node) => Node;

/**
 * Returns a function that follows each `$ref` within the document.
 * @throws DocumentError, when called, if the target does not exist
 */
export function createResolver(document: Node): Resolve {
	return function resolve(node: Node): Node {
		if (typeof node.$ref !== "string") return node;
		const { $ref, ...beside } = node;
		const target = $ref
			.slice(2)
			.split("/")
			.reduce<unknown>(
				(at, segment) =>
					isNode(at)
						? at[
								decodeURIComponent(segment)
									.replaceAll("~1", "/")
									.replaceAll("~0", "~")
							]
						: undefined,
				document,
			);
		if (!isNode(target))
			throw new DocumentError(`the target of ${$ref} does not exist`);
		return { ...resolve(target), ...beside };
	};
}
