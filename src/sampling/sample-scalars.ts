import type { Faker } from "@faker-js/faker";
import { sample, stringMatching } from "fast-check";
import type { Node } from "../document/node.ts";
import { isTooLong, matches, readPattern } from "../document/pattern.ts";
import { attempt } from "../values/errors.ts";

type Build = (faker: Faker) => string;

const START = Date.UTC(2026, 0, 1);
const YEAR_MS = 31_536_000_000;

const buildTime: Build = (faker) =>
	new Date(START + faker.number.int({ max: YEAR_MS })).toISOString();

const FORMATS: Readonly<Record<string, Build>> = {
	"date-time": buildTime,
	date: (faker) => buildTime(faker).slice(0, 10),
	time: (faker) => buildTime(faker).slice(11),
	duration: (faker) => `PT${faker.number.int({ min: 1, max: 60 })}M`,
	email: (faker) => faker.internet.exampleEmail().toLowerCase(),
	"idn-email": (faker) => faker.internet.exampleEmail().toLowerCase(),
	hostname: (faker) => faker.internet.domainName(),
	"idn-hostname": (faker) => faker.internet.domainName(),
	uri: (faker) => faker.internet.url(),
	url: (faker) => faker.internet.url(),
	iri: (faker) => faker.internet.url(),
	"uri-reference": (faker) => `/${faker.lorem.slug()}`,
	"iri-reference": (faker) => `/${faker.lorem.slug()}`,
	"uri-template": (faker) => `/${faker.lorem.word()}/{id}`,
	uuid: (faker) => faker.string.uuid(),
	ipv4: (faker) => faker.internet.ipv4(),
	ipv6: (faker) => faker.internet.ipv6(),
	byte: (faker) => btoa(faker.lorem.words(2)),
	base64: (faker) => btoa(faker.lorem.words(2)),
	"json-pointer": (faker) => `/${faker.lorem.word()}`,
	"relative-json-pointer": () => "0",
	regex: () => "^[a-z]+$",
};

/** The subjects of texts, by the name of the property. */
const SUBJECTS: readonly (readonly [RegExp, Build])[] = [
	[
		/(^|_)([gu]?u?id|[GU]?U?ID)$|[a-z](I[dD]|(Gu|Uu|U)id)$/,
		(faker) => faker.string.nanoid(),
	],
	[/e-?mail/i, (faker) => faker.internet.exampleEmail().toLowerCase()],
	[/url|uri|link|href|website/i, (faker) => faker.internet.url()],
	[/(first|given)_?-?name/i, (faker) => faker.person.firstName()],
	[/(last|family|sur)_?-?name/i, (faker) => faker.person.lastName()],
	[/company|organi[sz]ation/i, (faker) => faker.company.name()],
	[/user_?-?name|login|owner|author/i, (faker) => faker.internet.username()],
	[/city|town/i, (faker) => faker.location.city()],
	[/country/i, (faker) => faker.location.country()],
	[/street|address/i, (faker) => faker.location.streetAddress()],
	[/zip|postal/i, (faker) => faker.location.zipCode()],
	[/phone|mobile|fax/i, (faker) => faker.phone.number()],
	[/currency/i, (faker) => faker.finance.currencyCode()],
	[/colou?r/i, (faker) => faker.color.human()],
	[/name|title|label/i, (faker) => faker.commerce.productName()],
	[
		/description|comment|note|text|message|summary|content|body/i,
		(faker) => faker.lorem.sentence(),
	],
	[/(_at|date|time(stamp)?)$|[a-z](At|On)$/, buildTime],
	[/key|token|hash|sha/, (faker) => faker.string.nanoid()],
];

/** The maximum length of texts, unless the schema requires longer ones. */
const MAX_LENGTH = 200;
/** The maximum required length. Schemas that require longer texts have no sample. */
const MAX_LEAST_LENGTH = 100_000;

/** Returns a text with a length that the schema allows. */
function fitLength({ minLength, maxLength }: Node, text: string): string {
	const least = Math.min(Number(minLength ?? 0), MAX_LEAST_LENGTH);
	const most = Number(maxLength ?? Math.max(least, MAX_LENGTH));
	const padded = text.length < least ? text.padEnd(least, "x") : text;
	return [...padded].slice(0, most).join("");
}

