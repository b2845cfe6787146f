import fc from "fast-check";
import { withOffset } from "./date-times.ts";
import {
	type Conditions,
	type FineTime,
	type Model,
	START,
	textsOf,
} from "./model.ts";

/** Choices by which conditions are found once it is known what there is to find. */
export interface Picks {
	readonly action: number | undefined;
	readonly subjectType: number | undefined;
	readonly subjectId: number | undefined;
	readonly from: TimePick | undefined;
	readonly to: TimePick | undefined;
	readonly text: TextPick | undefined;
}

interface TimePick {
	readonly record: number;
	readonly shift: number;
	readonly millionths: number;
	readonly offset: number;
}

interface TextPick extends PartPick {
	readonly record: number;
	readonly field: number;
}

interface PartPick {
	readonly start: number;
	readonly length: number;
	readonly flips: readonly boolean[];
}

const maybe = <Value>(
	pick: fc.Arbitrary<Value>,
): fc.Arbitrary<Value | undefined> =>
	fc.option(pick, { nil: undefined, freq: 2 });

const timePick: fc.Arbitrary<TimePick> = fc.record({
	record: fc.nat(),
	shift: fc.constantFrom(0, 0, 0, -1, 1, 1000),
	millionths: fc.constantFrom(0, 0, 1, 999_999, 500_000),
	offset: fc.integer({ min: -1439, max: 1439 }),
});

const part = {
	start: fc.nat(),
	length: fc.integer({ min: 1, max: 12 }),
	flips: fc.array(fc.boolean(), { maxLength: 12 }),
};

export const partPick: fc.Arbitrary<PartPick> = fc.record(part);

const textPick: fc.Arbitrary<TextPick> = fc.record({
	record: fc.nat(),
	// The details, which clients choose, are the last field of a record and the most interesting one.
	field: fc.constantFrom(0, 1, 2, 2, 2, 2),
	...part,
});

export const picks: fc.Arbitrary<Picks> = fc.record({
	action: maybe(fc.nat()),
	subjectType: maybe(fc.nat()),
	subjectId: maybe(fc.nat()),
	from: maybe(timePick),
	to: maybe(timePick),
	text: maybe(textPick),
});

/** Names in which case matters, the Greek sigma, which has two small letters, among them. */
export const casedName: fc.Arbitrary<string> = fc.string({
	unit: fc.constantFrom(..."aZöΣσςЖ𐐀𐐨 ."),
	minLength: 1,
	maxLength: 12,
});

const choose = <Value>(
	values: readonly Value[],
	pick: number,
): Value | undefined => values[pick % values.length];

function flipped(character: string): string {
	const upper = character.toUpperCase();
	const other = upper === character ? character.toLowerCase() : upper;
	// Some letters have no other case of their own, like the German sharp s.
	return [...other].length === 1 &&
		other.toLowerCase() === character.toLowerCase()
		? other
		: character;
}

/** A part of the text, some of its letters in their other case. */
export function partOf(
	text: string,
	{ start, length, flips }: PartPick,
): string {
	const characters = [...text];
	const from = start % characters.length;
	return characters
		.slice(from, from + length)
		.map((character, index) => (flips[index] ? flipped(character) : character))
		.join("");
}

function timeOf(
	{ audit }: Model,
	{ record, shift, millionths }: TimePick,
): FineTime {
	const at = choose(audit, record)?.at;
	return { milliseconds: (at ? Date.parse(at) : START) + shift, millionths };
}

function textOf(
	{ audit }: Model,
	{ record, field, ...part }: TextPick,
): string {
	const chosen = choose(audit, record);
	return partOf(
		choose(chosen ? textsOf(chosen) : [], field) ?? "nothing",
		part,
	);
}

/** The conditions picked, most of which some record meets; a few are near to what one meets. */
export function conditionsOf(
	model: Model,
	{ action, subjectType, subjectId, from, to, text }: Picks,
): Conditions {
	const actions = [
		...new Set(model.audit.map((each) => each.action)),
		"zap.create",
		"ZAP.CREATED",
	];
	const types = [
		...new Set(model.audit.map(({ subject }) => subject.type)),
		"Zap",
		"za",
	];
	const ids = [...model.audit.map(({ subject }) => subject.id), "zap_"];
	return {
		action: action === undefined ? undefined : choose(actions, action),
		subjectType:
			subjectType === undefined ? undefined : choose(types, subjectType),
		subjectId: subjectId === undefined ? undefined : choose(ids, subjectId),
		from: from && timeOf(model, from),
		to: to && timeOf(model, to),
		text: text && textOf(model, text),
	};
}

function spelt({ milliseconds, millionths }: FineTime, offset: number): string {
	const digits = `${millionths}`.padStart(6, "0");
	return withOffset(milliseconds, offset).replace(/\.[0-9]{3}/, (fraction) =>
		millionths === 0 && offset % 2 === 0 ? fraction : fraction + digits,
	);
}

/** The same as members of the request. */
export const membersOf = (
	conditions: Conditions,
	picked: Picks,
): Record<string, unknown> => ({
	...conditions,
	from: conditions.from && spelt(conditions.from, picked.from?.offset ?? 0),
	to: conditions.to && spelt(conditions.to, picked.to?.offset ?? 0),
});

/** The picks themselves, and each of them alone. */
export function separately(picked: Picks): Picks[] {
	const none: Picks = {
		action: undefined,
		subjectType: undefined,
		subjectId: undefined,
		from: undefined,
		to: undefined,
		text: undefined,
	};
	const alone = Object.entries(picked)
		.filter(([, pick]) => pick !== undefined)
		.map(([name, pick]): Picks => ({ ...none, [name]: pick }));
	return [picked, ...alone];
}
