import type fc from "fast-check";
import type { Node } from "../../../../contracts/generate/document.ts";

/** A value with exactly one error. */
export interface InvalidValue {
	readonly value: unknown;
	/** The JSON pointer (RFC 6901) to the error. */
	readonly pointer: string;
}

/** One way to violate a schema. */
export interface SchemaViolation {
	/** A JSON pointer, with `*` for the index of an item. */
	readonly pointerPattern: string;
	readonly description: string;
	readonly values: fc.Arbitrary<InvalidValue>;
}

export interface SchemaArbitraries {
	/** Follows `$ref`. */
	resolve(schema: Node): Node;
	/** Creates values that the schema accepts. */
	valid(schema: Node): fc.Arbitrary<unknown>;
	/** Lists the ways to violate the schema in one place only. */
	invalid(schema: Node): SchemaViolation[];
}

/** Creates a violation at the root of the value. */
export const createViolation = (
	description: string,
	values: fc.Arbitrary<unknown>,
): SchemaViolation => ({
	pointerPattern: "",
	description,
	values: values.map((value) => ({ value, pointer: "" })),
});

/** Returns the number that a keyword of the schema is set to. */
export function readNumber(
	schema: Node,
	keyword: string,
	fallback: number,
): number {
	const value = schema[keyword];
	return typeof value === "number" ? value : fallback;
}