const isOfLength = ({ minLength, maxLength }: Node, text: string): boolean =>
	[...text].length >= Number(minLength ?? 0) &&
	[...text].length <= Number(maxLength ?? Infinity);

/**
 * Lookarounds, which the text generator cannot read. A text for the pattern without them often fits, and is checked.
 */
const LOOKAROUND = /\(\?<?[=!](?:[^()\\]|\\.)*\)/g;

/** The characters of classes that the text generator knows. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) =>
	String.fromCharCode(index + 32),
);
const CLASS = /\\.|(\[\^(?:[^\]\\]|\\.)*\])/gs;

/**
 * Returns the pattern with other characters for negated classes that exclude all printable ASCII, in which the text
 * generator would search for a character for ever.
 */
const withPrintable = (pattern: string): string =>
	pattern.replaceAll(CLASS, (each, negated?: string) =>
		negated === undefined || PRINTABLE.some((one) => matches(one, negated))
			? each
			: "[éあ😀]",
	);

/** Returns a text that matches the pattern; undefined if none is found. */
function buildMatching(schema: Node, pattern: string, faker: Faker) {
	if (isTooLong(pattern)) return undefined;
	const places = readPattern(pattern) ?? [];
	const simple = places
		.map((each) => (each ? faker.helpers.arrayElement([...each]) : ""))
		.join("");
	const fits = (text: string): boolean =>
		matches(text, pattern) && isOfLength(schema, text);
	if (fits(simple)) return simple;
	const { minLength, maxLength } = schema;
	const length = Number(maxLength ?? Math.max(Number(minLength ?? 0), 50));
	const seed = faker.number.int();
	const texts = attempt(() =>
		sample(
			stringMatching(
				new RegExp(withPrintable(pattern.replaceAll(LOOKAROUND, "")), "u"),
				{
					maxLength: length,
					// Other patterns mostly have texts shorter than twelve characters.
					...(Number(minLength ?? 0) > 1 && { size: "large" }),
				},
			),
			{ seed, numRuns: 50 },
		),
	);
	const found = texts?.filter(fits) ?? [];
	// Other ranges contain characters that people seldom write.
	return found.find((text) => /^[\w .:/@+-]*$/.test(text)) ?? found[0];
}

/** Returns a plausible text that satisfies pattern and length, if such a text can be made. */
export function sampleText(schema: Node, name: string, faker: Faker): string {
	const { format, pattern } = schema;
	const [, byName] = SUBJECTS.find(([about]) => about.test(name)) ?? [];
	const build = FORMATS[String(format)] ?? byName;
	const text = build?.(faker) ?? faker.lorem.words(2);
	// Cutting the text would destroy its form.
	const sized = FORMATS[String(format)] ? text : fitLength(schema, text);
	if (typeof pattern !== "string" || matches(sized, pattern)) return sized;
	return buildMatching(schema, pattern, faker) ?? sized;
}

/** The names of properties with whole numbers. */
const COUNTS = /count|total|page|size|limit|offset|number|age|year|quantity/i;

/**
 * Returns a number within the limits of a schema, or the closest number if the limits exclude all.
 * @param name the name of the property
 */
export function sampleNumber(schema: Node, name: string, faker: Faker): number {
	const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
	const isWhole =
		[schema.type].flat().includes("integer") ||
		/^u?int/.test(String(schema.format)) ||
		COUNTS.test(name);
	const step = Number(multipleOf ?? (isWhole ? 1 : 0.01));
	const above = Number(exclusiveMinimum ?? -Infinity);
	const below = Number(exclusiveMaximum ?? Infinity);
	const least = Math.max(Number(schema.minimum ?? -Infinity), above);
	const most = Math.min(Number(schema.maximum ?? Infinity), below);
	const start = least > -Infinity ? least : Math.min(1, most);
	const end = Math.min(most, start + 1_000);
	// A step such as 0.01 has no exact multiples in binary.
	const round = (value: number): number => Number(value.toPrecision(12));
	let first = Math.ceil(round(start / step));
	if (first * step <= above) first += 1;
	let last = Math.floor(round(end / step));
	if (last * step >= below) last -= 1;
	const count = faker.number.int({ min: first, max: Math.max(first, last) });
	return round(count * step);
}
