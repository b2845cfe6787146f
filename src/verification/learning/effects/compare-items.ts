import { isDeepStrictEqual } from "node:util";
import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import type { Tried } from "../rules/create-trier.ts";
import { mayBeState } from "../values/record-values.ts";
import { showValue } from "./describe-changes.ts";
import { OWN_ID } from "./name-records.ts";

/** A part of a response that differs because one of the sent items fails. */
export interface Outcome {
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
}

/** Whether a value may be an outcome, and not an id, a name or a measured number. */
const isOutcome = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	typeof value === "boolean" ||
	mayBeState(value);

/** Whether a value may say why something failed. */
const isMessage = (value: unknown): boolean =>
	typeof value === "string" && /\s/.test(value) && !isTime(value);

/** The property of one item: of those which succeed, of the one that fails, and of the one after it. */
interface Values {
	readonly usual: readonly unknown[];
	readonly failed: unknown;
	readonly later: unknown;
}

/** Whether a value differs from those of items that succeed. Of ids and times, only the kind counts. */
function isOther({ usual }: Values, value: unknown): boolean {
	const [first, second] = usual;
	// The id of what all items belong to is that of another response.
	const isId = typeof first === "number" && typeof value === "number";
	const varies = isTime(first) || isId || !isDeepStrictEqual(first, second);
	const kindOf = (each: unknown): string =>
		each === null ? "null" : typeof each;
	return varies
		? kindOf(value) !== kindOf(first)
		: !isDeepStrictEqual(value, first);
}

function compareProperty(where: string, values: Values): Outcome[] {
	const { failed, later } = values;
	const isFailedOther = isOther(values, failed);
	const it = isFailedOther ? "it" : "one that fails";
	const parts = [
		...(isFailedOther ? [`${showValue(failed)} of one that fails`] : []),
		...(isOther(values, later)
			? [`${showValue(later)} of one after ${it}`]
			: []),
	];
	return parts.length > 0
		? [{ where, expected: "as if all succeed", actual: parts.join(", ") }]
		: [];
}

/** Compares the items of two responses, of which the second item failed in the second response. */
function compareItems(
	where: string,
	usual: readonly unknown[],
	items: readonly unknown[],
): Outcome[] {
	const [failed, later] = [items[1], items[2]].map(Object);
	if (items.length < usual.length)
		return [
			{
				...{ where, expected: "an item for each one sent" },
				actual: `only ${items.length} of ${usual.length} if the second one fails`,
			},
		];
	const names = Object.keys({ ...Object(usual[1]), ...failed, ...later });
	return names.flatMap((name) =>
		compareProperty(`${where}[*].${name}`, {
			usual: usual.slice(1).map((each) => Object(each)[name]),
			...{ failed: failed[name], later: later[name] },
		}),
	);
}

/** Whether a different part says that something failed. */
export const isFailure = ({ actual }: Outcome): boolean =>
	/^"[^"]*(\s|fail|error|reject|denied|invalid)/i.test(actual);

/**
 * Compares a response with that to a request that fails. If both are about three items, the second item is the one that
 * fails.
 * @param when when it fails, as in `if one item fails`
 * @param where the place of the values, as in `$.steps`
 */
export function compareOutcomes(
	usual: unknown,
	failed: unknown,
	when: string,
	where = "$",
): Outcome[] {
	if (Array.isArray(usual) && Array.isArray(failed))
		return usual.length === 3 && usual.every(isObject)
			? compareItems(where, usual, failed)
			: [];
	if (isObject(usual) && isObject(failed))
		return Object.keys({ ...usual, ...failed }).flatMap((name) =>
			compareOutcomes(usual[name], failed[name], when, `${where}.${name}`),
		);
	const isSame =
		isDeepStrictEqual(usual, failed) ||
		!isOutcome(usual) ||
		!(isOutcome(failed) || isMessage(failed));
	return isSame
		? []
		: [
				{
					...{ where, expected: showValue(usual) },
					actual: `${showValue(failed)} ${when}`,
				},
			];
}

/** Returns what a response says, without the record with the id, which differs from others by itself. */
export function readResult({ response }: Tried, id: unknown): unknown {
	const read = (value: unknown): unknown => {
		if (!isObject(value)) return value;
		const isRecord = Object.entries(value).some(
			([name, each]) => OWN_ID.test(name) && each === id,
		);
		return isRecord ? undefined : mapValues(value, read);
	};
	return read(tryParseJson(`${response.body}`));
}
