import type { FormChange } from "../../../document/judgment/form-change.ts";
import { describeKind } from "../../../document/judgment/shape-values.ts";
import type { Condition } from "../../contract.ts";
import type { RuleKeywords } from "../../observed.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { BOOLEANS } from "../rules/measure-booleans.ts";
import { listOffered } from "../rules/measure-choices.ts";
import { PREFIX } from "../rules/measure-id.ts";
import { findLimit } from "../rules/measure-limits.ts";

import { mayBeWord } from "../values/record-values.ts";
import { capitalize, listWords } from "../values/spellings.ts";

import {
	createInput,
	type Inquiry,
	type LearntCondition,
	type Value,
} from "./list-inquiry.ts";

/** What responses of a list or a search show together. */
export interface Seen {
	/** The place in the request; undefined for the records of a page. */
	readonly where?: string;
	readonly expected: string;
	readonly actual: string;
	/** How a document says it about the condition; undefined if it cannot. */
	readonly keywords?: RuleKeywords;
	/** Present if the service does not have the property. */
	readonly change?: FormChange;
	readonly example: LearntCondition["example"];
}

const MAX_OFFERED = 16;
/** The maximum number of words that are made in the style of known ones. */
const MAX_MADE = 20;

/** Forms of a time, of which services take different ones. */
const TIMES: readonly (readonly [form: string, value: string])[] = [
	["a date without a time", "2026-01-01"],
	["a space instead of T", "2026-01-01 00:00:00Z"],
	["a time without seconds", "2026-01-01T00:00Z"],
	["a time without an offset", "2026-01-01T00:00:00"],
	["t and z in lower case", "2026-01-01t00:00:00z"],
	["the leap second 60", "2016-12-31T23:59:60Z"],
	["a day that does not exist", "2026-02-30T00:00:00Z"],
	["24:00:00", "2026-01-01T24:00:00Z"],
	["ten fractional digits", "2026-01-01T00:00:00.0000000001Z"],
	["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"],
	["the offset +01:00", "2026-01-01T00:00:00+01:00"],
	["the offset +0100", "2026-01-01T00:00:00+0100"],
];

const MAX_SHOWN = 50;
const MAX_ITEMS = 100;
/** The lengths of a text that every service takes, and that few do. */
const [SHORT, LONGEST] = [24, 2_000];

/** A condition, and the names by which the service takes it. */
export interface Named
	extends Pick<Condition, "name">,
		Pick<LearntCondition, "path" | "join"> {
	/** Writes the value as the service takes it. */
	write(value: unknown): unknown;
}

/** An exchange that shows that the service takes what the document rejects, or rejects what the document takes. */
interface Other extends Pick<Seen, "example"> {
	readonly isTaken: boolean;
}

const show = (values: Iterable<unknown>): string =>
	Array.from(values, (each) => JSON.stringify(each)).join(", ");

/**
 * Describes the values that a condition takes which rejects most texts, and lists them if the service does.
 * @param alike returns words in the style of a known one, which are tried if the service lists none
 */
async function describeTaken(
	takes: (value: unknown) => Promise<boolean>,
	offered: readonly string[],
	[like, ...likes]: readonly unknown[],
	alike: NonNullable<Inquiry["alike"]>,
): Promise<{ readonly only: string; readonly words?: readonly string[] }> {
	const kind = describeKind({}, like);
	const isBoolean = typeof like === "boolean";
	const tried = isBoolean
		? [like, !like, ...BOOLEANS]
		: offered.includes(`${like}`)
			? offered.slice(0, MAX_OFFERED)
			: [];
	const taken = new Map<string, unknown>();
	for (const each of tried)
		if (!taken.has(`${each}`) && (each === like || (await takes(each))))
			taken.set(`${each}`, each);
	if (isBoolean) {
		// A service that takes t and TRUE may take T and True, too.
		for (const word of [...taken.keys()])
			for (const each of [word.toUpperCase(), capitalize(word.toLowerCase())])
				if (
					/[a-z]/i.test(each) &&
					!tried.includes(each) &&
					!taken.has(each) &&
					(await takes(each))
				)
					taken.set(each, each);
		return { only: show(taken.values()) };
	}
	if (typeof like === "number" || kind === "a UUID") return { only: kind };
	if (taken.size > 0)
		return { only: show(taken.keys()), words: [...taken.keys()] };
	const [prefix] = PREFIX.exec(`${like}`) ?? [];
	if (prefix && (await takes(prefix + "u".repeat(SHORT))))
		return { only: `texts that start with ${prefix}` };
	const shown = new Set([like, ...likes]);
	const made = new Set(
		[...shown]
			.filter((each) => mayBeWord(each) && listWords(each).length > 1)
			.flatMap((each) => alike(`${each}`).slice(0, MAX_MADE)),
	);
	for (const each of [...made].slice(0, MAX_MADE))
		if (!shown.has(each) && (await takes(each))) shown.add(each);
	return { only: `some values, such as ${show(shown)}` };
}

