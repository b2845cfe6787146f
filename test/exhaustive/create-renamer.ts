import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "../../contracts/generate/document.ts";

/** Renames the properties of all responses. */
export interface Renamer {
	/** Renames properties of a node of the OpenAPI document and of the nodes below it. */
	renameNode(node: unknown): unknown;
	renameBody(
		body: unknown,
		request: { readonly method: string; readonly path: string },
		status: string,
	): unknown;
}

const listNodes = (value: unknown): Node[] =>
	Array.isArray(value) ? value.filter(isNode) : [];

const mapEntries = (
	node: Node,
	map: (name: string, value: unknown) => [string, unknown],
): Node =>
	Object.fromEntries(
		Object.entries(node).map(([name, value]) => map(name, value)),
	);

export function createRenamer(document: ContractDocument): Renamer {
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
		return mapEntries(value, (name, inner) => {
			for (const { properties } of matching)
				if (isNode(properties) && Object.hasOwn(properties, name))
					return [
						rename(name, properties),
						renameValue(inner, properties[name]),
					];
			return [name, inner];
		});
	}

	function renameNode(node: unknown): unknown {
		if (Array.isArray(node)) return node.map(renameNode);
		if (!isNode(node)) return node;
		const renamed = mapEntries(node, (key, below) => [key, renameNode(below)]);
		const { properties } = node;
		if (!isNode(properties) || !numbers.has(properties)) return renamed;
		const { required = [] } = node;
		return {
			...renamed,
			properties: mapEntries(properties, (name, below) => [
				rename(name, properties),
				renameNode(below),
			]),
			required: Object.values(Object(required)).map((name) =>
				rename(String(name), properties),
			),
		};
	}

	return {
		renameNode,
		renameBody(body, { method, path }, status) {
			const operation = operations.find(
				(each) => each.method === method && each.path === path,
			);
			const [, response] =
				operation?.responses.find(([each]) => each === status) ?? [];
			const rule = unmatched.find(([, each]) => each.status === status)?.[1];
			return renameValue(
				body,
				findSchema(response ?? child(rule ?? {}, "response")),
			);
		},
	};
}
