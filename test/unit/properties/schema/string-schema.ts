import fc from "fast-check";
import type { Node } from "../../../../contracts/generate/document.ts";
import { dateTime, notDateTime } from "./date-times.ts";
import { astral, codePoint } from "./json-values.ts";
import { createViolation, type SchemaViolation } from "./schema-violation.ts";

/** The maximum length of strings whose schema sets none. */
const DEFAULT_MAX_LENGTH = 300;

const createString = (
	minLength: number,
	maxLength: number,
	unit: fc.Arbitrary<string> = codePoint,
): fc.Arbitrary<string> =>
	fc.string({ unit, minLength, maxLength, size: "max" });

function readConstraints({ minLength, maxLength, pattern, format }: Node): {
	min: number;
	max: number | undefined;
	pattern: RegExp | undefined;
	isDateTime: boolean;
} {
	if (format !== undefined && format !== "date-time")
		throw new Error(
			`Unsupported format "${format}" in a JSON schema. Add arbitraries for it to ${import.meta.filename}.`,
		);
	return {
		min: typeof minLength === "number" ? minLength : 0,
		max: typeof maxLength === "number" ? maxLength : undefined,
		pattern: typeof pattern === "string" ? new RegExp(pattern, "u") : undefined,
		isDateTime: format === "date-time",
	};
}

/** Creates strings that the schema accepts, some of maximum length and of characters with two UTF-16 code units. */
export function validString(schema: Node): fc.Arbitrary<string> {
	const {
		min,
		max = DEFAULT_MAX_LENGTH,
		pattern,
		isDateTime,
	} = readConstraints(schema);
	if (isDateTime) return dateTime.filter((text) => pattern?.test(text) ?? true);
	if (pattern) return fc.stringMatching(pattern);
	return fc.oneof(
		{
			weight: 6,
			arbitrary: fc.string({
				unit: codePoint,
				minLength: min,
				maxLength: max,
			}),
		},
		{ weight: 1, arbitrary: createString(max, max, astral) },
		{ weight: 1, arbitrary: createString(max, max) },
		{ weight: 1, arbitrary: createString(min, min, astral) },
	);
}

/** Lists the ways in which a string can violate the schema. */
export function invalidString(schema: Node): SchemaViolation[] {
	const { min, max, pattern, isDateTime } = readConstraints(schema);
	const length = [
		...(min === 0
			? []
			: [createViolation("is too short", createString(0, min - 1))]),
		...(max === undefined
			? []
			: [
					createViolation("is too long", createString(max + 1, max + 9)),
					createViolation(
						"is one astral character too long",
						createString(max + 1, max + 1, astral),
					),
				]),
	];
	if (isDateTime)
		return [...length, createViolation("is not a date-time", notDateTime)];
	return pattern
		? [
				...length,
				createViolation(
					"does not match the pattern",
					fc.string().filter((text) => !pattern.test(text)),
				),
			]
		: length;
}