/** Tries values of conditions, and compares with the document which of them the service takes. */
export function createMeter(
	{ isInQuery, send, alike = () => [] }: Inquiry,
	isDocumented: NonNullable<Inquiry["isDocumented"]>,
	seen: Seen[],
) {
	const placeOf = (name: string): string =>
		isInQuery ? `request query ${name}` : `request $.${name}`;
	/** Returns whether the service takes the values, if that is not as documented. */
	async function tryValues(
		...values: (readonly [Named, unknown])[]
	): Promise<Other | undefined> {
		const sent = values.map(
			([{ path, write, join }, value]): Value => [path, write(value), join],
		);
		const example = await send(createInput(isInQuery, sent));
		if (!example) return undefined;
		const isTaken = isAccepted(example.response);
		if (!isTaken && !isFormRejected(example.response)) return undefined;
		const documented = values.map(
			([{ name }, value]): Value => [[name], value],
		);
		const isExpected = isDocumented(createInput(isInQuery, documented));
		return isTaken === isExpected ? undefined : { isTaken, example };
	}
	const report = (
		where: string,
		what: string,
		{ isTaken, example }: Other,
	): void => {
		const [expected, actual] = isTaken
			? [`rejects ${what}`, `takes ${what}`]
			: [`takes ${what}`, `rejects ${what}`];
		seen.push({ where, expected, actual, example });
	};
	return {
		/** Finds the forms of times. */
		async measureTimes(condition: Named): Promise<void> {
			const found: { form: string; other: Other }[] = [];
			for (const [form, value] of TIMES) {
				const other = await tryValues([condition, value]);
				if (other) found.push({ form, other });
			}
			for (const isTaken of [true, false]) {
				const group = found.filter(({ other }) => other.isTaken === isTaken);
				const what = group.map(({ form }) => form).join(", ");
				const [first] = group;
				if (first) report(placeOf(condition.name), what, first.other);
			}
		},
		/** Finds whether a period may end before it starts. */
		async measurePeriod(from: Named, to: Named): Promise<void> {
			const values = ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"];
			const other = await tryValues([from, values[0]], [to, values[1]]);
			if (other)
				report(placeOf(to.name), `a time before that of ${from.name}`, other);
		},
		/**
		 * Finds the longest text, if there is a limit, or which texts the service takes.
		 * @param likes values that records have, the first of which it takes
		 */
		async measureText(
			condition: Named,
			[like, ...likes]: readonly unknown[],
		): Promise<void> {
			let rejecting: Other | undefined;
			const passes = async (length: number): Promise<boolean> => {
				const other = await tryValues([condition, "u".repeat(length)]);
				if (other) rejecting = other;
				return other === undefined;
			};
			if (!(await passes(SHORT))) {
				if (!rejecting) return;
				const { example } = rejecting;
				const [name = ""] = condition.path.slice(-1);
				const { path, write, join } = condition;
				const takes = async (value: unknown): Promise<boolean> => {
					const found = await send(
						createInput(isInQuery, [[path, write(value), join]]),
					);
					return found !== undefined && isAccepted(found.response);
				};
				const { only, words } = await describeTaken(
					takes,
					listOffered(name, "u".repeat(SHORT), example.response),
					[like, ...likes.slice(0, MAX_SHOWN)],
					alike,
				);
				const isEmptyTaken = await takes("");
				seen.push({
					...{ where: placeOf(condition.name), expected: "any text", example },
					...(words && {
						keywords: { enum: isEmptyTaken ? [...words, ""] : words },
					}),
					actual: `only ${only}${isEmptyTaken ? ' and ""' : ""}; others are rejected with ${example.response.status}`,
				});
				return;
			}
			if (await passes(LONGEST)) return;
			const longest = await findLimit(SHORT, LONGEST, LONGEST, passes);
			if (longest !== undefined && rejecting)
				seen.push({
					...{ where: placeOf(condition.name), expected: "any text" },
					actual: `at most ${longest} characters`,
					...{ keywords: { maxLength: longest }, example: rejecting.example },
				});
		},
		/** Finds how many values a list of them may have. */
		async measureItems(condition: Named, like: unknown): Promise<void> {
			let rejecting: Other | undefined;
			const passes = async (count: number): Promise<boolean> => {
				const items = Array.from({ length: count }, () => like);
				const other = await tryValues([
					{ ...condition, write: () => items },
					like,
				]);
				rejecting = other ?? rejecting;
				return other === undefined;
			};
			const most = await findLimit(1, MAX_ITEMS, MAX_ITEMS, passes);
			const least = (await passes(0)) ? 0 : 1;
			if (rejecting)
				seen.push({
					...{ where: placeOf(condition.name), example: rejecting.example },
					expected: "any number of items",
					actual: `at least ${least}${most === undefined ? "" : `, at most ${most}`}`,
				});
		},
		/** Finds other kinds of a value. */
		async measureValue(
			condition: Named,
			what: string,
			value: unknown,
		): Promise<void> {
			const other = isInQuery ? undefined : await tryValues([condition, value]);
			if (other) report(placeOf(condition.name), what, other);
		},
	};
}
