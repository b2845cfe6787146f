import type { Deviation } from "../../document/judgment/comparison.ts";
import { type Texts, tryParseJson } from "../../values/json.ts";
import { plural } from "../../values/plural.ts";
import type { Mismatch } from "../contract.ts";
import { findRefuted } from "../judge.ts";
import { mayBeWord } from "../learning/values/record-values.ts";
import type { ComparedObservation, Sighting } from "../observed.ts";
import type { Evidence } from "./difference-collection.ts";

/** The findings of a failed check that no deviation of the form explains. */
export interface Remainder {
	readonly mismatches: readonly Mismatch[];
	/** The mismatch that refutes an assumption, by its id. */
	readonly refuted: ReadonlyMap<string, Mismatch>;
	/** Whether only single values deviate in form. Then everything else in the check is as documented. */
	readonly isHeld: boolean;
	/** The response that the check compares. */
	readonly last: ComparedObservation;
}

/** Replaces indexes, so that a place is the same in every response. */
const generalize = (where: string): string =>
	where.replaceAll(/\[\d+\]/g, "[*]");

const isWithin = (one: string, other: string): boolean =>
	one === other || one.startsWith(`${other}.`) || one.startsWith(`${other}[`);

/** Returns both arrays of a mismatch with different lengths. */
function readLists({
	expected,
	actual,
}: Mismatch): readonly [unknown[], unknown[]] | undefined {
	const wanted = tryParseJson(expected);
	const found = tryParseJson(actual);
	return Array.isArray(wanted) &&
		Array.isArray(found) &&
		wanted.length !== found.length
		? [wanted, found]
		: undefined;
}

const parentOf = (where: string): string => where.replace(/\.[^.]+$/, "");

/** Whether several sibling properties are missing. A property among them is then missing for the same reason. */
const areSiblingsMissing = (where: string, known: readonly Deviation[]) =>
	new Set(
		known
			.filter(
				(each) =>
					each.actual === "missing" && parentOf(each.where) === parentOf(where),
			)
			.map((each) => each.where),
	).size > 1;

/** Whether a header does not depend on the form of the body. */
const isBesideForm = (where: string): boolean =>
	/^header (?!content-)/.test(where);

/** By description, returns the findings of failed checks that no deviation of the form explains. */
export function findRemainders(
	{ contract, failed, translated, reasons }: Evidence,
	compared: readonly ComparedObservation[],
): ReadonlyMap<string, Remainder> {
	const remainders = new Map<string, Remainder>();
	for (const [description, failure] of failed) {
		const result = translated.get(description) ?? failure;
		const observed = compared.filter(({ check }) => check === description);
		const again = observed.filter(({ isAgain }) => isAgain);
		const all = again.length > 0 ? again : observed;
		const sent = all.filter(({ isArrangement }) => !isArrangement);
		// A probe may compare only the responses of its arrangements.
		const own = sent.length > 0 ? sent : all;
		const last = own.at(-1);
		if (!last || reasons.has(description)) continue;
		// The form of another response cannot be compared with the expected one.
		const comparable = result.mismatches.filter(
			({ where }) => last.isReadable || isBesideForm(where),
		);
		if (!last.isReadable && comparable.length === 0) continue;
		const isTranslated = translated.has(description);
		// The form of errors of no operation explains nothing in the responses of one.
		const isOfOperation = ({ target }: ComparedObservation): boolean =>
			target === last.target ||
			contract.operations.some(({ id }) => id === target);
		const known = own
			.filter(isOfOperation)
			.flatMap(({ deviations }) => deviations);
		const isExplained = (mismatch: Mismatch): boolean => {
			const place = generalize(mismatch.where);
			return known.some(
				({ where, isFound, implies }) =>
					implies?.includes(place) ||
					(!(isTranslated && isFound) &&
						(isWithin(place, where) ||
							// Differences inside items do not affect which items are on the page.
							(isWithin(where, place) &&
								!mismatch.isSelection &&
								!readLists(mismatch)))),
			);
		};
		const mismatches = comparable.filter(
			(each) =>
				!isExplained(each) &&
				!(
					each.actual === "missing" &&
					areSiblingsMissing(generalize(each.where), known)
				),
		);
		const subject = { ...result, status: last.status };
		remainders.set(description, {
			mismatches,
			refuted: findRefuted(contract, subject, mismatches),
			isHeld: result.mismatches.every(({ where }) =>
				known.some(
					(each) => each.isLeaf && isWithin(generalize(where), each.where),
				),
			),
			last,
		});
	}
	return remainders;
}

