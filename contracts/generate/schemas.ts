import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import {
	child,
	createResolver,
	entries,
	isNode,
	type Node,
	readString,
} from "../../src/document/node.ts";
import { allNodes } from "../../src/document/provenance.ts";

/** The schemas of `src/schemas/schemas.yaml`. */
export interface Schemas {
	readonly root: Node;
	/**
	 * Returns the properties that the named schema may have, those of other schemas included, and its other keywords.
	 * Only documentation and options need this form; it no longer says how properties depend on each other.
	 */
	flatten(name: string): FlatSchema;
	/** Returns the names of all properties that the schema may have, and for alternatives those of the tag. */
	listProperties(schema: Node): string[];
}

export interface FlatSchema extends Node {
	readonly required: readonly string[];
	readonly properties: Readonly<Record<string, Node>>;
	/** The sets of properties of which exactly one is required; empty if there is no such choice. */
	readonly alternatives: readonly (readonly string[])[];
}

const strings = (value: unknown): string[] =>
	Array.isArray(value) ? value.map(String) : [];

/** Keywords that only validators need. */
const VALIDATION = new Set([
	"$ref",
	"allOf",
	"oneOf",
	"type",
	"dependentRequired",
	"unevaluatedProperties",
	"additionalProperties",
	"x-remedy",
]);

/** @throws DocumentError if the file refers to a schema that it does not have */
export async function readSchemas(root: string): Promise<Schemas> {
	const file = join(root, "src/schemas/schemas.yaml");
	const parsed: unknown = parse(await readFile(file, "utf8"), { merge: true });
	const schemas = isNode(parsed) ? parsed : {};
	const resolve = createResolver(schemas);
	// A target that does not exist is an error, even if nothing flattens the schema.
	for (const { node } of allNodes(schemas)) resolve(node);

	function flattenNode(node: Node): FlatSchema {
		const schema = resolve(node);
		const parts = entries(child(schema, "allOf")).map(([, part]) =>
			flattenNode(part),
		);
		const own = entries(child(schema, "properties")).map(
			([name, property]) => [name, resolve(property)] as const,
		);
		return {
			...Object.fromEntries(
				Object.entries(schema).filter(([keyword]) => !VALIDATION.has(keyword)),
			),
			alternatives: [
				...entries(child(schema, "oneOf")).map(([, { required }]) =>
					strings(required),
				),
				...parts.flatMap(({ alternatives }) => alternatives),
			],
			required: [schema, ...parts].flatMap(({ required }) => strings(required)),
			properties: Object.assign(
				Object.fromEntries(own),
				...parts.map(({ properties }) => properties),
			),
		};
	}

	return {
		root: { $defs: schemas.$defs },
		flatten: (name) => flattenNode({ $ref: `#/$defs/${name}` }),
		listProperties(schema) {
			const { propertyName } = child(schema, "discriminator");
			if (typeof propertyName !== "string")
				return Object.keys(flattenNode(schema).properties);
			return entries(child(schema, "oneOf")).map(([, part]) => {
				const tag = child(child(resolve(part), "properties"), propertyName);
				return readString(tag, "const");
			});
		},
	};
}
