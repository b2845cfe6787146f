import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isObject } from "../../src/values/is-object.ts";

/** A JSON object of the OpenAPI document. */
export type Node = { readonly [property: string]: unknown };

export interface DocumentOperation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly node: Node;
	/** The query parameters, `$ref` resolved. */
	readonly parameters: readonly Node[];
	/** By media type. Empty if the operation takes no body. */
	readonly requestContent: [mediaType: string, content: Node][];
	/** The parameters and the request body. */
	readonly inputs: readonly Node[];
	readonly responses: [status: string, response: Node][];
}

export interface ContractDocument {
	readonly root: Node;
	readonly operations: readonly DocumentOperation[];
	/** The rules for requests that match no operation, by kind. */
	readonly unmatched: [kind: string, rule: Node][];
	/** Follows `$ref`. Properties beside it override those of its target. Returns other nodes unchanged. */
	resolve(node: Node): Node;
}

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/;

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

export const readString = (node: Node, property: string): string => {
	const value = node[property];
	if (typeof value !== "string")
		throw new Error(
			`openapi.yaml: ${property} must be a string in ${JSON.stringify(node)}`,
		);
	return value;
};

/**
 * Returns a function that follows `$ref` within the document. Properties beside it override those of its target.
 * @param file the name of the file, for the error if a target does not exist
 */
export function createResolver(
	document: Node,
	file: string,
): (node: Node) => Node {
	return function resolve(node: Node): Node {
		if (typeof node.$ref !== "string") return node;
		const { $ref, ...beside } = node;
		const target = $ref
			.slice(2)
			.split("/")
			.reduce<unknown>(
				(at, segment) =>
					isNode(at)
						? at[segment.replaceAll("~1", "/").replaceAll("~0", "~")]
						: undefined,
				document,
			);
		if (!isNode(target))
			throw new Error(`${file}: the target of ${$ref} does not exist`);
		return { ...resolve(target), ...beside };
	};
}

/** @throws Error if `contracts/openapi.yaml` under `root` cannot be read, or the target of a `$ref` does not exist */
export async function readDocument(root: string): Promise<ContractDocument> {
	const document: unknown = parse(
		await readFile(join(root, "contracts/openapi.yaml"), "utf8"),
	);
	if (!isNode(document))
		throw new Error("openapi.yaml: the document must be an object");

	const resolve = createResolver(document, "openapi.yaml");
	const operations = entries(child(document, "paths")).flatMap(([path, item]) =>
		entries(item)
			.filter(([method]) => METHOD.test(method))
			.map(([method, node]) => {
				const parameters = entries(child(node, "parameters")).map(([, each]) =>
					resolve(each),
				);
				const { requestBody } = node;
				return {
					id: readString(node, "operationId"),
					method: method.toUpperCase(),
					path,
					node,
					parameters,
					requestContent: entries(child(child(node, "requestBody"), "content")),
					inputs: isNode(requestBody)
						? [...parameters, requestBody]
						: parameters,
					responses: entries(child(node, "responses")),
				};
			}),
	);
	const unmatched = entries(child(document, "x-beyond-operations"));
	return { root: document, operations, unmatched, resolve };
}
