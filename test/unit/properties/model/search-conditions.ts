import fc from "fast-check";
import { formatWithOffset } from "../schema/date-times.ts";
import {
	type Conditions,
	listSearchedTexts,
	type Model,
	type PreciseTime,
	START,
} from "./model.ts";

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type TimeChoice = ValueOf<typeof timeChoice>;
type SubstringChoice = ValueOf<typeof substringChoice>;
type TextChoice = ValueOf<typeof textChoice>;
export type ConditionChoices = ValueOf<typeof conditionChoices>;

const timeChoice = fc.record({
	record: fc.nat(),
	shift: fc.constantFrom(0, 0, 0, -1, 1, 1000),
	millionths: fc.constantFrom(0, 0, 1, 999_999, 500_000),
	offset: fc.integer({ min: -1439, max: 1439 }),
});

const substringFields = {
	start: fc.nat(),
	length: fc.integer({ min: 1, max: 12 }),
	flips: fc.array(fc.boolean(), { maxLength: 12 }),
};

export const substringChoice = fc.record(substringFields);

const textChoice = fc.record({
	record: fc.nat(),
	// Prefers the details, the last searched field, because clients choose their text.
	field: fc.constantFrom(0, 1, 2, 2, 2, 2),
	...substringFields,
});

/** Random numbers from which `chooseConditions` derives conditions once the records are known. */
export const conditionChoices = fc.record(
	{
		...{ action: fc.nat(), subjectType: fc.nat(), subjectId: fc.nat() },
		...{ from: timeChoice, to: timeChoice, text: textChoice },
	},
	{ requiredKeys: [] },
);

/** Names of letters with an upper and a lower case, including sigma, which has two lower cases, and sharp s, which has two upper cases. */
export const nameWithCases: fc.Arbitrary<string> = fc.string({
	unit: fc.constantFrom(..."aZöΣσςẞЖ𐐀𐐨 ."),
	minLength: 1,
	maxLength: 12,
});

const choose = <Value>(
	values: readonly Value[],
	choice = Number.NaN,
): Value | undefined => values[choice % values.length];

function flipCase(character: string): string {
	const upper = character.toUpperCase();
	const other = upper === character ? character.toLowerCase() : upper;
	// Some letters, such as the German sharp s, have no other case of one character.
	return [...other].length === 1 &&
		other.toLowerCase() === character.toLowerCase()
		? other
		: character;
}

/** Returns a substring with the case of some letters flipped. */
export function takeSubstring(
	text: string,
	{ start, length, flips }: SubstringChoice,
): string {
	const characters = [...text];
	const from = start % characters.length;
	return characters
		.slice(from, from + length)
		.map((character, index) => (flips[index] ? flipCase(character) : character))
		.join("");
}

function chooseTime(
	{ audit }: Model,
	{ record, shift, millionths }: TimeChoice,
): PreciseTime {
	const at = choose(audit, record)?.at;
	return { milliseconds: (at ? Date.parse(at) : START) + shift, millionths };
}

function chooseText(
	{ audit }: Model,
	{ record, field, ...substring }: TextChoice,
): string {
	const auditRecord = choose(audit, record);
	return takeSubstring(
		choose(auditRecord ? listSearchedTexts(auditRecord) : [], field) ??
			"nothing",
		substring,
	);
}

/** Derives conditions that mostly match a record of the model, and sometimes almost match one. */
export function chooseConditions(
	model: Model,
	{ action, subjectType, subjectId, from, to, text }: ConditionChoices,
): Conditions {
	const { audit } = model;
	const actions = audit.map((each) => each.action);
	const types = audit.map(({ subject }) => subject.type);
	const ids = audit.map(({ subject }) => subject.id);
	return {
		action: choose([...new Set(actions), "zap.create", "ZAP.CREATED"], action),
		subjectType: choose([...new Set(types), "Zap", "za"], subjectType),
		subjectId: choose([...ids, "zap_"], subjectId),
		from: from && chooseTime(model, from),
		to: to && chooseTime(model, to),
		text: text && chooseText(model, text),
	};
}

function formatTime(
	{ milliseconds, millionths }: PreciseTime,
	offset: number,
): string {
	const digits = `${millionths}`.padStart(6, "0");
	return formatWithOffset(milliseconds, offset).replace(
		/\.[0-9]{3}/,
		(fraction) =>
			millionths === 0 && offset % 2 === 0 ? fraction : fraction + digits,
	);
}

/** Formats the conditions as the body of a search request. */
export const createSearchBody = (
	conditions: Conditions,
	choices: ConditionChoices,
): Record<string, unknown> => ({
	...conditions,
	from:
		conditions.from && formatTime(conditions.from, choices.from?.offset ?? 0),
	to: conditions.to && formatTime(conditions.to, choices.to?.offset ?? 0),
});

/** Returns the choices together, followed by each one alone. */
export const splitChoices = (choices: ConditionChoices): ConditionChoices[] => [
	choices,
	...Object.entries(choices).map(([name, choice]) => ({ [name]: choice })),
];
