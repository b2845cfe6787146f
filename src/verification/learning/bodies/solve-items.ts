import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Complaint } from "../rejections/complaints.ts";
import {
	isAccepted,
	isFormRejected,
	type Trial,
} from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import { isSubjectOf, type Subject } from "./body-subjects.ts";
import { rank } from "./change-body.ts";
import { listValues } from "./lesson.ts";
import { isIndex } from "./locate-properties.ts";
import type { Solving } from "./solve-by-value.ts";

const MAX_VALUES = 20;

/** Returns the complaints about the items of an array themselves. */
const listOfItems = ({ complaints }: Trial, { name }: Subject): Complaint[] =>
	complaints.filter(({ paths }) =>
		paths.some((path) => isIndex(path.at(-1) ?? "") && path.at(-2) === name),
	);

/** Tries texts and numbers as the only item of an array. */
export async function solveItems(
	{ knowledge, send }: Solving,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { at, name } = subject;
	const setItem = (value: unknown) => {
		const others = current.repairs.filter(
			(each) => !isSubjectOf(each, subject),
		);
		const isMade = others.length < current.repairs.length;
		const removal: Repair[] = isMade ? [] : [{ kind: "remove", at, name }];
		return send([
			...others,
			...removal,
			{ kind: "set", at, name, make: () => [value] },
		]);
	};
	const isSolved = (trial: Trial): boolean =>
		isAccepted(trial.response) ||
		(isFormRejected(trial.response) &&
			listOfItems(trial, subject).length === 0);
	const shown = await setItem(uniqueWord());
	if (!shown || isSolved(shown)) return shown;
	const text = listOfItems(shown, subject)
		.map((each) => each.text)
		.join("; ");
	const values = listValues(knowledge, subject, shown, text).filter(
		(each) => typeof each !== "object",
	);
	for (const value of values.slice(0, MAX_VALUES)) {
		const next = await setItem(value);
		if (!next || isSolved(next)) return next;
	}
	return undefined;
}

/** Tries an array of texts instead of objects, with one text of each object. */
export async function solveByText(
	{ send }: Solving,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { at, name } = subject;
	const documented = findObject(current.body, at)?.[name];
	const [item] = Array.isArray(documented) ? documented : [];
	for (const [inner, text] of Object.entries(isObject(item) ? item : {})) {
		if (typeof text !== "string") continue;
		const make = (items: unknown): unknown =>
			Array.isArray(items)
				? items.map((each) => (isObject(each) ? each[inner] : each))
				: items;
		const repair: Repair = { kind: "set", at, name, make, documented };
		const next = await send([...current.repairs, repair]);
		if (!next) return undefined;
		const found = rank(current, next, subject, undefined);
		if (found === "accepted" || found === "solved") return next;
	}
	return undefined;
}
