import { type Field, hasType, isFreeText } from "../document/field.ts";
import { matches } from "../document/pattern.ts";
import { isObject } from "../values/json.ts";
import type { Choices } from "./choices.ts";
import { findWordForm, type Word } from "./step.ts";

/** The choices for the values of one body. */
export interface Varying {
	readonly choices: Choices;
	/** The number of days that are added to all dates, so that their order stays the same. */
	readonly days: number;
	/** Whether a service may reject a text that another record has. */
	readonly isUnique?: boolean;
	/** Returns a new text. */
	word(form?: Omit<Word, "$word">): Word;
}

/** Parts of texts that a service has to store, write and find unchanged. */
const PIECES = [
	...["u\u0308", "😀", " ", "  ", "\t", "<b>&amp;", "\"'"],
	...["\\n", "/?#", "%20", "_,+", "$1"],
];
const MAX_PIECES = 6;
/** Letters with two cases that are not in ASCII. A search has to ignore their case, too. */
const LETTERS = "Üéж";

function drawPieces(choices: Choices): string {
	const pieces = Array.from({ length: 1 + choices.below(MAX_PIECES) }, () =>
		choices.of(PIECES),
	);
	return [...pieces, ...(choices.chance(0.5) ? [LETTERS] : [])].join("");
}

/** The maximum distance of chosen numbers from a limit. */
const SPAN = 1_000;
const MAX_TEXT = 1_000;
/** The minimum of `maxLength` at which a text has room for a word. */
const WORD_LENGTH = 40;
/** The minimum of `maxLength` at which a text has room for other letters and signs, too. */
const MIN_PIECES = 80;
const MAX_ITEMS = 4;
/** The maximum number of items of arrays that are as long as the document allows. */
const MAX_LONG = 100;

/** Values of all JSON types, among them those that a service may confuse with a missing value or another type. */
const SCALARS = [
	...[null, 0, -1.5, 2 ** 40, true, false],
	...["", "0", "a", "2026-01-01"],
];
/** Names that a service may spell in another way. */
const NAMES = ["a", "otherName", "next_name"];

/** Returns any JSON value. */
export function createJson(choices: Choices, depth = 2): unknown {
	const form =
		depth === 0
			? "scalar"
			: choices.of(["array", "object", "scalar", "scalar"]);
	if (form === "scalar") return choices.of(SCALARS);
	const values = Array.from({ length: choices.below(3) }, () =>
		createJson(choices, depth - 1),
	);
	return form === "array"
		? values
		: Object.fromEntries(values.map((each) => [choices.of(NAMES), each]));
}

/** Whether the document names neither a type nor any other keyword that limits the value. */
export const isAnything = (schema: unknown): boolean =>
	schema === true ||
	(isObject(schema) &&
		Object.keys(schema).every((keyword) =>
			/^(x-.*|title|description|examples?|default|deprecated)$/.test(keyword),
		));

function varyNumber(field: Field, valid: number, choices: Choices) {
	const { minimum, maximum, multipleOf, format } = field.schema;
	if (multipleOf !== undefined) return valid;
	const least = Number(minimum ?? Math.min(valid, 1));
	const most = Math.min(Number(maximum ?? Infinity), least + SPAN);
	if (choices.chance(0.1) && minimum !== undefined) return least;
	if (choices.chance(0.1) && typeof maximum === "number") return maximum;
	const whole = least + choices.below(Math.max(Math.floor(most - least), 1));
	const isWhole = hasType(field, "integer") || `${format}`.startsWith("int");
	return !isWhole && whole < most && choices.chance(0.1) ? whole + 0.25 : whole;
}

/** Returns the date or time some days later; unchanged if it is no date. */
function addDays(text: string, days: number): string {
	const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)(.*)$/.exec(text) ?? [];
	const ms = Date.parse(date);
	// A leap second exists on few days.
	if (Number.isNaN(ms) || time.includes(":60")) return text;
	const later = new Date(ms + days * 86_400_000).toISOString();
	return `${later.slice(0, date.length)}${time}`;
}

