import fc from "fast-check";

/** Names that objects inherit, that promises and serializers look for, or that JSON pointers escape. */
const SPECIAL_NAMES = [
	"",
	..."__proto__ constructor prototype hasOwnProperty toString valueOf".split(
		" ",
	),
	..."toJSON then length 0 10 a/b m~n ~1".split(" "),
];

const codePointBetween = (min: number, max: number): fc.Arbitrary<string> =>
	fc.integer({ min, max }).map((point) => String.fromCodePoint(point));

/** A code point of two UTF-16 code units. */
export const astral: fc.Arbitrary<string> = codePointBetween(0x10000, 0x10ffff);

/** Any code point except lone surrogates. */
export const codePoint: fc.Arbitrary<string> = fc.oneof(
	codePointBetween(0x20, 0x7e),
	codePointBetween(0, 0xd7ff),
	codePointBetween(0xe000, 0xffff),
	astral,
);

export const wellFormed: fc.Arbitrary<string> = fc.string({ unit: codePoint });

export const propertyName: fc.Arbitrary<string> = fc.oneof(
	wellFormed,
	fc.constantFrom(...SPECIAL_NAMES),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		fc.constantFrom(null, true, false),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.maxSafeInteger(),
		wellFormed,
		fc.array(tie("value"), { maxLength: 4 }),
		fc
			.array(fc.tuple(propertyName, tie("value")), { maxLength: 4 })
			// Keeps `__proto__`, which an assignment would set as the prototype.
			.map((properties) => Object.fromEntries(properties)),
	),
}));

/** Any JSON value. */
export const jsonValue: fc.Arbitrary<unknown> = value;

/** Returns the JSON Schema type of a JSON value. */
export function jsonTypeOf(json: unknown): string {
	if (json === null) return "null";
	if (Array.isArray(json)) return "array";
	return typeof json;
}
