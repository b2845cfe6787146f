import { tryParseJson } from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule } from "../rules/create-trier.ts";
import type { Values } from "../values/record-values.ts";
import { compareOutcomes } from "./compare-items.ts";
import {
	createBatch,
	findItems,
	type Item,
	type KnownWords,
	readItem,
} from "./create-batch.ts";
import { readTexts, replaceIn } from "./describe-changes.ts";
import {
	createRejectionTraces,
	createSuccessTraces,
} from "./describe-traces.ts";
import { createUnknownId } from "./name-records.ts";
import { type Acted, type Acting, RecordActor } from "./record-actor.ts";
import type { Trace } from "./watch-trail.ts";

/** Whether the item after one that fails changes its record. Undefined if the page does not show what the items change. */
function isLastExecuted(example: Acted, usual: Acted): boolean | undefined {
	const [first = [], , last = []] = example.changes;
	const isShown = usual.changes.every((each) => each.length > 0);
	return isShown && first.length > 0 ? last.length > 0 : undefined;
}

/**
 * Whether the response describes an item after a failing one like an item that succeeds. Returns undefined if it does
 * not describe single items.
 */
function saysExecuted(example: Acted, usual: Acted): boolean | undefined {
	const [own, failed] = [usual, example].map((each) =>
		tryParseJson(`${each.response.body}`),
	);
	const ofItems = compareOutcomes(own, failed, "").filter(({ where }) =>
		where.includes("[*]"),
	);
	const isOther = ofItems.some(({ actual }) =>
		actual.includes(" of one after"),
	);
	return example.isTaken && ofItems.length > 0 ? !isOther : undefined;
}

/** Tells what becomes of items of which one fails. */
function describeFailure(
	at: MeasuredRule["at"],
	usual: Acted,
	example: Acted,
	cause: string,
): MeasuredRule[] {
	const { response, request } = example;
	const { status } = response;
	const said = readTexts(response, request);
	const isLast = isLastExecuted(example, usual);
	const [own, failed] = [usual, example].map((each) =>
		tryParseJson(`${each.response.body}`),
	);
	const rules = example.isTaken
		? [
				{
					expected: "rejects all items if one fails",
					actual: `takes them with ${status}, although one ${cause}`,
				},
				...compareOutcomes(own, failed, "if one item fails"),
			]
		: [
				{
					expected: `takes items of which one ${cause}`,
					actual: `rejects all with ${status} if one ${cause}${said === "" ? "" : ` (${said})`}`,
				},
			];
	const executed = {
		expected: "executes all items or none",
		actual: `executes those before one that fails, ${isLast ? "and those" : "but not those"} after it`,
	};
	return [...rules, ...(isLast === undefined ? [] : [executed])].map(
		(each) => ({ ...each, at, example }),
	);
}

/** Tells which values of a whole response say that an item failed, whether the items after it are executed or not. */
function describeWhole(usual: Acted, failed: Acted, other: Acted): string {
	const [own, ...others] = [usual, failed, other].map((each) =>
		tryParseJson(`${each.response.body}`),
	);
	const [known = [], also = []] = others.map((each) =>
		compareOutcomes(own, each, "")
			.filter(({ where }) => !where.includes("[*]"))
			.map(({ where, actual }) => `, with ${where} ${actual.trim()} as well`),
	);
	return known.filter((each) => also.includes(each)).join("");
}

/** How one of several items fails. */
interface Failure {
	readonly cause: string;
	/** What the items are, if their records tell. */
	readonly parts: readonly string[];
	/** Makes items of which the second one fails. */
	create(): Promise<readonly Item[]>;
}

/** A state in which a service rejects requests that name the record. */
export interface Refused {
	/** The property and its value. */
	readonly flag: string;
	/** Creates such a record, and returns its id. */
	createRecord(): Promise<unknown>;
}

