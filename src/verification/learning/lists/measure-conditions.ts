import type { FormChange } from "../../../document/judgment/service-change.ts";
import type { Condition } from "../../contract.ts";
import type { RuleKeywords } from "../../observed.ts";
import {
	describeRejection,
	isAccepted,
	isFormRejected,
} from "../rejections/read-trial.ts";
import { listOffered, readRejection } from "../rules/measure-choices.ts";
import { findLargest, findLimit } from "../rules/measure-limits.ts";
import { describeTaken } from "./describe-taken.ts";
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
/** Larger than any page. */
const LARGEST = 1_000_000;
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

/** Tries values of conditions, and compares with the document which of them the service takes. */
export function createMeter(
	{ isInQuery, isMoved, send, conditions, alike = () => [] }: Inquiry,
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
		const said = describeRejection(example.response);
		const [expected, actual] = isTaken
			? [`rejects ${what}`, `takes ${what}`]
			: [`takes ${what}`, `rejects ${what} with ${said}`];
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
				const word = "u".repeat(SHORT);
				const { only, words } = await describeTaken(
					takes,
					listOffered(name, word, example.response),
					[like, ...likes.slice(0, MAX_SHOWN)],
					alike,
				);
				const { status } = example.response;
				const [said] = readRejection(name, [word], example);
				const rejected = said ? `${status} (${said})` : status;
				const isEmptyTaken = await takes("");
				seen.push({
					...{ where: placeOf(condition.name), expected: "any text", example },
					...(words && {
						keywords: { enum: isEmptyTaken ? [...words, ""] : words },
					}),
					actual: `only ${only}${isEmptyTaken ? ' and ""' : ""}; others are rejected with ${rejected}`,
				});
				return;
			}
			const isNew = conditions.every(({ name }) => name !== condition.name);
			const isEmptyTaken = !isNew || (await passes(0));
			const longest = (await passes(LONGEST))
				? undefined
				: await findLimit(SHORT, LONGEST, LONGEST, passes);
			const bounds = [
				...(isEmptyTaken ? [] : ["at least 1 character"]),
				...(longest === undefined ? [] : [`at most ${longest} characters`]),
			];
			if (bounds.length > 0 && rejecting)
				seen.push({
					...{ where: placeOf(condition.name), expected: "any text" },
					actual: bounds.join(", "),
					keywords: {
						...(!isEmptyTaken && { minLength: 1 }),
						...(longest !== undefined && { maxLength: longest }),
					},
					example: rejecting.example,
				});
		},
		/** Finds the largest number, if it is not the documented one. */
		async measureMost(condition: Named): Promise<void> {
			let rejecting: LearntCondition["example"] | undefined;
			const passes = async (number: number): Promise<boolean> => {
				const { path, write } = condition;
				const example = await send(
					createInput(isInQuery, [[path, write(number)]]),
				);
				if (!example || isAccepted(example.response)) return true;
				rejecting = example;
				return false;
			};
			// The document says nothing of a condition at another place.
			if (isMoved || (await passes(LARGEST)) || !rejecting) return;
			const most = await findLargest(1, LARGEST, async (number) =>
				isDocumented(createInput(isInQuery, [[[condition.name], number]])),
			);
			// A rejection that tells the limit saves the search for it.
			const said = `${rejecting.response.body}`.match(/\d+/g) ?? [];
			let largest: number | undefined;
			for (const each of said.map(Number))
				if (each >= most && each < LARGEST && largest === undefined)
					if ((await passes(each)) && !(await passes(each + 1))) largest = each;
			largest ??= await findLimit(1, most, LARGEST, passes);
			if (largest === undefined || largest === most) return;
			seen.push({
				...{ where: placeOf(condition.name), example: rejecting },
				...{ expected: `at most ${most}`, actual: `at most ${largest}` },
				keywords: { maximum: largest },
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
