import { type Field, sample } from "./field.ts";
import { inline } from "./inline.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "./node.ts";
import { readField } from "./read-field.ts";
import { relaxSchema } from "./relax-schema.ts";

/** Returns the schema of the first media type of a response. */
export function readContent(
	{ resolve }: DocumentParts,
	[first]: readonly [string, Node][],
): Field | undefined {
	if (!first || !isNode(first[1].schema)) return undefined;
	const schema = inline(resolve, first[1].schema);
	return readField(relaxSchema(schema, "writeOnly", true));
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

/** Returns a response, with the `$ref` of it and of its headers resolved. */
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