/** Returns the mismatch as data. A check compares the status, headers and values as texts. */
function readChange({ where, actual, change }: Mismatch): Mismatch["change"] {
	if (change || where === "status") return change ?? { kind: "status" };
	if (actual !== "missing") return undefined;
	const [, name] = /^header (.+)$/.exec(where) ?? [];
	if (name !== undefined) return { kind: "header", name };
	return where.startsWith("$.") ? { kind: "absent" } : undefined;
}

const KINDS: Texts = {
	...{ String: "a string", Object: "an object", Map: "an object" },
	...{ Array: "an array", List: "an array" },
};

/**
 * Returns the kinds of both values if one is a string, and the other an object or array. As JSON, they may look the
 * same.
 */
function describeKinds({ message, actual }: Mismatch) {
	const [, found = "", wanted = ""] =
		/ \((\w+)\) to be .* \((\w+)\)$/s.exec(message) ?? [];
	const [is, expected] = [KINDS[found], KINDS[wanted]];
	if (!is || !expected || (found === "String") === (wanted === "String"))
		return undefined;
	const isJson = found === "String" && tryParseJson(actual) !== undefined;
	return { expected, actual: isJson ? `${is} of JSON` : is, seen: actual };
}

/** Returns the mismatch of the number of items. Values differ because other records were returned. */
function findCountMismatch(
	mismatches: readonly Mismatch[],
): Mismatch | undefined {
	for (const mismatch of mismatches) {
		const [expected, actual = []] = readLists(mismatch) ?? [];
		if (!expected || actual.length === 0) continue;
		return {
			...mismatch,
			expected: plural(expected.length, "record"),
			actual: plural(actual.length, "record"),
		};
	}
	return undefined;
}

/** Whether a property has another word, such as that of an event. */
const isOfWords = ({ expected, actual }: Mismatch): boolean =>
	[expected, actual].every((each) => mayBeWord(tryParseJson(each)));

/** A word of a request, and the one that stands for it in an expected value. */
const WRITTEN = /understudy ?[a-z]{16,}/gi;
const STAND_IN = /understudy ?a{20}/i;

/** Returns both values without the word if only its surroundings differ. */
function hideWords({ expected, actual }: Mismatch) {
	const [wanted = "", found = ""] = [expected, actual].map((each) =>
		each.replaceAll(WRITTEN, "…"),
	);
	return STAND_IN.test(expected) && wanted !== found
		? { expected: wanted, actual: found }
		: { expected, actual };
}

/**
 * Returns the differences from failed checks that no deviation of the form explains. The mismatches of an interaction
 * follow from each other, so only one is returned, unless they are about words. The mismatches of a probe are independent.
 */
export const listOtherMismatches = (
	{ contract, failed, translated, translating }: Evidence,
	remainders: ReadonlyMap<string, Remainder>,
): Sighting[] =>
	[...remainders].flatMap(([check, { mismatches, refuted, last }]) => {
		const operation = failed.get(check)?.operation ?? "";
		const isProbe = contract.probes.some(
			({ description }) => description === check,
		);
		// The response that the mismatch is about.
		const later = translated.has(check) && translating.findLast(check);
		const { adapted, request } = later || last;
		/** Whether the response lacks what was not sent, since the service does not take it. */
		const isUnsent = ({ where, actual }: Mismatch): boolean => {
			const sent = Object(tryParseJson(`${request.body ?? ""}`));
			const value = JSON.stringify(sent[where.split(".").at(-1) ?? ""]);
			const isKept = `${adapted?.body ?? ""}`.includes(value ?? "");
			return adapted !== undefined && actual === "missing" && !isKept;
		};
		const own = mismatches.filter((each) => !isUnsent(each));
		const counted = findCountMismatch(own);
		const words = own.filter(isOfWords);
		const shown = counted
			? [counted]
			: words.length > 0
				? words
				: own.slice(0, 1);
		return (isProbe ? own : shown).map((mismatch) => {
			const { expected, actual } = hideWords(mismatch);
			const where = generalize(mismatch.where);
			const isOfOne = isProbe && !mismatch.isSelection;
			// Other records, no records, and another number of records are different.
			const kinds = [expected, actual].map((each) => /^\[?\]?/.exec(each)?.[0]);
			const kind = isOfOne ? [expected] : kinds;
			const values = mismatch === counted ? [expected, actual] : kind;
			return {
				...{ key: JSON.stringify([operation, where, ...values]), operation },
				...{ where, expected, actual, ...describeKinds(mismatch) },
				assumptions: [...refuted.keys()],
				...{ explains: [check], change: readChange(mismatch) },
				...{ check, example: later || last },
			};
		});
	});
