import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** A JSON object of the document, read member by member. */
export type Node = { readonly [member: string]: unknown };

export interface DocumentOperation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly node: Node;
}

export interface ContractDocument {
	readonly root: Node;
	readonly operations: readonly DocumentOperation[];
	/** Follows `$ref`, members beside it winning over those it points to. Other nodes come back as they are. */
	resolve(node: Node): Node;
}

const METHODS = [
	"get",
	"put",
	"post",
	"delete",
	"options",
	"head",
	"patch",
	"trace",
];

export const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The member as an object; an empty one where it is absent. */
export const child = (node: Node, member: string): Node => {
	const value = node[member];
	return isNode(value) ? value : {};
};

export const entries = (node: Node): [string, Node][] =>
	Object.entries(node).filter((entry): entry is [string, Node] =>
		isNode(entry[1]),
	);

export const text = (node: Node, member: string): string => {
	const value = node[member];
	if (typeof value !== "string")
		throw new Error(
			`openapi.yaml: ${member} must be a string, in ${JSON.stringify(node)}`,
		);
	return value;
};

/** @throws where `contracts/openapi.yaml` under `root` is not readable, or a `$ref` points to nothing. */
export async function readDocument(root: string): Promise<ContractDocument> {
	const document: unknown = parse(
		await readFile(join(root, "contracts/openapi.yaml"), "utf8"),
	);
	if (!isNode(document))
		throw new Error("openapi.yaml: the document must be an object");

	const resolve = (node: Node): Node => {
		if (typeof node.$ref !== "string") return node;
		const { $ref, ...beside } = node;
		const target = $ref
			.slice(2)
			.split("/")
			.reduce<unknown>(
				(at, member) =>
					isNode(at)
						? at[member.replaceAll("~1", "/").replaceAll("~0", "~")]
						: undefined,
				document,
			);
		if (!isNode(target))
			throw new Error(`openapi.yaml: ${$ref} points to nothing`);
		return { ...resolve(target), ...beside };
	};

	const operations = entries(child(document, "paths")).flatMap(([path, item]) =>
		METHODS.filter((method) => isNode(item[method])).map((method) => {
			const node = child(item, method);
			return {
				id: text(node, "operationId"),
				method: method.toUpperCase(),
				path,
				node,
			};
		}),
	);
	return { root: document, operations, resolve };
}
