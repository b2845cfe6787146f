import { sample } from "./compose.ts";
import { type Field, readField } from "./field.ts";
import { inline, relaxSchema } from "./inline.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "./node.ts";

/**
 * Returns the schema of the first media type of a response.
 * @param infer completes a schema with details that the document does not state. By default, the schema stays
 * unchanged.
 */
export function readContent(
	{ resolve }: DocumentParts,
	[first]: readonly [string, Node][],
	infer: (schema: Node, content: Node) => Node = (schema) => schema,
): Field | undefined {
	if (!first) return undefined;
	const [, content] = first;
	const schema = inline(resolve, child(content, "schema"));
	const described = infer(relaxSchema(schema, "writeOnly", true), content);
	return isNode(content.schema) || Object.keys(described).length > 0
		? readField(described)
		: undefined;
}

/** Returns the schema of the first media type of a request. */
export function readRequest(
	{ resolve }: DocumentParts,
	{ requestContent: [first] }: DocumentOperation,
): Field | undefined {
	return first && isNode(first[1].schema)
		? readField(relaxSchema(inline(resolve, first[1].schema), "readOnly"))
		: undefined;
}

/** Returns the example of a response, or the simplest body that its schema allows. */
export function findExample(
	{ resolve }: DocumentParts,
	response: Node,
): unknown {
	const [first] = entries(child(resolve(response), "content"));
	if (!first) return "";
	const [, content] = first;
	const [named] = entries(child(content, "examples"));
	if ("example" in content) return content.example;
	if (named && "value" in named[1]) return named[1].value;
	const schema = inline(resolve, child(content, "schema"));
	return sample(readField(relaxSchema(schema, "writeOnly", true)));
}

/** Returns a response with `$ref` resolved, also in its headers. */
export function readResponse({ resolve }: DocumentParts, response: Node): Node {
	const resolved = resolve(response);
	const headers = entries(child(resolved, "headers"));
	return headers.length === 0
		? resolved
		: {
				...resolved,
				headers: Object.fromEntries(
					headers.map(([name, each]) => [name, inline(resolve, each)]),
				),
			};
}
