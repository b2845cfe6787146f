import { isObject } from "../../values/json.ts";
import type { Violation } from "../validate-request.ts";
import type { Hints } from "./missing-properties.ts";
import type { ServiceChange } from "./service-change.ts";

/** A place in a response body that deviates from the document. */
export interface Deviation {
	/** The documented path, with `[*]` for every index, such as `$.items[*].id`. */
	readonly where: string;
	readonly expected: string;
	/** Names only the kind of an unexpected value, so that all responses with the same difference have the same text. */
	readonly actual: string;
	readonly change?: ServiceChange | undefined;
	/** The violation because of which the service should have rejected the request. */
	readonly violation?: Violation | undefined;
	/** The unexpected value. */
	readonly seen?: string;
	/** Whether the value was found at another place, so that it can still be compared. */
	readonly isFound?: true;
	/** Whether the value at this place is neither an object nor an array. */
	readonly isLeaf?: true;
	/**
	 * The invalid part of the request, with which the reason in `expected` begins. Set if the service should have
	 * rejected it.
	 */
	readonly about?: string;
	/** The paths of the properties that are missing for the same reason. */
	readonly implies?: readonly string[];
}

/** The result of comparing a value with its schema. */
export interface Alignment {
	readonly deviations: readonly Deviation[];
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** The value in the documented form. Values that were not found are missing. */
	readonly value: unknown;
}

/** The input of an alignment besides schema and value. */
export interface AlignContext extends Hints {
	readonly where: string;
	/** The number of deviating items after which the comparison of an array ends. */
	readonly maxDeviations: number;
	/** Receives each value at a documented place. */
	readonly visit?: Visit | undefined;
	/** What is left for searching; defaults to enough for a page of records that differ in everything. */
	readonly effort?: Effort;
}

/**
 * How many values and pairs of names may still be compared to find renamed and moved properties. Without a limit, each
 * level of nested properties with other names would multiply the time.
 */
export interface Effort {
	left: number;
	/** The actual names that other objects have shown, by documented place. */
	readonly names: Map<string, string>;
}

/**
 * Receives a value with the documented path of its place. For a property that the document does not know, receives
 * the path of that property.
 */
export type Visit = (
	where: string,
	value: unknown,
	isAdditional?: boolean,
) => void;

/** Collects the results of comparing a value and its inner values. */
export interface Comparison extends AlignContext {
	readonly effort: Effort;
	readonly deviations: Deviation[];
	readonly additional: string[];
}

/** Returns the comparison of a property. */
export const enter = (outer: Comparison, name: string): Comparison => ({
	...outer,
	where: `${outer.where}.${name}`,
	example: isObject(outer.example) ? outer.example[name] : undefined,
});
