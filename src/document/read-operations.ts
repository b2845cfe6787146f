import {
	child,
	createResolver,
	DocumentError,
	entries,
	isNode,
	type Node,
	type Resolve,
	readString,
} from "./node.ts";

export interface DocumentOperation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly node: Node;
	/** The parameters of the path and of the operation, `$ref` resolved. */
	readonly parameters: readonly Node[];
	/** By media type. Empty if the operation takes no body. */
	readonly requestContent: [mediaType: string, content: Node][];
	/** The parameters and the request body. */
	readonly inputs: readonly Node[];
	/** By status, `$ref` not resolved. */
	readonly responses: [status: string, response: Node][];
}

/** The parts of an OpenAPI document. */
export interface DocumentParts {
	readonly root: Node;
	readonly operations: readonly DocumentOperation[];
	/** The rules for requests that match no operation, by kind. */
	readonly unmatched: [kind: string, rule: Node][];
	readonly resolve: Resolve;
}

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/;

/** Returns the parameters of the path and of its operation, which overrides those with the same name and place. */
function mergeParameters(
	resolve: Resolve,
	...lists: readonly Node[]
): readonly Node[] {
	const merged = new Map<string, Node>();
	for (const list of lists)
		for (const [, each] of entries(list)) {
			const parameter = resolve(each);
			merged.set(`${parameter.in} ${parameter.name}`, parameter);
		}
	return [...merged.values()];
}

/**
 * Finds the operations of a parsed and bundled OpenAPI document: each `$ref` points into the document.
 * @throws DocumentError if it is not an object, an operation has no `operationId`, or the target of a `$ref` does not exist
 */
export function readOperations(root: unknown): DocumentParts {
	if (!isNode(root)) throw new DocumentError("the document must be an object");
	const resolve = createResolver(root);
	const operations = entries(child(root, "paths")).flatMap(([path, raw]) => {
		const item = resolve(raw);
		return entries(item)
			.filter(([method]) => METHOD.test(method))
			.map(([method, node]): DocumentOperation => {
				const parameters = mergeParameters(
					resolve,
					child(item, "parameters"),
					child(node, "parameters"),
				);
				const body = isNode(node.requestBody)
					? resolve(node.requestBody)
					: undefined;
				return {
					id: readString(node, "operationId"),
					method: method.toUpperCase(),
					path,
					node,
					parameters,
					requestContent: body ? entries(child(body, "content")) : [],
					inputs: body ? [...parameters, body] : parameters,
					responses: entries(child(node, "responses")),
				};
			});
	});
	const unmatched = entries(child(root, "x-beyond-operations"));
	return { root, operations, unmatched, resolve };
}
