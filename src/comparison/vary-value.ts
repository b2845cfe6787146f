import { type Field, hasType, isFreeText } from "../document/field.ts";
import type { Choices } from "./choices.ts";

/** The maximum distance of chosen numbers from a limit. */
const SPAN = 1_000;
const MAX_TEXT = 1_000;

/**
 * Returns another value that the field allows, if the document contains enough information.
 * @param valid a valid value
 * @param word returns a new text with this number of code points
 */
export function varyValue(
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
