import fc from "fast-check";
import type { Node } from "../../../../src/document/node.ts";
import { dateTime, notDateTime } from "./date-times.ts";
import { astral, codePoint } from "./json-values.ts";
import {
	listViolations,
	readNumber,
	type SchemaArbitraries,
} from "./schema-arbitraries.ts";

/** The maximum length of strings whose schema sets none. */
const DEFAULT_MAX_LENGTH = 300;

const createString = (
	minLength: number,
	maxLength: number,
	unit: fc.Arbitrary<string> = codePoint,
): fc.Arbitrary<string> =>
	fc.string({ unit, minLength, maxLength, size: "max" });

/** Creates strings, some of maximum length and of characters with two UTF-16 code units. */
export function readString(schema: Node): SchemaArbitraries {
	if (schema.format === "date-time")
		return {
			valid: dateTime,
			violations: listViolations({ "is not a date-time": notDateTime }),
		};
	if (schema.format !== undefined || schema.pattern !== undefined)
		throw new Error(
			`Unsupported string ${JSON.stringify(schema)} in a JSON schema. Add arbitraries for it to ${import.meta.filename}.`,
		);
	const min = readNumber(schema, "minLength") ?? 0;
	const limit = readNumber(schema, "maxLength");
	const max = limit ?? DEFAULT_MAX_LENGTH;
	const usual = { unit: codePoint, minLength: min, maxLength: max };
	return {
		valid: fc.oneof(
			{ weight: 6, arbitrary: fc.string(usual) },
			{ weight: 1, arbitrary: createString(max, max, astral) },
			{ weight: 1, arbitrary: createString(max, max) },
			{ weight: 1, arbitrary: createString(min, min, astral) },
		),
		violations: listViolations({
			...(min > 0 && { "is too short": createString(0, min - 1) }),
			...(limit !== undefined && {
				"is too long": createString(max + 1, max + 9),
				"is one astral character too long": createString(
					...([max + 1, max + 1, astral] as const),
				),
			}),
		}),
	};
}

export function readInteger(schema: Node): SchemaArbitraries {
	const min = readNumber(schema, "minimum") ?? Number.NaN;
	const max = readNumber(schema, "maximum") ?? Number.NaN;
	const below = { min: Number.MIN_SAFE_INTEGER, max: min - 1 };
	const above = { min: max + 1, max: Number.MAX_SAFE_INTEGER };
	return {
		valid: fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)),
		violations: listViolations({
			"is not an integer": fc
				.integer({ min, max: max - 1 })
				.map((integer) => integer + 0.5),
			"is too small": fc.oneof(fc.constant(below.max), fc.integer(below)),
			"is too large": fc.oneof(fc.constant(above.min), fc.integer(above)),
		}),
	};
}