function varyText({ schema }: Field, valid: string, varying: Varying): unknown {
	const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
	const isValid = (text: string): boolean =>
		matches(text, pattern) &&
		text.length >= Number(minLength) &&
		text.length <= Number(maxLength);
	if (format === "date" || format === "date-time") {
		const later = addDays(valid, varying.days);
		return isValid(later) ? later : valid;
	}
	const [domain] = /@[^@]+$/.exec(valid) ?? [];
	if (format === "email" && domain !== undefined) {
		const lower = { change: "lower", after: domain } as const;
		const any = varying.choices.chance(0.3) ? [{ after: domain }] : [];
		const form = findWordForm(isValid, [...any, lower]);
		return form ? varying.word(form) : valid;
	}
	const form = format === undefined ? findWordForm(isValid) : undefined;
	// Other texts may have a meaning, so that no new ones are made.
	const isOrdinary = form && Object.keys(form).length === 0;
	return form && (varying.isUnique || isOrdinary) ? varying.word(form) : valid;
}

function varyFreeText(
	{ schema }: Field,
	valid: string,
	{ choices, isUnique, word }: Varying,
	isInArray: boolean,
): unknown {
	const { minLength = 0, maxLength = Infinity } = schema;
	const [least, most] = [Number(minLength), Number(maxLength)];
	const after = choices.chance(0.7) ? { after: drawPieces(choices) } : {};
	if (choices.chance(least > 0 ? 0.1 : 0.02) && !isUnique)
		return word({ length: least, ...after });
	if (choices.chance(0.15) && most <= MAX_TEXT)
		return word({ length: most, ...after });
	if (most < WORD_LENGTH || (isInArray && choices.chance(0.3))) return valid;
	const before = choices.chance(0.1) ? { before: drawPieces(choices) } : {};
	return word(most > MIN_PIECES ? { ...before, ...after } : {});
}

function varyArray(
	{ schema, items }: Field,
	valid: readonly unknown[],
	varying: Varying,
): unknown {
	const { minItems = 1, maxItems = MAX_ITEMS, uniqueItems } = schema;
	const [first] = valid;
	if (!items || first === undefined || uniqueItems === true) return valid;
	const isLong = varying.choices.chance(0.03);
	// Other items may have a meaning, so that no new ones are made.
	const most = isObject(first)
		? Math.min(Number(maxItems), isLong ? MAX_LONG : MAX_ITEMS)
		: valid.length;
	const least = isLong ? most : Math.max(Number(minItems), 1);
	const count = varying.choices.chance(0.5)
		? valid.length
		: least + varying.choices.below(Math.max(most - least + 1, 1));
	return Array.from({ length: count }, (_, index) => {
		const item = valid[index % valid.length];
		return isObject(item) ? varyValue(items, item, varying, true) : item;
	});
}

/** Keywords that may forbid an object without one of its optional properties. */
const LINKING = /^(minProperties|depend.*|if|not|anyOf|oneOf)$/;

function varyObject(
	field: Field,
	valid: Readonly<Record<string, unknown>>,
	varying: Varying,
	isInArray: boolean,
): unknown {
	const isLinked =
		field.alternatives.length > 0 ||
		Object.keys(field.schema).some((keyword) => LINKING.test(keyword));
	return Object.fromEntries(
		Object.entries(valid).flatMap(([name, value]) => {
			const known = field.byName.get(name);
			if (!known) return [[name, value]];
			const isNeeded = isLinked || field.required.includes(name);
			if (!isNeeded && varying.choices.chance(0.3)) return [];
			return [[name, varyValue(known, value, varying, isInArray)]];
		}),
	);
}

/**
 * Returns another value that the field allows, if the document contains enough information.
 * @param valid a valid value
 * @param isInArray whether the value is in an item of an array
 */
export function varyValue(
	field: Field,
	valid: unknown,
	varying: Varying,
	isInArray = false,
): unknown {
	const { schema } = field;
	const { choices } = varying;
	if (hasType(field, "null") && choices.chance(0.1)) return null;
	if (Array.isArray(schema.enum)) return choices.of(schema.enum) ?? valid;
	if (field.hasConst) return valid;
	if (typeof valid === "boolean") return choices.chance(0.5);
	if (typeof valid === "number")
		return field.isNumeric ? varyNumber(field, valid, choices) : valid;
	if (typeof valid === "string") {
		if (!hasType(field, "string")) return valid;
		return isFreeText(field)
			? varyFreeText(field, valid, varying, isInArray)
			: varyText(field, valid, varying);
	}
	if (field.properties.length > 0 && isObject(valid))
		return varyObject(field, valid, varying, isInArray);
	if (field.items && Array.isArray(valid))
		return varyArray(field, valid, varying);
	return isAnything(schema) && choices.chance(0.5)
		? createJson(choices)
		: valid;
}
