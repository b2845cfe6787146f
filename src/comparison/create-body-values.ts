import { createUnknownId } from "../checks/item.ts";
import { replacePatterns } from "../checks/pattern-texts.ts";
import { isWriting, listFreeTexts, replaceTexts } from "../checks/subject.ts";
import { createBody } from "../checks/valid-requests.ts";
import { type Field, hasType, isFreeText } from "../document/field.ts";
import { matches } from "../document/pattern.ts";
import { isObject } from "../values/json.ts";
import {
	type Choices,
	chooseRecord,
	createWord,
	type Making,
} from "./known-values.ts";
import type { Operation } from "./operation.ts";
import { findWordForm } from "./step.ts";

/** A property that is in no document. */
const UNKNOWN = "understudy";
/** The maximum distance of chosen numbers from a limit. */
const SPAN = 1_000;
const MAX_TEXT = 1_000;

/**
 * Returns another value that the field allows, if the document contains enough information.
 * @param valid a valid value
 * @param word returns a new text with this number of code points
 */
function varyValue(
	field: Field,
	valid: unknown,
	choices: Choices,
	word: (length?: number) => unknown,
): unknown {
	const { schema } = field;
	if (Array.isArray(schema.enum)) return choices.of(schema.enum) ?? valid;
	if (field.hasConst) return valid;
	if (typeof valid === "boolean") return choices.chance(0.5);
	if (typeof valid === "number" && field.isNumeric) {
		const { minimum, maximum, multipleOf } = schema;
		if (multipleOf !== undefined) return valid;
		const least = Number(minimum ?? Math.min(valid, 1));
		const most = Math.min(Number(maximum ?? Infinity), least + SPAN);
		if (choices.chance(0.1) && minimum !== undefined) return least;
		if (choices.chance(0.1) && typeof maximum === "number") return maximum;
		return least + choices.below(Math.max(Math.floor(most - least), 1));
	}
	if (typeof valid !== "string" || !isFreeText(field)) return valid;
	if (!hasType(field, "string")) return valid;
	const { minLength, maxLength } = schema;
	if (choices.chance(0.1) && Number(minLength) > 0)
		return word(Number(minLength));
	if (choices.chance(0.15) && Number(maxLength) <= MAX_TEXT)
		return word(Number(maxLength));
	return valid;
}

/** Returns a body that the document allows, with records of the sequence and other values. */
export function createBodyValues(
	making: Making,
	operation: Operation,
): unknown {
	const { subject, choices } = making;
	const { plan, optional } = operation;
	if (!plan.request) return undefined;
	const density = choices.of([0, 0.5, 1]) ?? 0;
	const selected = optional.filter(() => choices.chance(density));
	const made = createBody(plan, selected);
	if (!isObject(made) || !isWriting(plan)) return made;
	const body = Object.fromEntries(
		Object.entries(made).map(([name, value]) => {
			const { place } = plan.references?.get(name) ?? {};
			const origin = subject.origins.get(place ?? "");
			if (origin) {
				const found = chooseRecord(making, origin.resource, origin.creator);
				const isUnknown = origin.creator && choices.chance(0.05);
				return [
					name,
					isUnknown && origin.creator
						? createUnknownId(origin.creator, choices.fraction)
						: (found?.id ?? value),
				];
			}
			const field = plan.request?.byName.get(name);
			const varied = field
				? varyValue(field, value, choices, (length) =>
						createWord(making, length),
					)
				: value;
			return [name, varied];
		}),
	);
	const { additionalProperties } = plan.request.schema;
	// The document allows this property, and the mock may keep or drop it.
	const isMore = additionalProperties !== false && choices.chance(0.04);
	return replacePatterns(
		plan,
		replaceTexts(
			isMore ? { ...body, [UNKNOWN]: true } : body,
			listFreeTexts(plan),
			() => createWord(making),
		),
		({ schema: { pattern, minLength = 0, maxLength = Infinity } }) => {
			const form = findWordForm(
				(text) =>
					matches(text, pattern) &&
					text.length >= Number(minLength) &&
					text.length <= Number(maxLength),
			);
			return form && createWord(making, undefined, form);
		},
	);
}
