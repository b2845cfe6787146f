import type fc from "fast-check";
import type { Node } from "../../contracts/generate/document.ts";

/** A value with one place that is wrong. */
export interface Broken {
	readonly value: unknown;
	/** RFC 6901. */
	readonly pointer: string;
}

/** One way to break what a schema asks for. */
export interface Fault {
	/** A pointer, with `*` for the index of an item. */
	readonly where: string;
	readonly what: string;
	readonly broken: fc.Arbitrary<Broken>;
}

export interface SchemaArbitraries {
	/** The schema itself, where it is given by reference. */
	resolve(schema: Node): Node;
	/** Values that the schema accepts. */
	valid(schema: Node): fc.Arbitrary<unknown>;
	/** Every way to break one thing, and nothing else. */
	invalid(schema: Node): Fault[];
}

/** The value as a whole is wrong. */
export const fault = (what: string, values: fc.Arbitrary<unknown>): Fault => ({
	where: "",
	what,
	broken: values.map((value) => ({ value, pointer: "" })),
});

/** What a keyword of the schema is set to. */
export function numberOf(
	schema: Node,
	keyword: string,
	otherwise: number,
): number {
	const value = schema[keyword];
	return typeof value === "number" ? value : otherwise;
}
