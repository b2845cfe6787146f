import { hasType, listOf } from "./keyword-values.ts";
import { isNode, type Node } from "./node.ts";

/** Returns the values that a schema fixes, by the names of their properties. */
function listFixed(schema: Node): ReadonlyMap<string, unknown> {
	const properties = Object.entries(Object(schema.properties));
	const fixed = properties.flatMap(([name, each]) => {
		const { enum: values, const: value }: Node = Object(each);
		const [first = value, ...others] = listOf(values);
		const isFixed = typeof first === "string" && others.length === 0;
		return isFixed ? [[name, first] as const] : [];
	});
	return new Map(fixed);
}

type Follow = (reference: string) => Node;

function readTarget(schema: unknown, follow: Follow): Node {
	const { $ref } = Object(schema);
	return Object(typeof $ref === "string" ? follow($ref) : schema);
}

/** Whether a schema allows the type of a value. */
export function mayAllow(
	schema: unknown,
	value: unknown,
	follow: Follow,
): boolean {
	const { type } = readTarget(schema, follow);
	return type === undefined || hasType(type, value);
}

/** Returns the types that the alternatives allow. */
export const typesOf = (
	alternatives: readonly unknown[],
	follow: Follow,
): readonly unknown[] => [
	...new Set(alternatives.flatMap((each) => readTarget(each, follow).type)),
];

/** The alternatives for objects, if they differ in the value of a property. */
interface Kinds {
	readonly name: string;
	readonly byValue: ReadonlyMap<unknown, readonly unknown[]>;
}

const kindsOf = new WeakMap<readonly unknown[], Kinds | "none">();

function findKinds(
	alternatives: readonly unknown[],
	follow: Follow,
): Kinds | "none" {
	const fixed = alternatives
		.filter((each) => mayAllow(each, {}, follow))
		.map((each) => [each, listFixed(readTarget(each, follow))] as const);
	const [name] = [...(fixed[0]?.[1].keys() ?? [])].filter((property) =>
		fixed.every(([, values]) => values.has(property)),
	);
	if (name === undefined) return "none";
	const byValue = new Map<unknown, unknown[]>();
	for (const [each, values] of fixed) {
		const value = values.get(name);
		byValue.set(value, [...(byValue.get(value) ?? []), each]);
	}
	return { name, byValue };
}

function readKinds(
	alternatives: readonly unknown[],
	follow: Follow,
): Kinds | "none" {
	const kinds = kindsOf.get(alternatives) ?? findKinds(alternatives, follow);
	kindsOf.set(alternatives, kinds);
	return kinds;
}

/** Leaves out the alternatives that fix another value of a property, because there may be very many of them. */
export function listPossible(
	alternatives: readonly unknown[],
	value: unknown,
	follow: Follow,
): readonly unknown[] {
	if (!isNode(value)) return alternatives;
	const kinds = readKinds(alternatives, follow);
	return kinds !== "none" && Object.hasOwn(value, kinds.name)
		? (kinds.byValue.get(value[kinds.name]) ?? [])
		: alternatives;
}

/** Returns the values that the alternatives fix for a property, if the object has none of them. */
export function listOtherKinds(
	alternatives: readonly unknown[],
	value: unknown,
	name: unknown,
	follow: Follow,
): readonly string[] | undefined {
	if (!isNode(value)) return undefined;
	const kinds = readKinds(alternatives, follow);
	return kinds !== "none" &&
		kinds.name === name &&
		!kinds.byValue.has(value[kinds.name])
		? [...kinds.byValue.keys()].map(String)
		: undefined;
}
