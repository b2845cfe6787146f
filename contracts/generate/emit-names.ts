import {
	type ContractDocument,
	child,
	entries,
	type Node,
	readString,
} from "./document.ts";
import { emitConstants } from "./emit-constants.ts";
import { allNodes } from "./provenance.ts";

/** Returns the properties of a schema, or the parameter itself, by name. */
const listNamed = (node: Node): [name: string, node: Node][] =>
	"in" in node && "name" in node
		? [[readString(node, "name"), node]]
		: entries(child(node, "properties"));

/** Emits the name, and the constant value if there is one, of each property and parameter with an `x-role`. */
export function emitNames(document: ContractDocument): string {
	const names: Record<string, Record<string, string>> = {};
	const constants: Record<string, Record<string, unknown>> = {};
	for (const { node } of allNodes(document.root))
		for (const [name, named] of listNamed(node)) {
			if (!("x-role" in named)) continue;
			const role = readString(named, "x-role");
			const [group = "", part = ""] = role.split(".");
			names[group] ??= {};
			if (part in names[group])
				throw new Error(`openapi.yaml: the x-role ${role} appears twice`);
			names[group][part] = name;
			if ("const" in named)
				constants[group] = { ...constants[group], [part]: named.const };
		}
	return emitConstants({ names, constants });
}
