import type { InvalidPart } from "./problem.ts";
import { parseTime } from "./times.ts";

/** Validates a JSON value and returns the errors, with pointers that start with `pointer`. */
export type Check = (value: unknown, pointer: string) => InvalidPart[];

const createCheck =
	(code: string, detail: string, isValid: (value: unknown) => boolean): Check =>
	(value, pointer) =>
		isValid(value) ? [] : [{ pointer, code, detail }];

/** Requires a string of 1 to `max` code points. */
export const text = (max = Number.POSITIVE_INFINITY): Check =>
	createCheck(
		"text",
		`Must be a string of 1 to ${max} code points.`,
		(value) =>
			typeof value === "string" &&
			value !== "" &&
			Array.from(value).length <= max,
	);

export const integer = (min: number, max: number): Check =>
	createCheck(
		"integer",
		`Must be an integer from ${min} to ${max}.`,
		(value) =>
			Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
	);

export const time: Check = createCheck(
	"time",
	"Must be a date-time of RFC 3339.",
	(value) => typeof value === "string" && parseTime(value) !== undefined,
);

export const forbidden: Check = createCheck(
	"forbidden",
	"Is set by the service.",
	() => false,
);

export const anything: Check = () => [];

export const array =
	(checkItem: Check, min: number, max: number): Check =>
	(value, pointer) => {
		if (!Array.isArray(value))
			return [{ pointer, code: "type", detail: "Must be an array." }];
		const checkSize = createCheck(
			"size",
			`Must have ${min} to ${max} items.`,
			() => value.length >= min && value.length <= max,
		);
		return [
			...checkSize(value, pointer),
			...value.flatMap((item, index) => checkItem(item, `${pointer}/${index}`)),
		];
	};

/** Requires an object with these properties. A name that ends in `?` is optional, and other properties are allowed. */
export const object =
	(properties: Readonly<Record<string, Check>>): Check =>
	(value, pointer) => {
		if (typeof value !== "object" || value === null || Array.isArray(value))
			return [{ pointer, code: "type", detail: "Must be an object." }];
		const sent = new Map(Object.entries(value));
		return Object.entries(properties).flatMap(([key, check]) => {
			const name = key.replace("?", "");
			const at = `${pointer}/${name}`;
			if (sent.has(name)) return check(sent.get(name), at);
			return key.endsWith("?")
				? []
				: [{ pointer: at, code: "missing", detail: "Is required." }];
		});
	};
