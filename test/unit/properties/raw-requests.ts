import fc from "fast-check";
import { operations } from "./operations.ts";

const encoder = new TextEncoder();
const weighted = <Value>(
	...values: readonly [weight: number, arbitrary: fc.Arbitrary<Value>][]
): fc.Arbitrary<Value> =>
	fc.oneof(...values.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const anyText = fc.string({ unit: "binary" });

const knownPath = fc.constantFrom(...operations.map(({ path }) => path));
const oddEnding = fc.constantFrom(
	...[" ", ..."/ // /. /.. %2f %00 % \\ ;a=b é 😀".split(" ")],
);

/** Any text that can follow an origin as a path, mostly a known path. */
export const anyPath: fc.Arbitrary<string> = weighted(
	[4, knownPath],
	[1, fc.tuple(knownPath, oddEnding).map((both) => both.join(""))],
	[1, fc.webPath()],
	[1, anyText.map((text) => `/${text}`)],
);

export const anyQuery: fc.Arbitrary<string> = weighted(
	[2, fc.constant("")],
	[1, fc.webQueryParameters().map((text) => `?${text}`)],
	[1, anyText.map((text) => `?${text}`)],
	[1, anyText.map((text) => `?limit=${text}&limit`)],
	[1, anyText.map((text) => `?cursor=${text}&cursor`)],
);

export const anyFragment: fc.Arbitrary<string> = weighted(
	[1, fc.constant("")],
	[1, anyText.map((text) => `#${text}`)],
);

/** Any method except those that `Request` does not accept. */
export const anyMethod: fc.Arbitrary<string> = weighted(
	[4, fc.constantFrom("GET", "POST")],
	[2, fc.constantFrom(..."HEAD PUT DELETE OPTIONS PATCH get QUERY".split(" "))],
	[1, fc.stringMatching(/^[AZaz09!#$%&'*+.^_`|~-]+$/)],
).filter((name) => !/^(connect|trace|track)$/i.test(name));

const headerCharacter = fc
	.integer({ min: 0x20, max: 0xff })
	.filter((code) => code !== 0x7f)
	.map((code) => String.fromCharCode(code));

const OTHER_TYPES =
	"text/plain application/jsonx application/problem+json application/x-www-form-urlencoded";

export const anyContentType: fc.Arbitrary<string | null> = weighted<
	string | null
>(
	[4, fc.constantFrom("application/json", "APPLICATION/JSON")],
	[1, fc.constant("application/json;charset=utf-16")],
	[2, fc.constantFrom("", "application/json, text/html")],
	[2, fc.constantFrom(...OTHER_TYPES.split(" "))],
	[1, fc.string({ unit: headerCharacter })],
	[1, fc.constant(null)],
);

export const anyBytes: fc.Arbitrary<Uint8Array<ArrayBuffer>> = weighted(
	[1, fc.uint8Array({ size: "+1" }).map((any) => Uint8Array.from(any))],
	[1, anyText.map((text) => encoder.encode(text))],
	[1, fc.json().map((text) => encoder.encode(text))],
);

const insertedText = fc.constantFrom(
	...[...'{}[]",:\\0-.eE', "null", "\\u0000", "\\ud800", "1e999"],
	'"__proto__":',
);

/** The insertion, removal and replacement of a few bytes. */
export const byteChange = fc.record({
	position: fc.nat(),
	removed: weighted([2, fc.nat(3)], [1, fc.constant(0)]),
	inserted: weighted<Uint8Array>(
		[2, fc.uint8Array({ maxLength: 3 })],
		[4, insertedText.map((text) => encoder.encode(text))],
		// A letter or a space often keeps the JSON valid.
		[3, fc.constantFrom("a", " ", "é").map((text) => encoder.encode(text))],
	),
});

export function changeBytes(
	body: Uint8Array,
	{
		position,
		removed,
		inserted,
	}: ReturnType<typeof byteChange.generate>["value"],
): Uint8Array<ArrayBuffer> {
	const at = position % (body.length + 1);
	const [before, after] = [body.slice(0, at), body.slice(at + removed)];
	return Uint8Array.from([...before, ...inserted, ...after]);
}

export function isJson(body: Uint8Array): boolean {
	try {
		JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		return true;
	} catch {
		return false;
	}
}
