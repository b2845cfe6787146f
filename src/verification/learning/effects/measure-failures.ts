import { tryParseJson, withValueAt } from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { Repair } from "../rejections/repairs.ts";
import type { MeasuredRule } from "../rules/create-trier.ts";
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
import { watchTrail } from "./record-source.ts";

/** Whether the item after one that fails changes its record. Undefined if the page does not show what the items change. */
function isLastExecuted(example: Acted, usual: Acted): boolean | undefined {
	const [first = [], , last = []] = example.changes;
	const isShown = usual.changes.every((each) => each.length > 0);
	return isShown && first.length > 0 ? last.length > 0 : undefined;
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

/** How one of several items fails. */
interface Failure {
	readonly cause: string;
	/** Makes items of which the second one fails. */
	create(): readonly Item[];
}

/** Lists how an item may fail: because it names no record, or because of the state of its record. */
function listFailures(take: () => unknown, known: KnownWords): Failure[] {
	const unknown: Failure = {
		cause: "names no record",
		create: () =>
			[take(), createUnknownId(take()), take()].map((id) => ({ id })),
	};
	const [own] = [...known].filter((each) => each[1].failing);
	const [name = "", { failing = [] } = {}] = own ?? [];
	const [before, word] = failing;
	const state: Failure = {
		cause: `fails after ${JSON.stringify(before)} for the same record`,
		create() {
			const id = take();
			const named = [before, word].map((each) => ({
				...{ id, words: { [name]: each } },
			}));
			return [...named, { id: take() }];
		},
	};
	return own ? [unknown, state] : [unknown];
}

/**
 * Finds what becomes of several items in one body if one of them fails.
 * @returns whether the body has items that name records
 */
export async function measureItemFailure(
	acting: Acting,
	known: KnownWords,
): Promise<boolean> {
	const { create, rules } = acting;
	const path = findItems(create());
	const actor =
		path && (await RecordActor.create(acting, readItem(create(), path)));
	if (!actor) return false;
	const send = createBatch(acting, actor, path, known);
	const take = () => actor.takeRecord(true);
	const whole = await send([take(), take(), take()].map((id) => ({ id })));
	if (!whole?.tried.isTaken) return true;
	rules.push(...createSuccessTraces(acting, path, [whole]));
	let isTold = false;
	for (const { cause, create } of listFailures(take, known)) {
		const items = create();
		if (items.some(({ id }) => id === undefined)) return true;
		const trace = await send(items);
		if (!trace) return true;
		const { tried } = trace;
		if (!tried.isTaken && !isFormRejected(tried.response)) return true;
		const described = describeFailure(path, whole.tried, tried, cause).map(
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
		if (!tried.isTaken) rules.push(...createRejectionTraces(path, trace));
		else if (!isTold)
			rules.push(
				...createSuccessTraces(
					...([acting, path, [trace]] as const),
					"leaves no record of an item that fails",
				),
			);
		isTold ||= tried.isTaken;
	}
	return true;
}

/** Finds what becomes of several items if one of them lacks a property that it needs to succeed, or has one too many. */
export async function measureLacking(
	{ create, build, tryRequest, rules, source, recorded }: Acting,
	repair: Repair,
): Promise<void> {
	const path = findItems(create());
	if (!path || repair.kind === "wrap") return;
	const { at, kind, name } = repair;
	const place = [...at.slice(at.indexOf("*") + 1), name];
	const value = kind === "remove" ? repair.documented : undefined;
	const send = (isSpoilt: boolean) =>
		watchTrail(source, async () => {
			const items = [false, isSpoilt, false].map((isOther) => {
				const item = readItem(create(), path);
				return isOther ? withValueAt(item, place, value) : item;
			});
			const tried = await tryRequest(build(withValueAt(create(), path, items)));
			return tried && { ...tried, changes: [] };
		});
	const usual = await send(false);
	const lacking = await send(true);
	if (!usual?.tried.isTaken || !lacking) return;
	rules.push(
		...describeFailure(
			...([path, usual.tried, lacking.tried] as const),
			`${kind === "remove" ? "has" : "lacks"} ${name}`,
		),
		...createSuccessTraces(
			...([{ recorded }, path, [lacking]] as const),
			"leaves no record of an item that fails",
		),
	);
}
