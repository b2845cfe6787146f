import { tryParseJson } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import { spellLike } from "../values/make-choices.ts";
import { type Trial, writeAs } from "./condition-trials.ts";
import type { Inquiry, LearntCondition } from "./list-inquiry.ts";

/** Writes a word in the case in which the service writes all others; undefined if they differ in more. */
function writeAlike(
	values: ReadonlyMap<unknown, unknown>,
	word: unknown,
): string | undefined {
	const pairs = [...values].filter(([one]) => typeof one === "string");
	const [like] = pairs.map(([, other]) => `${other}`);
	if (typeof word !== "string" || like === undefined) return undefined;
	return pairs.every(([one, other]) => spellLike(like, `${one}`) === other)
		? spellLike(like, word)
		: undefined;
}

/**
 * Returns a function that converts a documented value to the value that the service accepts.
 * @param name the parameter of links that has the value
 */
export function createTranslation(
	{ findings }: Inquiry,
	{ place }: Condition,
	{ value: like, form }: Pick<Trial, "value" | "form">,
	name?: string,
): LearntCondition["translate"] {
	const values = new Map(
		findings
			.filter(({ where }) => where === place)
			.map(({ expected, actual }) => [
				tryParseJson(expected),
				tryParseJson(actual),
			]),
	);
	return (value) => {
		const known = values.get(value) ?? writeAlike(values, value);
		if (known !== undefined) return writeAs(form, known);
		// A page may show a link instead of a position.
		if (name !== undefined && typeof value === "string") {
			const [, query] = value.split("?");
			return new URLSearchParams(query).get(name) ?? value;
		}
		const isNumber = typeof like === "number" && /^\d+$/.test(`${value}`);
		return isNumber ? Number(value) : writeAs(form, value);
	};
}
