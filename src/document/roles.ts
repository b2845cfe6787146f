import type { ByRole } from "./model.ts";
import {
	child,
	createResolver,
	DocumentError,
	entries,
	type Node,
	readString,
} from "./node.ts";
import { allNodes } from "./provenance.ts";

/** Returns the properties of a schema, or the parameter itself, by name. */
const listNamed = (node: Node): [name: string, node: Node][] =>
	"in" in node && "name" in node
		? [[readString(node, "name"), node]]
		: entries(child(node, "properties"));

/**
 * Returns the name, the constant value and the default of each property and parameter with an `x-role`.
 * @throws DocumentError if a role appears twice
 */
export function readRoles(root: Node): {
	names: ByRole<string>;
	constants: ByRole<unknown>;
	defaults: ByRole<unknown>;
} {
	const resolve = createResolver(root);
	const names: Record<string, Record<string, string>> = {};
	const constants: Record<string, Record<string, unknown>> = {};
	const defaults: Record<string, Record<string, unknown>> = {};
	for (const { node } of allNodes(root))
		for (const [name, named] of listNamed(node)) {
			if (!("x-role" in named)) continue;
			const role = readString(named, "x-role");
			const [group = "", part = ""] = role.split(".");
			names[group] ??= {};
			if (part in names[group])
				throw new DocumentError(`the x-role ${role} appears twice`);
			names[group][part] = name;
			if ("const" in named)
				constants[group] = { ...constants[group], [part]: named.const };
			const schema = resolve("in" in named ? child(named, "schema") : named);
			if ("default" in schema)
				defaults[group] = { ...defaults[group], [part]: schema.default };
		}
	return { names, constants, defaults };
}
