import fc from "fast-check";
import { formatWithOffset } from "../schema/date-times.ts";
import { type AuditRecord, type Model, START } from "./model.ts";

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type TimeChoice = ValueOf<typeof timeChoice>;
type TextChoice = ValueOf<typeof textChoice>;
export type ConditionChoices = ValueOf<typeof conditionChoices>;

const timeChoice = fc.record({
	record: fc.nat(),
	shift: fc.constantFrom(0, 0, 0, -1, 1, 1000),
	millionths: fc.constantFrom(0, 0, 1, 999_999, 500_000),
	offset: fc.integer({ min: -1439, max: 1439 }),
});

const textChoice = fc.record({
	record: fc.nat(),
	// Prefers the details, the last searched field, because clients choose their text.
	field: fc.constantFrom(0, 1, 2, 2, 2, 2),
	start: fc.nat(),
	length: fc.integer({ min: 1, max: 12 }),
	flips: fc.array(fc.boolean(), { maxLength: 12 }),
});

/** Random numbers from which `chooseSearch` derives conditions once the records are known. */
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

/** Lists the texts of a record that a text search reads. */
const listSearchedTexts = ({ action, subject, detail = {} }: AuditRecord) => [
	action,
	subject.id,
	...Object.values(detail).map(String),
];

/** Ends in upper case, because sigma has two lower-case letters, and so that `ss` finds the German sharp s. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** Returns a substring of a searched text with the case of some letters flipped. */
function chooseText(
	audit: readonly AuditRecord[],
	{ record, field, start, length, flips }: TextChoice,
): string {
	const found = choose(audit, record);
	const text = choose(found ? listSearchedTexts(found) : [], field);
	const characters = [...(text ?? "nothing")];
	const from = start % characters.length;
	return characters
		.slice(from, from + length)
		.map((character, index) => (flips[index] ? flipCase(character) : character))
		.join("");
}

function chooseTime(
	audit: readonly AuditRecord[],
	{ record, shift, millionths, offset }: TimeChoice,
) {
	const at = choose(audit, record)?.at;
	const time = (at ? Date.parse(at) : START) + shift;
	const isShort = millionths === 0 && offset % 2 === 0;
	const digits = isShort ? "" : `${millionths}`.padStart(6, "0");
	return {
		text: formatWithOffset(time, offset).replace(/\.[0-9]{3}/, `$&${digits}`),
		/** Rounded up, since the times of records are whole milliseconds. */
		milliseconds: time + (millionths > 0 ? 1 : 0),
	};
}

/** Derives a search that mostly finds a record of the model, and sometimes almost finds one. */
export function chooseSearch(
	{ audit }: Model,
	{ action, subjectType, subjectId, ...choices }: ConditionChoices,
) {
	const actions = audit.map((each) => each.action);
	const types = audit.map(({ subject }) => subject.type);
	const ids = audit.map(({ subject }) => subject.id);
	const keys = {
		action: choose([...new Set(actions), "zap.create", "ZAP.CREATED"], action),
		subjectType: choose([...new Set(types), "Zap", "za"], subjectType),
		subjectId: choose([...ids, "zap_"], subjectId),
	};
	const from = choices.from && chooseTime(audit, choices.from);
	const to = choices.to && chooseTime(audit, choices.to);
	const text = choices.text && chooseText(audit, choices.text);
	const folded = text && foldCase(text);
	return {
		body: { ...keys, from: from?.text, to: to?.text, text },
		/** Whether the search must find the record. */
		finds: (record: AuditRecord) =>
			(keys.action ?? record.action) === record.action &&
			(keys.subjectType ?? record.subject.type) === record.subject.type &&
			(keys.subjectId ?? record.subject.id) === record.subject.id &&
			(!from || Date.parse(record.at) >= from.milliseconds) &&
			(!to || Date.parse(record.at) < to.milliseconds) &&
			(!folded ||
				listSearchedTexts(record).some((searched) =>
					foldCase(searched).includes(folded),
				)),
	};
}

/** Returns the choices together, followed by each one alone. */
export const splitChoices = (choices: ConditionChoices): ConditionChoices[] => [
	choices,
	...Object.entries(choices).map(([name, choice]) => ({ [name]: choice })),
];
