import fc from "fast-check";
import type { Node } from "../../contracts/generate/document.ts";
import { dateTime, notDateTime } from "./date-times.ts";
import { astral, codePoint } from "./json-values.ts";
import { type Fault, fault } from "./schema-faults.ts";

/** The most a string grows to where the schema sets no bound. */
const UNBOUNDED = 300;

const points = (
	minLength: number,
	maxLength: number,
	unit: fc.Arbitrary<string> = codePoint,
): fc.Arbitrary<string> =>
	fc.string({ unit, minLength, maxLength, size: "max" });

function read({ minLength, maxLength, pattern, format }: Node): {
	least: number;
	most: number | undefined;
	pattern: RegExp | undefined;
	isDateTime: boolean;
} {
	if (format !== undefined && format !== "date-time")
		throw new Error(
			`There are no arbitraries yet for the format ${format}: add them.`,
		);
	return {
		least: typeof minLength === "number" ? minLength : 0,
		most: typeof maxLength === "number" ? maxLength : undefined,
		pattern: typeof pattern === "string" ? new RegExp(pattern, "u") : undefined,
		isDateTime: format === "date-time",
	};
}

/** Strings as the schema has them, those of the greatest length in characters of two UTF-16 units among them. */
export function validString(schema: Node): fc.Arbitrary<string> {
	const { least, most = UNBOUNDED, pattern, isDateTime } = read(schema);
	if (isDateTime) return dateTime.filter((text) => pattern?.test(text) ?? true);
	if (pattern) return fc.stringMatching(pattern);
	return fc.oneof(
		{
			weight: 6,
			arbitrary: fc.string({
				unit: codePoint,
				minLength: least,
				maxLength: most,
			}),
		},
		{ weight: 1, arbitrary: points(most, most, astral) },
		{ weight: 1, arbitrary: points(most, most) },
		{ weight: 1, arbitrary: points(least, least, astral) },
	);
}

/** Every way in which a string can be other than the schema has it. */
export function invalidString(schema: Node): Fault[] {
	const { least, most, pattern, isDateTime } = read(schema);
	const length = [
		...(least === 0 ? [] : [fault("is too short", points(0, least - 1))]),
		...(most === undefined
			? []
			: [
					fault("is too long", points(most + 1, most + 9)),
					fault(
						"is one astral character too long",
						points(most + 1, most + 1, astral),
					),
				]),
	];
	if (isDateTime) return [...length, fault("is no date-time", notDateTime)];
	return pattern
		? [
				...length,
				fault(
					"is not of the pattern",
					fc.string().filter((text) => !pattern.test(text)),
				),
			]
		: length;
}
