import { type Field, hasType } from "../document/field.ts";
import { matches, readPattern } from "../document/pattern.ts";
import { newText } from "./matcher.ts";
import {
	type FreeText,
	isWriting,
	listTexts,
	replaceTexts,
	type TestedPlan,
} from "./subject.ts";

/** Forms of new texts, the most common first. Each is a pattern without groups. */
const FORMS = [
	...["Understudy [a-z]{20}", "understudy[a-z]{20}", "Understudy[a-z]{20}"],
	...["[a-z]{12}", "[A-Z]{12}", "[0-9]{8}"],
];

const isPatterned = (field: Field): boolean =>
	hasType(field, "string") &&
	typeof field.schema.pattern === "string" &&
	["enum", "const", "format"].every((keyword) => !(keyword in field.schema));

/** @param fraction returns a number from 0 to 1 for each character */
const drawText = (form: string, fraction: () => number): string =>
	(readPattern(form) ?? [])
		.map((each) => each[Math.floor(fraction() * each.length)] ?? "")
		.join("");

/** Returns the pattern itself as a form, if it determines the length of its texts. */
const listOwnForms = (pattern: unknown): readonly string[] => {
	const own = String(pattern)
		.replace(/^\^|\$$/g, "")
		.replaceAll("\\d", "[0-9]");
	return /[+*\\]|,\}/.test(own) ? [] : [own];
};

/** Returns a form of new texts that the field allows; undefined if no form fits. */
function findForm({ schema }: Field): string | undefined {
	const { pattern, minLength = 0, maxLength = Infinity } = schema;
	const isValid = (text: string): boolean =>
		matches(text, pattern) &&
		text.length >= Number(minLength) &&
		text.length <= Number(maxLength);
	return [...FORMS, ...listOwnForms(pattern)].find(
		(form) =>
			drawText(form, () => 0) !== drawText(form, () => 0.9) &&
			[0, 0.3, 0.6, 0.9].every((each) => isValid(drawText(form, () => each))),
	);
}

/** Whether the pattern allows ordinary texts, so that they have no meaning of their own. */
const isOrdinary = (field: Field): boolean => findForm(field) === FORMS[0];

/**
 * Lists the required texts with a pattern that have to be new: ordinary texts, and those of records that may conflict
 * with others. Other texts may have a meaning, so they are not changed.
 */
function listPatternTexts(plan: TestedPlan): readonly FreeText[] {
	if (!isWriting(plan) || !plan.request) return [];
	const { responses } = plan.operation;
	const mayConflict = responses.some(([status]) => status === "409");
	return listTexts(plan.request, isPatterned).filter(
		({ field, isRequired, path: [name = ""] }) =>
			isRequired &&
			!plan.references?.has(name) &&
			(mayConflict || isOrdinary(field)),
	);
}

/**
 * Returns the body with other texts for unique names that have a pattern.
 * @param create returns another text; undefined keeps the present one
 */
export const replacePatterns = (
	plan: TestedPlan,
	body: unknown,
	create: (field: Field) => unknown,
): unknown =>
	listPatternTexts(plan).reduce(
		(changed, each) =>
			replaceTexts(changed, [each], (text) =>
				// If an example violates its own pattern, the document has a defect, which is reported.
				matches(text, each.field.schema.pattern)
					? (create(each.field) ?? text)
					: text,
			),
		body,
	);

/** Returns the body with new texts for unique names that have a pattern. */
export const renewPatterns = (plan: TestedPlan, body: unknown): unknown =>
	replacePatterns(plan, body, (field) => {
		const form = findForm(field);
		return form === undefined ? undefined : drawText(form, Math.random);
	});

/** Returns the body with matchers that make new texts for unique names that have a pattern. */
export const matchPatterns = (plan: TestedPlan, body: unknown): unknown =>
	replacePatterns(plan, body, (field) => {
		const form = findForm(field);
		return form === undefined
			? undefined
			: newText(
					form,
					drawText(form, () => 0),
				);
	});
