import { describeUnknown } from "../values/validation.ts";
import { hasType, type Keyword, listOf } from "./keyword-values.ts";
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
function mayAllow(schema: unknown, value: unknown, follow: Follow): boolean {
	const { type } = readTarget(schema, follow);
	return type === undefined || hasType(type, value);
}

/** The alternatives for objects, if they differ in the value of a property. */
interface Kinds {
	readonly name: string;
	readonly byValue: ReadonlyMap<unknown, readonly unknown[]>;
}

const kindsOf = new WeakMap<readonly unknown[], Kinds | undefined>();

function findKinds(
	alternatives: readonly unknown[],
	follow: Follow,
): Kinds | undefined {
	const fixed = alternatives
		.filter((each) => mayAllow(each, {}, follow))
		.map((each) => [each, listFixed(readTarget(each, follow))] as const);
	const [name] = [...(fixed[0]?.[1].keys() ?? [])].filter((property) =>
		fixed.every(([, values]) => values.has(property)),
	);
	if (name === undefined) return undefined;
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
): Kinds | undefined {
	if (!kindsOf.has(alternatives))
		kindsOf.set(alternatives, findKinds(alternatives, follow));
	return kindsOf.get(alternatives);
}

/** Leaves out the alternatives that fix another value of a property, because there may be very many of them. */
function listPossible(
	alternatives: readonly unknown[],
	value: unknown,
	follow: Follow,
): readonly unknown[] {
	if (!isNode(value)) return alternatives;
	const kinds = readKinds(alternatives, follow);
	return kinds && Object.hasOwn(value, kinds.name)
		? (kinds.byValue.get(value[kinds.name]) ?? [])
		: alternatives;
}

/** Returns the values that the alternatives fix for a property, if the object has none of them. */
function listOtherKinds(
	alternatives: readonly unknown[],
	value: unknown,
	name: string,
	follow: Follow,
): readonly string[] | undefined {
	const kinds = isNode(value) ? readKinds(alternatives, follow) : undefined;
	if (!kinds || kinds.name !== name) return undefined;
	const isListed = kinds.byValue.has(Object(value)[name]);
	return isListed ? undefined : [...kinds.byValue.keys()].map(String);
}

/** Whether `anyOf` or `oneOf` is satisfied by the alternatives that allow a value. */
export const checkAlternatives =
	(
		isSatisfied: (
			alternatives: readonly unknown[],
			isValid: (alternative: unknown) => boolean,
		) => boolean,
	): Keyword<unknown> =>
	(limit, value, check, schema) => {
		const { evaluation } = check;
		const alternatives = listOf(limit);
		const possible = listPossible(alternatives, value, evaluation.follow);
		if (isSatisfied(possible, (each) => evaluation.isValid(each, value)))
			return true;
		// A remedy explains the problem instead of the errors of each alternative.
		if ("x-remedy" in schema) return check.fail();
		const { propertyName } = Object(schema.discriminator);
		const kinds = listOtherKinds(
			...([alternatives, value, propertyName, evaluation.follow] as const),
		);
		if (kinds) {
			const { [propertyName]: given } = Object(value);
			const remedy =
				typeof given === "string"
					? describeUnknown(propertyName, given, kinds)
					: `must be one of ${kinds.join(", ")}`;
			return check.fail({ propertyName, remedy });
		}
		const matching = possible.filter((each) => evaluation.isValid(each, value));
		if (matching.length > 1) {
			const remedy = `must match exactly one alternative, but matches ${matching.length}`;
			return check.fail({ remedy });
		}
		const ofType = possible.filter((each) =>
			mayAllow(each, value, evaluation.follow),
		);
		const [only, ...others] = ofType;
		if (only && others.length === 0 && !evaluation.isValid(only, value))
			return check.part(only, value);
		const explainEach = () =>
			alternatives.every((each) => check.part(each, value));
		if (check.keyword === "oneOf") return check.fail() && explainEach();
		const types = alternatives.map(
			(each) => readTarget(each, evaluation.follow).type,
		);
		const type = { type: [...new Set(types.flat())] };
		return ofType.length > 0 || evaluation.isValid(type, value)
			? explainEach() && check.fail()
			: check.part(type, value);
	};
