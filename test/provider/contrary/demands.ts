import { toMicroseconds } from "./moment.ts";
import type { Objection } from "./refusal.ts";

/** Validates a JSON value and returns the errors, with pointers that start with `pointer`. */
export type Demand = (value: unknown, pointer: string) => Objection[];

const objection = (
	pointer: string,
	code: string,
	detail: string,
): Objection[] => [{ pointer, code, detail }];

const lengthOf = (text: string): number => Array.from(text).length;

/** Requires a string of 1 to `most` code points. */
export const text =
	(most = Number.POSITIVE_INFINITY): Demand =>
	(value, pointer) => {
		if (typeof value !== "string")
			return objection(pointer, "type", "A string belongs here.");
		const length = lengthOf(value);
		return length >= 1 && length <= most
			? []
			: objection(
					pointer,
					"length",
					`1 to ${most} code points, not ${length}.`,
				);
	};

export const wholeNumber =
	(least: number, most: number): Demand =>
	(value, pointer) =>
		Number.isInteger(value) && Number(value) >= least && Number(value) <= most
			? []
			: objection(pointer, "range", `A whole number, ${least} to ${most}.`);

export const moment: Demand = (value, pointer) =>
	typeof value === "string" && toMicroseconds(value) !== undefined
		? []
		: objection(pointer, "time", "A date-time of RFC 3339 belongs here.");

/** Requires that the property is missing. */
export const nothing: Demand = (_value, pointer) =>
	objection(pointer, "forbidden", "We give this; you do not.");

export const anything: Demand = () => [];

export const listOf =
	(each: Demand, least: number, most: number): Demand =>
	(value, pointer) => {
		if (!Array.isArray(value))
			return objection(pointer, "type", "An array belongs here.");
		const size =
			value.length >= least && value.length <= most
				? []
				: objection(pointer, "size", `${least} to ${most} items.`);
		return [
			...size,
			...value.flatMap((item, index) => each(item, `${pointer}/${index}`)),
		];
	};

/** Requires an object with these properties. A name that ends in `?` is optional, and others are allowed. */
export const shape =
	(members: Readonly<Record<string, Demand>>): Demand =>
	(value, pointer) => {
		if (typeof value !== "object" || value === null || Array.isArray(value))
			return objection(pointer, "type", "An object belongs here.");
		const sent = new Map(Object.entries(value));
		return Object.entries(members).flatMap(([key, demand]) => {
			const name = key.replace("?", "");
			const at = `${pointer}/${name}`;
			if (sent.has(name)) return demand(sent.get(name), at);
			return key.endsWith("?")
				? []
				: objection(at, "absent", "Something has to be here.");
		});
	};
