import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "../../src/document/node.ts";

const listNodes = (value: unknown): Node[] =>
	Array.isArray(value) ? value.filter(isNode) : [];

const mapEntries = (
	node: Node,
	map: (entry: [name: string, value: unknown]) => [string, unknown],
): Node => Object.fromEntries(Object.entries(node).map(map));

/** Renames the properties of all responses. */
export function createRenamer(document: DocumentParts) {
	const { operations, unmatched, resolve } = document;
	/** The `properties` of each schema of a response. Following a `$ref` copies the schema, but not its `properties`. */
	const numbers = new Map<unknown, number>();

	/** Each property has a new name of its own, so that the name of no other property can take its place. */
	const rename = (name: string, properties: Node): string =>
		`${name}${numbers.get(properties) ?? ""}`;

	/** Lists the schema and its alternatives. */
	function listParts(reference: unknown): Node[] {
		if (!isNode(reference)) return [];
		const schema = resolve(reference);
		const parts = [schema.allOf, schema.anyOf].flatMap(listNodes);
		return [schema, ...parts.flatMap(listParts)];
	}

	const findSchema = (response: Node): unknown =>
		entries(child(resolve(response), "content"))[0]?.[1].schema;

	function addNumbers(reference: unknown): void {
		for (const { properties, items } of listParts(reference)) {
			addNumbers(items);
			if (!isNode(properties) || numbers.has(properties)) continue;
			numbers.set(properties, numbers.size);
			for (const each of Object.values(properties)) addNumbers(each);
		}
	}
	for (const { responses } of operations)
		for (const [, response] of responses) addNumbers(findSchema(response));
	for (const [, rule] of unmatched)
		addNumbers(findSchema(child(rule, "response")));

	function renameValue(value: unknown, reference: unknown): unknown {
		const parts = listParts(reference);
		if (Array.isArray(value))
			return value.map((item) => renameValue(item, parts[0]?.items));
		if (!isNode(value)) return value;
		// `required` tells the alternatives of an `anyOf` apart.
		const matching = parts.filter(({ required }) =>
			Object.values(Object(required)).every((name) => String(name) in value),
		);
		return mapEntries(value, ([name, inner]) => {
			const properties = matching
				.map((part) => part.properties)
				.find((each): each is Node => isNode(each) && name in each);
			return properties
				? [rename(name, properties), renameValue(inner, properties[name])]
				: [name, inner];
		});
	}

	function renameNode(node: unknown): unknown {
		if (Array.isArray(node)) return node.map(renameNode);
		if (!isNode(node)) return node;
		const renamed = mapEntries(node, ([key, below]) => [
			key,
			renameNode(below),
		]);
		const { properties, required = [] } = node;
		if (!isNode(properties) || !numbers.has(properties)) return renamed;
		return {
			...renamed,
			properties: mapEntries(properties, ([name, below]) => [
				rename(name, properties),
				renameNode(below),
			]),
			required: Object.values(Object(required)).map((name) =>
				rename(String(name), properties),
			),
		};
	}

	return {
		/** Renames properties of a node of the OpenAPI document and of the nodes below it. */
		renameNode,
		renameBody(
			body: unknown,
			request: { readonly method: string; readonly path: string },
			status: string,
		): unknown {
			const operation = operations.find(
				({ method, path }) =>
					method === request.method && path === request.path,
			);
			const known = Object.fromEntries(operation?.responses ?? []);
			const rule = unmatched.find(([, each]) => each.status === status)?.[1];
			const response = known[status] ?? child(rule ?? {}, "response");
			return renameValue(body, findSchema(response));
		},
	};
}
