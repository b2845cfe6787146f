import fc from "fast-check";
import {
	child,
	entries,
	isNode,
	type Node,
} from "../../../../src/document/node.ts";
import { escapeSegment } from "../../../../src/values/json.ts";
import { dateTime, notDateTime } from "./date-times.ts";
import {
	astral,
	codePoint,
	jsonTypeOf,
	jsonValue,
	propertyName,
} from "./json-values.ts";
import {
	listViolations,
	nestViolations,
	type ReadSchema,
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
function readString(schema: Node): SchemaArbitraries {
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

function readInteger(schema: Node): SchemaArbitraries {
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

/** The maximum number of additional items in an array, except in arrays of maximum length. */
const EXTRA_ITEMS = 4;

function readArray(schema: Node, read: ReadSchema): SchemaArbitraries {
	const { valid: item = fc.constant(null), violations } = read(
		child(schema, "items"),
	);
	const min = readNumber(schema, "minItems") ?? 0;
	const max = readNumber(schema, "maxItems") ?? 0;
	const repeatItem = (least: number, most: number): fc.Arbitrary<unknown[]> =>
		fc
			.tuple(item, fc.integer({ min: least, max: most }))
			.map(([value, length]) => Array(length).fill(value));
	const short = { minLength: min, maxLength: min + EXTRA_ITEMS };
	const valid = fc.oneof(
		{ weight: 8, arbitrary: fc.array(item, short) },
		{ weight: 1, arbitrary: repeatItem(max, max) },
	);
	return {
		valid,
		violations: [
			...listViolations({
				"is too short": repeatItem(0, min - 1),
				"is too long": repeatItem(max + 1, max + EXTRA_ITEMS),
			}),
			...nestViolations(violations, "*", (values) =>
				fc
					.tuple(valid, values, fc.nat())
					.map(([array, { value, pointer }, position]) => {
						const index = position % Math.max(array.length, 1);
						const changed = Object.assign([...array], { [index]: value });
						return { value: changed, pointer: `/${index}${pointer}` };
					}),
			),
		],
	};
}

/** Creates objects with unknown properties before and after the known ones. */
function readObject(schema: Node, read: ReadSchema): SchemaArbitraries {
	const properties = entries(child(schema, "properties")).map(
		([name, property]) => ({ name, ...read(property) }),
	);
	const required = Object.values(child(schema, "required")).map(String);
	const known = new Set(properties.map(({ name }) => name));
	const unknownProperties = fc.array(
		fc.tuple(
			propertyName.filter((name) => !known.has(name)),
			jsonValue,
		),
		{ maxLength: schema.additionalProperties === false ? 0 : 2 },
	);
	const knownProperties = Object.fromEntries(
		properties.flatMap(({ name, valid }) => (valid ? [[name, valid]] : [])),
	);
	// `fromEntries` keeps `__proto__`, which an assignment would set as the prototype.
	const valid: fc.Arbitrary<Record<string, unknown>> = fc
		.tuple(
			unknownProperties,
			fc.record(knownProperties, { requiredKeys: required }),
			unknownProperties,
		)
		.map(([before, own, after]) =>
			Object.fromEntries([...before, ...Object.entries(own), ...after]),
		);
	return {
		valid,
		violations: [
			...required.map((name) => ({
				pointerPattern: `/${name}`,
				description: "is missing",
				values: valid.map(({ [name]: _, ...value }) => ({
					value,
					pointer: `/${escapeSegment(name)}`,
				})),
			})),
			...properties.flatMap(({ name, violations }) =>
				nestViolations(violations, name, (values) =>
					fc.tuple(valid, values).map(([others, { value, pointer }]) => ({
						value: { ...others, [name]: value },
						pointer: `/${escapeSegment(name)}${pointer}`,
					})),
				),
			),
		],
	};
}

const READERS: Readonly<
	Record<string, (schema: Node, read: ReadSchema) => SchemaArbitraries>
> = {
	string: readString,
	integer: readInteger,
	array: readArray,
	object: readObject,
};
const KEYWORDS =
	/^(type|description|default|not|format|pattern|(min|max)(Length|imum|Items)|properties|required|additionalProperties|items|x-.*)$/;

/** Creates values for the JSON Schema keywords that the OpenAPI document uses in requests. */
export function createSchemaReader(
	resolve: (schema: Node) => Node,
): ReadSchema {
	return function read(reference) {
		const schema = resolve(reference);
		const { type, not } = schema;
		if (isNode(not))
			return {
				valid: undefined,
				violations: listViolations({ "is not allowed": jsonValue }),
			};
		if (type === undefined) return { valid: jsonValue, violations: [] };
		const readType = READERS[String(type)];
		const unknown = Object.keys(schema).filter((each) => !KEYWORDS.test(each));
		if (!readType || unknown.length > 0)
			throw new Error(
				`Unsupported type "${type}" or keyword "${unknown}" in a JSON schema. Add arbitraries for it to ${import.meta.dirname}.`,
			);
		const { valid, violations } = readType(schema, read);
		const jsonType = type === "integer" ? "number" : type;
		const ofOtherType = jsonValue.filter(
			(value) => jsonTypeOf(value) !== jsonType,
		);
		return {
			valid,
			violations: [
				...listViolations({ [`is not of type ${type}`]: ofOtherType }),
				...violations,
			],
		};
	};
}
