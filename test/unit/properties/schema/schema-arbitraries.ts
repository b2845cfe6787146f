import type fc from "fast-check";
import type { Node } from "../../../../src/document/node.ts";

/** A value with exactly one error. */
export interface InvalidValue {
	readonly value: unknown;
	/** The JSON pointer (RFC 6901) to the error. */
	readonly pointer: string;
}

/** One way to violate a schema in one place. */
export interface SchemaViolation {
	/** A JSON pointer, with `*` for the index of an item. */
	readonly pointerPattern: string;
	readonly description: string;
	readonly values: fc.Arbitrary<InvalidValue>;
}

export interface SchemaArbitraries {
	/** Undefined if the schema accepts no value. */
	readonly valid: fc.Arbitrary<unknown> | undefined;
	readonly violations: readonly SchemaViolation[];
}

/** Creates values for a schema and those below it. Follows `$ref`. */
export type ReadSchema = (reference: Node) => SchemaArbitraries;

/** Lists violations at the root of the value. */
export const listViolations = (
	invalid: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): SchemaViolation[] =>
	Object.entries(invalid).map(([description, values]) => ({
		pointerPattern: "",
		description,
		values: values.map((value) => ({ value, pointer: "" })),
	}));

/** Lists the same violations below a property or an item. */
export const nestViolations = (
	violations: readonly SchemaViolation[],
	segment: string,
	nest: (values: fc.Arbitrary<InvalidValue>) => fc.Arbitrary<InvalidValue>,
): SchemaViolation[] =>
	violations.map(({ pointerPattern, description, values }) => ({
		pointerPattern: `/${segment}${pointerPattern}`,
		description,
		values: nest(values),
	}));

/** Returns the number that a keyword is set to. */
export function readNumber(schema: Node, keyword: string): number | undefined {
	const value = schema[keyword];
	return typeof value === "number" ? value : undefined;
}
