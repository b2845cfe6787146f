import type { Field } from "../document/field.ts";
import { DocumentError } from "../document/node.ts";
import { matches, readPattern } from "../document/pattern.ts";
import type { WriteContext } from "../store/write-context.ts";

/** The input for the values that a service generates. */
export interface Making {
	readonly context: WriteContext;
	/** The number of records that the collection has ever had. */
	readonly created: number;
	/** The id that a client chose. */
	readonly id?: unknown;
}

/** A literal prefix, then a ULID. */
const ULID = /^\^([\w-]*)\[0-7\]\[0-9A-HJKMNP-TV-Z\]\{25\}\$$/;
const ULID_LENGTH = 26;
const HEX = "0123456789abcdef";
/** RFC 9562 section 5.4. */
const UUID = "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx";

/** Returns the first id if ids are numbers. */
export const firstNumber = ({ schema }: Field): number =>
	Number(schema.minimum ?? 1);

/**
 * Returns a function that makes ids in the form of the document: whole numbers, ULIDs with any prefix, UUIDs, or
 * texts that match a pattern without groups.
 * @throws DocumentError if the form is none of these
 */
export function createIdForm(
	field: Field,
): (making: Making) => string | number {
	const { format, pattern } = field.schema;
	if (field.isNumeric) {
		const first = firstNumber(field);
		return ({ created }) => first + created;
	}
	const draw = (context: WriteContext, characters: string): string =>
		characters[Math.floor(context.fraction() * characters.length)] ?? "";
	if (format === "uuid")
		return ({ context }) => UUID.replaceAll("x", () => draw(context, HEX));
	if (typeof pattern !== "string") {
		const { minLength = 0, maxLength = ULID_LENGTH } = field.schema;
		const length = Math.max(Number(minLength), Number(maxLength));
		return ({ context }) =>
			Number(maxLength) >= ULID_LENGTH
				? context.id("").padEnd(Number(minLength), "0")
				: Array.from({ length }, () => draw(context, HEX)).join("");
	}
	const [, prefix] = ULID.exec(pattern) ?? [];
	if (prefix !== undefined) return ({ context }) => context.id(prefix);
	const places = readPattern(pattern);
	const make = ({ context }: Pick<Making, "context">): string =>
		(places ?? []).map((each) => draw(context, each)).join("");
	const middle = { id: () => "", at: "", fraction: () => 0.5 };
	if (!places || !matches(make({ context: middle }), pattern))
		throw new DocumentError(
			`ids that match ${pattern} cannot be made. Use format: uuid, type: integer, or a pattern of characters and classes, such as ^zap_[0-9a-f]{24}$`,
			{ pattern },
		);
	return make;
}

type Spell = (time: string) => string;

/** @param digits the number of digits in the fraction of a second */
const spellFraction =
	(digits: number, zone: string): Spell =>
	(time) =>
		time.replace(/\.(\d+)Z$/, (_, fraction: string) => {
			const shown = fraction.padEnd(digits, "0").slice(0, digits);
			return (shown && `.${shown}`) + zone;
		});

/** Numbers of digits, the most common first. */
const DIGITS = [3, 0, 6, 9, 7, 1, 2, 4, 5, 8];

/** The spellings of RFC 3339 in services, the most common first. */
const SPELLINGS: readonly Spell[] = [
	(time) => time,
	...["Z", "+00:00"].flatMap((zone) =>
		DIGITS.map((digits) => spellFraction(digits, zone)),
	),
	(time) => time.replace("T", " ").replace(/Z$/, ""),
];

/** Larger numbers count milliseconds: in seconds, they would be times after the year 5000. */
const MAX_SECONDS = 1e11;

const isMilliseconds = ({ schema }: Field): boolean =>
	/milli|-ms$/i.test(String(schema.format)) ||
	[schema.minimum, schema.maximum, schema.example].some(
		(each) => Number(each ?? 0) > MAX_SECONDS,
	);

/**
 * Returns a function that writes times in the form of the document: seconds or milliseconds since the epoch, or RFC
 * 3339 in the spelling of a pattern or an example.
 * @throws DocumentError if the form is none of these
 */
export function createTimeForm(
	field: Field,
): (time: string) => string | number {
	if (field.isNumeric) {
		const unit = isMilliseconds(field) ? 1 : 1000;
		return (time) => Math.floor(Date.parse(time) / unit);
	}
	const { pattern } = field.schema;
	const now = "2026-01-01T12:34:56.789Z";
	const spell = SPELLINGS.find((each) => matches(each(now), pattern));
	if (!spell)
		throw new DocumentError(
			`times that match ${pattern} cannot be made. Use a pattern that RFC 3339 in UTC matches, or type: integer`,
			{ pattern },
		);
	return spell;
}

/** Converts a time in any of these forms to milliseconds since the epoch. */
export function readTime(value: unknown): number {
	if (typeof value === "number")
		return value > MAX_SECONDS ? value : value * 1000;
	const text = String(value);
	const hasZone = text.endsWith("Z") || /(z|[+-]\d\d:\d\d)$/.test(text);
	return Date.parse(hasZone ? text : `${text}Z`);
}
