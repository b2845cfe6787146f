import { isObject, type Values } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import { MAX_COMPARED } from "./compare-names.ts";
import type { FormChange } from "./service-change.ts";

/** What all rejections of a service say together of the texts at places such as `$.errors[*].text`. */
export interface ErrorTexts {
	/** Whether the text depends on the kind of the error, and another one on the request. */
	isTitle(place: string): boolean;
	/** Returns the places of texts that depend on the request, the most different ones first. */
	listDetails(): readonly string[];
	/** Whether the text is the same whichever part of the request is wrong. */
	isFixed(place: string): boolean;
}

/** Hints for finding the values of missing properties. */
export interface Hints {
	/** The documented example at this place. */
	readonly example: unknown;
	/** The properties of the request body. If a response repeats their values, it shows their new names. */
	readonly sent: Values;
	/** The actual name by the documented name, from other responses. */
	readonly renamed: Map<string, string>;
	/** The status of the response. */
	readonly status?: number | undefined;
	/** Returns how many other operations name a record of this operation by the text; -1 for the id of a record of another one. */
	readonly countUses?: ((text: string) => number) | undefined;
	readonly errorTexts?: ErrorTexts | undefined;
	/** Whether a property of the response only repeats one of the request that is not the documented one. */
	readonly repeatsOther?: (
		documented: string,
		name: string,
		value: unknown,
	) => boolean;
	/** The place in the response itself, whatever names the document has. */
	readonly at?: string;
}

/** An object that lacks properties. */
export interface Search {
	readonly schema: Shape;
	readonly values: Values;
	/** The required properties that the object does not have, and those that have another name in it. */
	readonly missing: readonly string[];
	/** The properties that the document does not define. */
	readonly unknown: readonly string[];
	readonly hints: Hints;
	/** Returns how well the value of an unknown property fits a missing one, from 0 to 1. */
	fits(name: string, other: string): number;
}

/** Returns how many pairs of names a search compares. A missing property may also be in an object beside it. */
export function countPairs({ values, unknown, missing }: Search): number {
	if (missing.length === 0) return 0;
	const others = unknown.slice(0, MAX_COMPARED);
	const inner = others
		.map((name) => values[name])
		.flatMap((each) => (isObject(each) ? Object.keys(each) : []));
	return (
		Math.min(missing.length, MAX_COMPARED) * (others.length + inner.length)
	);
}

/** The place at which the value of a documented property was found. */
export interface Source {
	readonly value: unknown;
	/** Describes this place, for the report of the difference. */
	readonly actual: string;
	/** The additional properties that this explains. */
	readonly names: readonly string[];
	readonly change: FormChange;
}
