import { describeUnknown } from "../values/validation.ts";
import type { Keyword } from "./keyword.ts";
import { listOf } from "./keyword-values.ts";
import {
	listOtherKinds,
	listPossible,
	mayAllow,
	typesOf,
} from "./list-possible.ts";

/** Whether `anyOf` or `oneOf` is satisfied by the alternatives that allow a value. */
export const checkAlternatives =
	(
		isSatisfied: (
			alternatives: readonly unknown[],
			isValid: (alternative: unknown) => boolean,
		) => boolean,
	): Keyword<unknown> =>
	(limit, value, check, schema) => {
		const { evaluation } = check;
		const alternatives = listOf(limit);
		const possible = listPossible(alternatives, value, evaluation.follow);
		if (isSatisfied(possible, (each) => evaluation.isValid(each, value)))
			return true;
		// A remedy explains the problem instead of the errors of each alternative.
		if ("x-remedy" in schema) return check.fail();
		const { propertyName } = Object(schema.discriminator);
		const kinds = listOtherKinds(
			...([alternatives, value, propertyName, evaluation.follow] as const),
		);
		if (kinds) {
			const { [propertyName]: given } = Object(value);
			const remedy =
				typeof given === "string"
					? describeUnknown(propertyName, given, kinds)
					: `must be one of ${kinds.join(", ")}`;
			return check.fail({ propertyName, remedy });
		}
		const matching = possible.filter((each) => evaluation.isValid(each, value));
		if (matching.length > 1) {
			const remedy = `must match exactly one alternative, but matches ${matching.length}`;
			return check.fail({ remedy });
		}
		const ofType = possible.filter((each) =>
			mayAllow(each, value, evaluation.follow),
		);
		const [only, ...others] = ofType;
		if (only && others.length === 0 && !evaluation.isValid(only, value))
			return check.part(only, value);
		const explainEach = () =>
			alternatives.every((each) => check.part(each, value));
		if (check.keyword === "oneOf") return check.fail() && explainEach();
		const type = { type: typesOf(alternatives, evaluation.follow) };
		return ofType.length > 0 || evaluation.isValid(type, value)
			? explainEach() && check.fail()
			: check.part(type, value);
	};