/** Lists how an item may fail: because it names no record, or because of the state of its record. */
function listFailures(
	take: () => unknown,
	known: KnownWords,
	refused: Refused | undefined,
): Failure[] {
	const [[name = "", { failing }] = ["", { failing: undefined }]] = [
		...known,
	].filter((each) => each[1].failing);
	const [before, word] = failing ?? [];
	const unknown: Failure = {
		cause: "names no record",
		parts: [
			"the item that succeeds",
			"the item that fails",
			"the item after it",
		],
		create: async () =>
			[take(), createUnknownId(take()), take()].map((id) => ({ id })),
	};
	const flagged: Failure = {
		cause: `names a record with ${refused?.flag}`,
		parts: [],
		create: async () =>
			[take(), await refused?.createRecord(), take()].map((id) => ({ id })),
	};
	if (!failing) return refused ? [unknown, flagged] : [unknown];
	const state: Failure = {
		cause: `fails after ${JSON.stringify(before)} for the same record`,
		parts: ["", "the record of the item that fails", "the item after it"],
		async create() {
			const id = take();
			const named = [before, word].map((each) => ({
				...{ id, words: { [name]: each } },
			}));
			return [...named, { id: take() }];
		},
	};
	return [unknown, state];
}

/** Finds whether a boolean beside the items decides if those after one that fails are executed. */
async function measureSwitches(
	{ at }: Acting,
	usual: Acted,
	failed: Acted,
	flags: Values,
	send: (changes: Values) => Promise<Trace<Acted> | undefined>,
): Promise<MeasuredRule[]> {
	const rules: MeasuredRule[] = [];
	const readLast = (each: Acted): boolean | undefined =>
		isLastExecuted(each, usual) ?? saysExecuted(each, usual);
	for (const [flag, usually] of Object.entries(flags))
		for (const value of [true, false].filter((each) => each !== usually)) {
			const other = await send({ [flag]: value });
			const isLast = other && readLast(other.tried);
			if (!other || isLast === undefined || isLast === readLast(failed))
				continue;
			const place = { at: [...at, flag], example: other.tried };
			rules.push({
				...{ ...place, expected: "the same effect for true and false" },
				actual: `${value} ${isLast ? "executes" : "does not execute"} the items after one that fails${describeWhole(usual, failed, other.tried)}`,
			});
			if (usually === undefined)
				rules.push({
					...{ ...place, expected: "no default" },
					actual: `${!value} if it is left out`,
				});
		}
	return rules;
}

/**
 * Finds what becomes of several items in one body if one of them fails.
 * @param flags the properties beside the items that are true or false, with what they are if they are left out
 * @returns whether the body has items that name records
 */
export async function measureItemFailure(
	acting: Acting,
	known: KnownWords,
	flags: Values = {},
	refused?: Refused,
): Promise<boolean> {
	const { create, rules } = acting;
	const path = findItems(create());
	const actor =
		path && (await RecordActor.create(acting, readItem(create(), path)));
	if (!actor) return false;
	const send = createBatch(acting, actor, path, known);
	const take = () => actor.takeRecord(true);
	const all = [take(), take(), take()].map((id) => ({ id }));
	const whole = await send(all);
	if (!whole?.tried.isTaken) return true;
	const usual = whole.tried;
	rules.push(
		...createSuccessTraces(
			acting,
			path,
			[whole],
			all.map(({ id }) => [id, "a single item"] as const),
		),
	);
	let isTold = false;
	for (const failure of listFailures(take, known, refused)) {
		const { cause, parts, create } = failure;
		const items = await create();
		if (items.some(({ id }) => id === undefined)) return true;
		const trace = await send(items);
		if (!trace) return true;
		const { tried } = trace;
		if (!tried.isTaken && !isFormRejected(tried.response)) return true;
		const described = describeFailure(path, usual, tried, cause).map(
			(each) => ({
				...{ ...each, actual: replaceIn(each.actual, items[1]?.id) },
			}),
		);
		rules.push(
			...described.filter((each) =>
				rules.every(
					(one) => one.where !== each.where || one.actual !== each.actual,
				),
			),
		);
		if (!tried.isTaken) {
			rules.push(...createRejectionTraces(path, trace));
			continue;
		}
		if (isTold) continue;
		isTold = true;
		rules.push(
			...createSuccessTraces(
				acting,
				path,
				[trace],
				items.flatMap(({ id }, index) => {
					const part = parts[index] ?? "";
					return part === "" ? [] : [[id, part] as const];
				}),
				"leaves no record of an item that fails",
			),
		);
		const again = async (changes: Values) => send(await create(), changes);
		rules.push(...(await measureSwitches(acting, usual, tried, flags, again)));
	}
	return true;
}
