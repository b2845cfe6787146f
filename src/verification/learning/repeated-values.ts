import { uniqueWord } from "../../values/unique-word.ts";
import { listChoices, listKinds } from "./guess-values.ts";
import { textOf } from "./rank-trial.ts";
import type { Complaint } from "./read-complaints.ts";
import type { Trial } from "./read-trial.ts";
import { findObject, type Repair } from "./repairs.ts";

const findValue = ({ body }: Trial, repair: Repair): unknown =>
	repair.kind === "wrap" || repair.kind === "remove"
		? undefined
		: findObject(body, repair.at)?.[
				repair.kind === "rename" ? repair.to : repair.name
			];

/** Whether a rejection repeats, in quotation marks, the value that a repair has set or moved. */
export function isRepeated(
	repair: Repair,
	before: Trial,
	after: Trial,
): boolean {
	const value = findValue(after, repair);
	const text = textOf(after);
	return (
		["string", "number", "boolean"].includes(typeof value) &&
		["`", "'", '"', '\\"'].some((mark) => {
			const quoted = `${mark}${value}${mark}`;
			return text.includes(quoted) && !textOf(before).includes(quoted);
		})
	);
}

/** Lists repairs that replace a repeated value by those which the rejection names instead. */
export function listReplacements(
	repair: Repair,
	before: Trial,
	after: Trial,
): Repair[] {
	if (repair.kind === "wrap" || repair.kind === "remove") return [];
	const set: Repair =
		repair.kind === "set"
			? repair
			: { kind: "set", at: repair.at, name: repair.to, make: uniqueWord };
	const known = new Set(before.complaints.map(({ text }) => text));
	const texts = after.complaints
		.map(({ text }) => text)
		.filter((text) => !known.has(text));
	return texts
		.flatMap((text) => [
			...listKinds(text),
			...listChoices(text, set.name).map((each) => () => each),
		])
		.map((make) => ({ ...set, make }));
}

/** Whether a repair has set one of several values that a complaint lists. */
export const isChoice = (
	repair: Repair,
	{ text }: Complaint,
	after: Trial,
): boolean => {
	const choices = listChoices(text, repair.name);
	return choices.length > 1 && choices.includes(`${findValue(after, repair)}`);
};
