import type { InvalidPlace } from "../../engine/service.ts";
import { isObject } from "../../values/is-object.ts";
import { escapeSegment } from "../../values/json-pointer.ts";
import { ControlError } from "../control-error.ts";

interface Types {
	readonly string: string;
	readonly number: number;
	readonly boolean: boolean;
	readonly object: Readonly<Record<string, unknown>>;
	readonly any: unknown;
}

/** The type of each property; `?` marks optional ones. */
export type Shape = Readonly<Record<string, keyof Types | `${keyof Types}?`>>;

type PropertiesOf<Of extends Shape> = {
	readonly [Name in keyof Of]: Of[Name] extends keyof Types
		? Types[Of[Name]]
		: Of[Name] extends `${infer Type extends keyof Types}?`
			? Types[Type] | undefined
			: never;
};

const isOfType = (value: unknown, type: string): boolean =>
	type === "any" ||
	(type === "object" ? isObject(value) : typeof value === type);

function invalidPlaces(value: unknown, shape: Shape): InvalidPlace[] {
	if (!isObject(value)) return [{ pointer: "", detail: "must be an object" }];
	const names = Object.keys(shape);
	const known =
		names.length > 0 ? `use ${names.join(", ")}` : "send no properties";
	return [
		...Object.keys(value)
			.filter((name) => !names.includes(name))
			.map((name) => ({
				pointer: `/${escapeSegment(name)}`,
				detail: `is an unknown property: ${known}`,
			})),
		...Object.entries(shape).flatMap(([name, marked]) => {
			const type = marked.replace("?", "");
			const pointer = `/${name}`;
			if (value[name] === undefined)
				return type === marked ? [{ pointer, detail: "is required" }] : [];
			const detail = `must be ${type === "object" ? "an" : "a"} ${type}`;
			return isOfType(value[name], type) ? [] : [{ pointer, detail }];
		}),
	];
}

const isValid = <Of extends Shape>(
	body: unknown,
	shape: Of,
): body is PropertiesOf<Of> => invalidPlaces(body, shape).length === 0;

/**
 * Returns the properties of a body; no body has no properties.
 * @throws ControlError with each invalid place, unknown properties included
 */
export function readProperties<const Of extends Shape>(
	body: unknown = {},
	shape: Of,
): PropertiesOf<Of> {
	if (isValid(body, shape)) return body;
	const invalid = invalidPlaces(body, shape);
	throw new ControlError(400, "Invalid request body.", invalid);
}
