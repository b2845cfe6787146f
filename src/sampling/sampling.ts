import type { Faker } from "@faker-js/faker";
import type { FlatSchema, Flatten } from "./flatten-schema.ts";

/** The context of a value inside other values. */
export interface Around {
	/** The name of the property that contains the value, or an array with the value. */
	readonly name: string;
	readonly depth: number;
	/** The references on the way to the values around it. */
	readonly references: ReadonlySet<string>;
	/** Whether to make required values only. */
	readonly isMinimal: boolean;
}

/** The state of making one sample with all values in it. */
export interface Sampling {
	readonly faker: Faker;
	/** The keyword of properties to omit. */
	readonly omitted: "readOnly" | "writeOnly";
	/** The number of values made so far. */
	made: number;
	readonly flatten: Flatten;
	/** Makes a value. Returns undefined if no valid value is found. */
	readonly make: (schema: unknown, around: Around) => unknown;
}

/** The maximum depth of optional properties. */
export const MAX_OPTIONAL_DEPTH = 5;
/** After this number of values, only required values are made. */
export const MAX_VALUES = 2_000;
/** The maximum required number of items. Schemas that require longer arrays have no sample. */
export const MAX_ITEMS = 10_000;

/** Whether the references lead back to a schema around the value. */
export const isRecursive = (
	flat: FlatSchema | undefined,
	{ references }: Around,
): boolean =>
	[...(flat?.references ?? [])].some((each) => references.has(each));
