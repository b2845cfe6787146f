import { type Field, hasType } from "../document/field.ts";
import { child, type Node } from "../document/node.ts";

/** A step from a schema to a schema below it: the name of a property, or `null` for the items of an array. */
export type Step = string | null;

/** Changes a schema at a path below another schema. */
export function changeSchema(
	schema: Node,
	[step, ...rest]: readonly Step[],
	change: (found: Node) => Node,
): Node {
	if (step === undefined) return change(schema);
	const [name, within] = step === null ? ["items", schema] : [step, null];
	const properties = within ?? child(schema, "properties");
	const changed = changeSchema(child(properties, name), rest, change);
	if (within) return { ...schema, items: changed };
	return { ...schema, properties: { ...properties, [name]: changed } };
}

/** Adds a role and other keywords to a schema at a path below another schema. */
export const mark = (
	schema: Node,
	at: readonly Step[],
	role: string,
	keywords: Node = {},
): Node =>
	changeSchema(schema, at, (found) => ({
		...{ ...found, "x-role": `inferred.${role}`, ...keywords },
	}));

/** Tells the role of a property or a parameter by its name and type. */
export interface Sign {
	readonly role: string;
	readonly name: RegExp;
	readonly types: readonly string[];
	readonly keywords?: Node;
	/** Whether the property can have this role in the object. Defaults to true. */
	readonly isIn?: (owner: Field) => boolean;
}

export const fits = (
	{ name, types }: Sign,
	[each, field]: readonly [string, Field],
): boolean => name.test(each) && hasType(field, ...types);

export function markSigns(
	schema: Node,
	owner: Field,
	signs: readonly Sign[],
	at: readonly Step[],
	isFitting: (field: Field) => boolean = () => true,
): Node {
	let marked = schema;
	for (const sign of signs) {
		if (sign.isIn && !sign.isIn(owner)) continue;
		const [found] =
			owner.properties.find((each) => fits(sign, each) && isFitting(each[1])) ??
			[];
		if (found !== undefined)
			marked = mark(marked, [...at, found], sign.role, sign.keywords);
	}
	return marked;
}
