import type { InvalidPlace } from "../../engine/service.ts";
import { isObject } from "../../values/is-object.ts";
import { escapeSegment } from "../../values/json-pointer.ts";
import { ControlError } from "../control-error.ts";

/** What a member may be, and how to say so. */
export interface PropertyType<Type> {
	readonly is: (value: unknown) => value is Type;
	readonly must: string;
}

type Shape = Readonly<Record<string, PropertyType<unknown>>>;
type Members<Of extends Shape> = {
	readonly [Name in keyof Of]: Of[Name] extends PropertyType<infer Type>
		? Type
		: never;
};

export const text: PropertyType<string> = {
	is: (value) => typeof value === "string",
	must: "must be a string",
};
export const number: PropertyType<number> = {
	is: (value) => typeof value === "number",
	must: "must be a number",
};
export const flag: PropertyType<boolean> = {
	is: (value) => typeof value === "boolean",
	must: "must be true or false",
};
export const object: PropertyType<Readonly<Record<string, unknown>>> = {
	is: isObject,
	must: "must be an object",
};
export const anything: PropertyType<unknown> = {
	is: (_value): _value is unknown => true,
	must: "",
};
export const optional = <Type>({
	is,
	must,
}: PropertyType<Type>): PropertyType<Type | undefined> => ({
	is: (value): value is Type | undefined => value === undefined || is(value),
	must,
});

function wrongPlaces(
	value: Readonly<Record<string, unknown>>,
	shape: Shape,
): InvalidPlace[] {
	const names = Object.keys(shape);
	const known = names.length > 0 ? `use ${names.join(", ")}` : "send none";
	return [
		...Object.keys(value)
			.filter((name) => !names.includes(name))
			.map((name) => ({
				pointer: `/${escapeSegment(name)}`,
				detail: `is no member of this body: ${known}`,
			})),
		...Object.entries(shape)
			.filter(([name, { is }]) => !is(value[name]))
			.map(([name, { must }]) => ({
				pointer: `/${name}`,
				detail: value[name] === undefined ? "must be there" : must,
			})),
	];
}

const fits = <Of extends Shape>(
	value: Readonly<Record<string, unknown>>,
	shape: Of,
): value is Members<Of> => wrongPlaces(value, shape).length === 0;

/**
 * The members of a body, none of which may be unknown; no body at all has none.
 * @throws ControlError with each place that is wrong
 */
export function readMembers<const Of extends Shape>(
	body: unknown = {},
	shape: Of,
): Members<Of> {
	if (!isObject(body))
		throw new ControlError(400, "The body is not what this route takes.", [
			{ pointer: "", detail: object.must },
		]);
	if (fits(body, shape)) return body;
	throw new ControlError(
		400,
		"The body is not what this route takes.",
		wrongPlaces(body, shape),
	);
}
