import { formatList } from "../../../values/plural.ts";
import type { Condition } from "../../contract.ts";
import { withoutAllowed } from "../rejections/complaint-parts.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { listOffered, readRejection } from "../rules/measure-choices.ts";
import { findLargest, findLimit } from "../rules/measure-limits.ts";
import type { Search } from "./condition-names.ts";
import { readItems } from "./condition-trials.ts";
import { describeTaken } from "./describe-taken.ts";
import {
	createInput,
	type Named,
	type Seen,
	type Value,
} from "./list-inquiry.ts";

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
/** Larger than any page. */
const LARGEST = 1_000_000;
/** The lengths of a text that every service takes, and that few do. */
const [SHORT, LONGEST] = [24, 2_000];

/** Returns a function that adds what a response shows about a condition. */
export const createReport =
	({ inquiry, seen }: Search, { name }: Pick<Condition, "name">) =>
	(
		example: Seen["example"],
		expected: string,
		actual: string,
		more: Pick<Seen, "keywords" | "change"> = {},
	): void => {
		const where = `request ${inquiry.isInQuery ? "query " : "$."}${name}`;
		seen.push({ where, expected, actual, example, ...more });
	};

/** An exchange that shows that the service takes what the document rejects, or rejects what the document takes. */
interface Other extends Pick<Seen, "example"> {
	readonly isTaken: boolean;
}

/** Sends the values. Returns whether the service takes them, if that is not as documented. */
async function tryValues(
	{ inquiry: { isInQuery, isDocumented, send } }: Search,
	...values: (readonly [Named, unknown])[]
): Promise<Other | undefined> {
	const sent = values.map(
		([{ path, write, join }, value]): Value => [path, write(value), join],
	);
	const example = await send(createInput(isInQuery, sent));
	if (!example) return undefined;
	const isTaken = isAccepted(example.response);
	if (!isTaken && !isFormRejected(example.response)) return undefined;
	const documented = values.map(([{ name }, value]): Value => [[name], value]);
	const isExpected = isDocumented?.(createInput(isInQuery, documented));
	return isTaken === isExpected ? undefined : { isTaken, example };
}

/** Tells that a service takes or rejects values, although it should not. */
function reportOther(
	search: Search,
	condition: Named,
	what: string,
	{ isTaken, example }: Other,
): void {
	const said = describeRejection(example);
	const [expected, actual] = isTaken
		? [`rejects ${what}`, `takes ${what}`]
		: [`takes ${what}`, `rejects ${what} with ${said}`];
	createReport(search, condition)(example, expected, actual);
}

/** Finds the forms of times that a condition takes. For a second one, only those forms are tried that differ for the first. */
export async function measureTimes(
	search: Search,
	condition: Named,
): Promise<void> {
	const found: { form: string; value: string; other: Other }[] = [];
	for (const [form, value] of search.times ?? TIMES) {
		const other = await tryValues(search, [condition, value]);
		if (other) found.push({ form, value, other });
	}
	search.times = found.map(({ form, value }) => [form, value]);
	for (const isTaken of [true, false]) {
		const group = found.filter(({ other }) => other.isTaken === isTaken);
		const what = group.map(({ form }) => form).join(", ");
		const [first] = group;
		if (first) reportOther(search, condition, what, first.other);
	}
}

/** Finds whether a period may end before it starts. */
export async function measurePeriod(
	search: Search,
	from: Named,
	to: Named,
): Promise<void> {
	const [later, earlier] = ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"];
	const other = await tryValues(search, [from, later], [to, earlier]);
	if (other)
		reportOther(search, to, `a time before that of ${from.name}`, other);
}

/** Finds whether a condition takes a value of another kind. */
export async function measureValue(
	search: Search,
	condition: Named,
	what: string,
	value: unknown,
): Promise<void> {
	const other = search.inquiry.isInQuery
		? undefined
		: await tryValues(search, [condition, value]);
	if (!other) return;
	const isNothing = value === null || value === "";
	const all = other.isTaken && isNothing ? await search.ask() : undefined;
	const items = JSON.stringify(readItems(other.example.response));
	const isNone = all !== undefined && JSON.stringify(all.items) === items;
	const shown = isNone ? `${what} (no condition)` : what;
	reportOther(search, condition, shown, other);
}

