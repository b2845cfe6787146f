import type { Shape } from "../model.ts";

/** A place in a response body that deviates from the document. */
export interface Deviation {
	/** The documented path, with `[*]` for every index, such as `$.items[*].id`. */
	readonly where: string;
	readonly expected: string;
	/** Of an unexpected value only the kind, so that the same difference has the same words in every response. */
	readonly actual: string;
	/** The unexpected value. */
	readonly seen?: string;
	/** Whether the value was found elsewhere, so that it can still be compared. */
	readonly isFound?: true;
	/** Whether a single value deviates, and not an object or an array. */
	readonly isLeaf?: true;
	/** The paths of the properties that are missing for the same reason. */
	readonly implies?: readonly string[];
}

/** A value, compared with its schema. */
export interface Alignment {
	readonly deviations: readonly Deviation[];
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** The value in the documented form, as far as it could be found. */
	readonly value: unknown;
}

/** What an alignment knows besides schema and value. */
export interface AlignContext {
	readonly where: string;
	/** The documented example at this place. */
	readonly example: unknown;
	/** The properties of the request body. A response that repeats them shows their new names. */
	readonly sent: Readonly<Record<string, unknown>>;
	/** The actual name by the documented name, as other responses have shown. */
	readonly renamed: Map<string, string>;
	/** How many deviations of items end the comparison of an array. */
	readonly maxDeviations: number;
}

/** Compares a value with its schema. */
export type Align = (
	schema: Shape,
	value: unknown,
	context: AlignContext,
) => Alignment;
