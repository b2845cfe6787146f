import type { Faker } from "@faker-js/faker";
import type { FlatSchema, Flatten } from "./flatten-schema.ts";

/** What the values around a value say about it. */
export interface Around {
	/** The property that has it, or an array with it. */
	readonly name: string;
	readonly depth: number;
	/** The references that led to the values around it. */
	readonly references: ReadonlySet<string>;
	/** Whether only what is required is made. */
	readonly isMinimal: boolean;
}

/** What makes one sample, and the values in it. */
export interface Sampling {
	readonly faker: Faker;
	/** The keyword of properties that values do not have. */
	readonly omitted: "readOnly" | "writeOnly";
	/** How many values were made so far. */
	made: number;
	readonly flatten: Flatten;
	/** Makes a value; undefined if none is found. */
	readonly make: (schema: unknown, around: Around) => unknown;
}

/** How deep optional properties are made. */
export const MAX_OPTIONAL_DEPTH = 5;
/** After so many values, only what is required is made. */
export const MAX_VALUES = 2_000;
/** Schemas that ask for longer arrays have no sample. */
export const MAX_ITEMS = 10_000;

/** Whether values of a schema are within a value of the same one. */
export const isRecursive = (
	flat: FlatSchema | undefined,
	{ references }: Around,
): boolean =>
	[...(flat?.references ?? [])].some((each) => references.has(each));
