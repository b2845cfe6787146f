import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "./document.ts";
import { emitConstants } from "./emit-constants.ts";

const isShape = (keyword: string): boolean =>
	!keyword.startsWith("x-") && !["description", "example"].includes(keyword);

/** Resolves every `$ref`, merges `allOf`, and keeps only what describes the form of a value. */
function toShape(document: ContractDocument, schema: Node): Node {
	const { allOf, properties, ...own } = document.resolve(schema);
	const parts = Array.isArray(allOf)
		? allOf.filter(isNode).map((part) => toShape(document, part))
		: [];
	const shape = Object.fromEntries(
		Object.entries(own)
			.filter(([keyword]) => isShape(keyword))
			.map(([keyword, value]) => [
				keyword,
				Array.isArray(value)
					? value.map((each) => (isNode(each) ? toShape(document, each) : each))
					: isNode(value)
						? toShape(document, value)
						: value,
			]),
	);
	if (isNode(properties))
		shape.properties = Object.fromEntries(
			entries(properties).map(([name, each]) => [
				name,
				toShape(document, each),
			]),
		);
	const all = [shape, ...parts];
	if (parts.length === 0) return shape;
	return {
		...Object.assign({}, ...all),
		properties: Object.assign({}, ...all.map((part) => part.properties)),
		required: all.flatMap(({ required }) =>
			Array.isArray(required) ? required : [],
		),
	};
}

/** Emits the schema of each JSON response body: by operation and status, and by the kind of an unmatched request. */
export function emitResponseSchemas(document: ContractDocument): string {
	const responses: [name: string, response: Node][] = [
		...document.operations.flatMap(({ id, responses }) =>
			responses.map(([status, response]): [string, Node] => [
				`${id} ${status}`,
				response,
			]),
		),
		...document.unmatched.map(([kind, rule]): [string, Node] => [
			kind,
			child(rule, "response"),
		]),
	];
	const schemas = responses.flatMap(([name, response]) => {
		const content = entries(child(document.resolve(response), "content"));
		return content
			.filter(([mediaType]) => /json$/.test(mediaType))
			.map(([, { schema }]) => [
				name,
				isNode(schema) ? toShape(document, schema) : {},
			]);
	});
	return emitConstants({ responseSchemas: Object.fromEntries(schemas) });
}
