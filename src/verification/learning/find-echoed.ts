import { tryParseJson } from "../../values/json.ts";
import type { Condition } from "../contract.ts";
import { listBeside, readShown } from "./condition-trials.ts";
import {
	type Answer,
	createInput,
	type Inquiry,
	type LearntCondition,
} from "./list-inquiry.ts";
import { isAccepted } from "./read-trial.ts";
import { listUsualNames } from "./usual-names.ts";

/** The first of the different numbers that are sent. No page has so many records or comes so late by default. */
const FIRST = 31;

const listNumbers = ({ response }: Pick<Answer, "response">) =>
	listBeside(tryParseJson(`${response.body}`)).flatMap(([name, value]) =>
		typeof value === "number" ? [[name, value] as const] : [],
	);

/**
 * Finds the names by which a list with too few records takes the size or the number of a page: those whose values its
 * response repeats. Sends a different number by each usual name at once.
 */
export async function findEchoed(
	{ conditions, isInQuery, send }: Inquiry,
	first: Answer,
): Promise<LearntCondition[]> {
	const before = new Map(listNumbers(first));
	if (before.size === 0) return [];
	const { likely } = readShown(first.response, first.items);
	const usual = ["limit", "cursor"].flatMap((role) =>
		listUsualNames(role, undefined, [...before.keys()], likely),
	);
	const names = [...new Set([...before.keys(), ...usual])];
	const example = await send(
		createInput(
			isInQuery,
			names.map((name, index) => [[name], FIRST + index]),
		),
	);
	if (!example || !isAccepted(example.response)) return [];
	return listNumbers(example).flatMap(([shown, value]): LearntCondition[] => {
		const like = before.get(shown);
		const name = names[value - FIRST];
		if (like === undefined || like === value || name === undefined) return [];
		const role = like > 1 ? "limit" : "cursor";
		const own = conditions.find((each: Condition) => each.role === role);
		if (!own || own.name === name) return [];
		const form = role === "limit" ? "" : `the number of a page, from ${like}`;
		const translate = (each: unknown) => each;
		return [{ ...{ name: own.name, path: [name], form }, example, translate }];
	});
}
