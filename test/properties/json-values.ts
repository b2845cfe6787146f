import fc from "fast-check";

/** Names that objects inherit, that promises and serialisers look for, or that JSON pointers escape. */
const TREACHEROUS = [
	"__proto__",
	"constructor",
	"prototype",
	"hasOwnProperty",
	"toString",
	"valueOf",
	"toJSON",
	"then",
	"length",
	"",
	"0",
	"10",
	"a/b",
	"m~n",
	"~1",
];

const between = (min: number, max: number): fc.Arbitrary<string> =>
	fc.integer({ min, max }).map((point) => String.fromCodePoint(point));

/** A code point of two UTF-16 units. */
export const astral: fc.Arbitrary<string> = between(0x10000, 0x10ffff);

/** Any code point but the halves of surrogate pairs, which are none by themselves. */
export const codePoint: fc.Arbitrary<string> = fc.oneof(
	between(0x20, 0x7e),
	between(0, 0xd7ff),
	between(0xe000, 0xffff),
	astral,
);

export const wellFormed: fc.Arbitrary<string> = fc.string({ unit: codePoint });

export const memberName: fc.Arbitrary<string> = fc.oneof(
	wellFormed,
	fc.constantFrom(...TREACHEROUS),
);

/** An object with all of these as its own members, `__proto__` included. */
export const objectFrom = (
	members: Iterable<readonly [string, unknown]>,
): Record<string, unknown> => Object.fromEntries(members);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		fc.constantFrom(null, true, false),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.maxSafeInteger(),
		wellFormed,
		fc.array(tie("value"), { maxLength: 4 }),
		fc
			.array(fc.tuple(memberName, tie("value")), { maxLength: 4 })
			.map(objectFrom),
	),
}));

/** Any value that JSON can carry. */
export const jsonValue: fc.Arbitrary<unknown> = value;

/** The type of a JSON value, as JSON Schema calls it. */
export function typeOf(json: unknown): string {
	if (json === null) return "null";
	if (Array.isArray(json)) return "array";
	return typeof json;
}

export const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");