/** Tells which texts a condition takes that rejects this one. */
async function describeTexts(
	search: Search,
	condition: Named,
	[word, example]: readonly [word: string, example: Seen["example"]],
	likes: readonly unknown[],
): Promise<void> {
	const { isInQuery, send, alike = () => [] } = search.inquiry;
	const { path, write, join } = condition;
	const [name = ""] = path.slice(-1);
	const sendValue = (value: unknown) =>
		send(createInput(isInQuery, [[path, write(value), join]]));
	const takes = async (value: unknown): Promise<boolean> => {
		const found = await sendValue(value);
		return found !== undefined && isAccepted(found.response);
	};
	const { only, words } = await describeTaken(
		takes,
		listOffered(name, word, example.response),
		...([likes, alike] as const),
	);
	const { status } = example.response;
	const [said] = readRejection(name, [word], example);
	const rejected = said ? `${status} (${withoutAllowed(said)})` : status;
	const isEmptyTaken = await takes("");
	const [like] = likes;
	const isDigitsTaken =
		typeof like === "number" && !isInQuery && (await takes(`${like}`));
	const decimal =
		Number.isInteger(like) && !isInQuery
			? await sendValue(Number(like) + 0.9)
			: undefined;
	const isCut =
		decimal && isAccepted(decimal.response) && readItems(decimal.response)[0];
	let also = "";
	for (const each of only === "an integer" ? [0, -1] : []) {
		const found = await sendValue(each);
		if (found && isFormRejected(found.response)) also += `, so is ${each}`;
	}
	const taken = [
		only,
		...(isCut ? [`decimals (${Number(like) + 0.9} as ${like})`] : []),
		...(isDigitsTaken ? ["digits as a text"] : []),
		...(isEmptyTaken ? ['""'] : []),
	];
	createReport(search, condition)(
		...([example, "any text"] as const),
		`only ${formatList(taken)}; other texts are rejected with ${rejected}${also}`,
		words && { keywords: { enum: isEmptyTaken ? [...words, ""] : words } },
	);
}

/**
 * Finds the longest text, if there is a limit, or which texts the service takes.
 * @param likes values that records have, the first of which it takes
 */
export async function measureText(
	search: Search,
	condition: Named,
	likes: readonly unknown[],
): Promise<void> {
	let example: Seen["example"] | undefined;
	const passes = async (length: number): Promise<boolean> => {
		const other = await tryValues(search, [condition, "u".repeat(length)]);
		example = other?.example ?? example;
		return other === undefined;
	};
	const isAny = await passes(SHORT);
	if (!isAny && example)
		await describeTexts(
			...([search, condition, ["u".repeat(SHORT), example]] as const),
			likes.slice(0, MAX_SHOWN),
		);
	if (!isAny) return;
	const blank = await tryValues(search, [condition, "   "]);
	if (blank?.isTaken === false)
		reportOther(search, condition, "white space only", blank);
	const isNew = search.inquiry.conditions.every(
		({ name }) => name !== condition.name,
	);
	const isEmptyTaken = !isNew || (await passes(0));
	const longest = await findLimit(
		...([SHORT, LONGEST, LONGEST, passes] as const),
		() => example,
	);
	const bounds = [
		...(isEmptyTaken ? [] : ["at least 1 character"]),
		...(longest === undefined ? [] : [`at most ${longest} characters`]),
	];
	const keywords = {
		...(!isEmptyTaken && { minLength: 1 }),
		...(longest !== undefined && { maxLength: longest }),
	};
	if (bounds.length > 0 && example)
		createReport(
			search,
			condition,
		)(...([example, "any text", bounds.join(", "), { keywords }] as const));
}

/** Finds how many values a list of them may have. */
export async function measureItems(
	search: Search,
	condition: Named,
	like: unknown,
): Promise<void> {
	let rejecting: Other | undefined;
	const passes = async (count: number): Promise<boolean> => {
		const write = () => Array.from({ length: count }, () => like);
		const other = await tryValues(search, [{ ...condition, write }, like]);
		rejecting = other ?? rejecting;
		return other === undefined;
	};
	const most = await findLimit(
		...([1, MAX_ITEMS, MAX_ITEMS, passes] as const),
		() => rejecting?.example,
	);
	const least = (await passes(0)) ? 0 : 1;
	const actual = `at least ${least}${most === undefined ? "" : `, at most ${most}`}`;
	if (rejecting)
		createReport(
			search,
			condition,
		)(...([rejecting.example, "any number of items", actual] as const));
}

/** Finds the largest number, if it is not the documented one. */
export async function measureMost(
	search: Search,
	condition: Named,
): Promise<void> {
	const { isInQuery, isMoved, isDocumented, send } = search.inquiry;
	let rejecting: Seen["example"] | undefined;
	const passes = async (number: number): Promise<boolean> => {
		const { path, write } = condition;
		const example = await send(createInput(isInQuery, [[path, write(number)]]));
		if (!example || isAccepted(example.response)) return true;
		rejecting = example;
		return false;
	};
	// The document says nothing of a condition at another place.
	if (isMoved) return;
	const most = await findLargest(
		...([1, LARGEST] as const),
		(number) =>
			isDocumented?.(createInput(isInQuery, [[[condition.name], number]])) ===
			true,
	);
	const largest = await findLimit(
		...([1, most, LARGEST, passes] as const),
		() => rejecting,
	);
	if (!rejecting || largest === undefined || largest === most) return;
	createReport(search, condition)(
		...([rejecting, `at most ${most}`, `at most ${largest}`] as const),
		{ keywords: { maximum: largest } },
	);
}
