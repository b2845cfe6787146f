import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { allNodes } from "../../src/document/extensions.ts";
import { createInterpreter } from "../../src/document/interpret-schemas.ts";
import type { LedgerEntry } from "../../src/document/model.ts";
import {
	child,
	createResolver,
	entries,
	isNode,
	type Node,
} from "../../src/document/node.ts";
import { findInvalidPlaces } from "../../src/values/validation.ts";

const TEXT = { type: "string", minLength: 1 };

const isEntry = createInterpreter(() => ({}))<LedgerEntry>({
	type: "object",
	required: ["id", "open", "assumes", "because", "status"],
	properties: {
		...{ id: TEXT, open: TEXT, assumes: TEXT, because: TEXT, evidence: TEXT },
		status: { enum: ["assumed", "confirmed", "refuted"] },
	},
	if: { properties: { status: { const: "assumed" } } },
	else: { required: ["evidence"] },
});

function readEntry(value: unknown, index: number): LedgerEntry {
	if (isEntry(value)) return value;
	const id = isNode(value) ? ` (${String(value.id)})` : "";
	const [{ pointer = "", detail = "" } = {}] = findInvalidPlaces(
		value,
		isEntry,
	);
	throw new Error(
		`assumptions.yaml: entry ${index + 1}${id}: ${pointer.slice(1)} ${detail}`,
	);
}

/** @throws Error if an entry lacks a property, has an unknown status, or repeats an id */
export async function readLedger(root: string): Promise<LedgerEntry[]> {
	const parsed: unknown = parse(
		await readFile(join(root, "contracts/assumptions.yaml"), "utf8"),
	);
	if (!Array.isArray(parsed))
		throw new Error("assumptions.yaml must be a list of entries");
	const ledger = parsed.map(readEntry);
	const ids = ledger.map(({ id }) => id);
	const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
	if (repeated !== undefined)
		throw new Error(
			`assumptions.yaml: the id ${repeated} appears twice. Remove or rename one entry.`,
		);
	return ledger;
}

/** Returns the OpenAPI document under `root`, parsed. */
export const readDocument = async (root: string): Promise<unknown> =>
	parse(await readFile(join(root, "contracts/openapi.yaml"), "utf8"));

/** The schemas of `src/schemas/schemas.yaml`. */
export interface Schemas {
	readonly root: Node;
	/** The contents of the other files in `src/schemas`, by name. */
	readonly data: Readonly<
		Record<"commands" | "control" | "problems" | "scenarios", Node>
	>;
	/**
	 * Returns the properties that the named schema may have, those of other schemas included, and its other keywords.
	 * Only documentation and options need this form; it no longer says how properties depend on each other.
	 */
	flatten(name: string): FlatSchema;
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
const VALIDATION =
	/^(\$ref|allOf|oneOf|type|dependentRequired|(unevaluated|additional)Properties|x-remedy)$/;

/** @throws DocumentError if the file refers to a schema that it does not have */
export async function readSchemas(root: string): Promise<Schemas> {
	const read = async (name: string): Promise<Node> => {
		const file = join(root, `src/schemas/${name}.yaml`);
		return parse(await readFile(file, "utf8"), { merge: true });
	};
	const schemas = await read("schemas");
	const resolve = createResolver(schemas);
	// A target that does not exist is an error, even if nothing flattens the schema.
	for (const { node } of allNodes(schemas)) resolve(node);

	const listAlternatives = (schema: Node): Node[] =>
		entries(child(schema, "oneOf")).map(([, part]) => part);

	function flattenNode(node: Node): FlatSchema {
		const schema = resolve(node);
		const parts = entries(child(schema, "allOf")).map(([, part]) =>
			flattenNode(part),
		);
		const own = Object.entries(schema).filter(
			([keyword]) => !VALIDATION.test(keyword),
		);
		const properties = entries(child(schema, "properties")).map(
			([name, property]) => [name, resolve(property)] as const,
		);
		return {
			...Object.fromEntries(own),
			alternatives: [
				...listAlternatives(schema).map(({ required }) => strings(required)),
				...parts.flatMap(({ alternatives }) => alternatives),
			],
			required: [schema, ...parts].flatMap(({ required }) => strings(required)),
			properties: Object.assign(
				Object.fromEntries(properties),
				...parts.map((part) => part.properties),
			),
		};
	}

	return {
		root: { $defs: schemas.$defs },
		data: {
			commands: await read("commands"),
			control: await read("control"),
			problems: await read("problems"),
			scenarios: await read("scenarios"),
		},
		flatten: (name) => flattenNode({ $ref: `#/$defs/${name}` }),
	};
}
