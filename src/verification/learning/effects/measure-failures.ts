import {
	isObject,
	tryParseJson,
	valueAt,
	withValueAt,
} from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried } from "../rules/create-trier.ts";
import {
	listLeaves,
	listSent,
	mayBeState,
	type Values,
} from "../values/record-values.ts";
import { compareOutcomes } from "./compare-items.ts";
import { readTexts } from "./describe-changes.ts";
import { createUnknownId } from "./name-records.ts";
import { type Acted, type Acting, RecordActor } from "./record-actor.ts";

const MAX_SHOWN = 4;

/** Describes the words of a record that the request did not have. */
function describeRecord(record: Values, sent: unknown): string {
	const own = listSent(sent);
	const words = listLeaves(record)
		.filter(([, leaf]) => mayBeState(leaf))
		.filter(([, leaf]) => !own.includes(leaf))
		.slice(0, MAX_SHOWN);
	return words
		.map(([path, leaf]) => `${path} ${JSON.stringify(leaf)}`)
		.join(", ");
}

/** Tells which records a search has of what failed, by the unknown id in them. */
async function findTraces(
	{ source, rules }: Acting,
	at: MeasuredRule["at"],
	expected: string,
	id: unknown,
	example: Tried,
): Promise<void> {
	const sent = tryParseJson(`${example.request.body ?? ""}`);
	for (const [operation, records] of await source.findRecords(id)) {
		const [record = {}] = records;
		const words = describeRecord(record, sent);
		rules.push({
			...{ at, expected, example },
			actual: `leaves a record of ${operation}${words === "" ? "" : ` with ${words}`}`,
		});
	}
}

/** Finds whether a rejected request leaves a record, such as one of an audit. */
export async function measureRejected(acting: Acting): Promise<void> {
	const { at, create } = acting;
	const actor = await RecordActor.create(acting, create());
	if (!actor) return;
	const unknown = createUnknownId(actor.takeRecord(false));
	const body = actor.nameRecord(create(), unknown);
	const tried = await actor.act(body, [], false);
	if (!tried || !isFormRejected(tried.response)) return;
	const { status } = tried.response;
	const expected = `leaves no record of a request that it rejects with ${status}`;
	await findTraces(acting, at, expected, unknown, tried);
}

/** Returns the path of the first array of objects in a body. */
function findItems(
	value: unknown,
	at: readonly string[] = [],
): readonly string[] | undefined {
	if (!isObject(value)) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const path = [...at, name];
		if (Array.isArray(inner) && isObject(inner[0])) return path;
		const found = findItems(inner, path);
		if (found) return found;
	}
	return undefined;
}

/** Tells whether the items before and after the one that fails change their records. */
function listExecuted(
	at: MeasuredRule["at"],
	example: Acted,
	usual: Acted,
): MeasuredRule[] {
	const [before, later] = [0, 2].map(
		(index) => (example.changes[index] ?? []).length > 0,
	);
	// Without changes that the page shows, nothing is known.
	const isShown = usual.changes.every((each) => each.length > 0);
	if (!isShown || !before) return [];
	return [
		{
			...{ at, example, expected: "executes all items or none" },
			actual: `executes those before one that fails, ${later ? "and those" : "but not those"} after it`,
		},
	];
}

/** The words that change a new record, by the name of the property that has them. */
export type ChangingWords = ReadonlyMap<string, readonly string[]>;

/**
 * Finds what becomes of several items in one body if one of them names no record.
 * @returns whether the body has items that name records
 */
export async function measureItemFailure(
	acting: Acting,
	changing: ChangingWords,
): Promise<boolean> {
	const { create, rules } = acting;
	const path = findItems(create());
	const readItem = (body: unknown) =>
		Object(valueAt(body, ...(path ?? [])))[0] as unknown;
	const actor = path && (await RecordActor.create(acting, readItem(create())));
	if (!actor) return false;
	const createItem = (body: unknown, id: unknown): unknown => {
		const item: Values = Object(actor.nameRecord(readItem(body), id));
		const words = Object.keys(item).flatMap((name) => {
			const [word] = changing.get(name) ?? [];
			return word === undefined ? [] : [[name, word] as const];
		});
		return { ...item, ...Object.fromEntries(words) };
	};
	const send = (ids: readonly unknown[]) => {
		const body = create();
		const items = ids.map((id) => createItem(body, id));
		return actor.act(withValueAt(body, path, items), ids, true);
	};
	const take = () => [0, 1, 2].map(() => actor.takeRecord(true));
	const usual = await send(take());
	const [first, second, third] = take();
	if (!usual?.isTaken || [first, second, third].includes(undefined))
		return true;
	const unknown = createUnknownId(second);
	const tried = await send([first, unknown, third]);
	if (!tried) return true;
	const { status } = tried.response;
	if (tried.isTaken) {
		rules.push({
			...{
				at: path,
				example: tried,
				expected: "rejects all items if one fails",
			},
			actual: `takes them with ${status}, although one names no record`,
		});
		const [own, failed] = [usual, tried].map(({ response }) =>
			tryParseJson(`${response.body}`),
		);
		for (const each of compareOutcomes(own, failed))
			rules.push({
				...{ ...each, at: path, example: tried },
				actual: each.actual.replaceAll(`${unknown}`, "…"),
			});
	} else if (isFormRejected(tried.response)) {
		const said = readTexts(tried.response, tried.request);
		rules.push({
			...{
				at: path,
				example: tried,
				expected: "takes items that name no record",
			},
			actual: `rejects all with ${status} if one names no record${said === "" ? "" : ` (${said})`}`,
		});
	} else return true;
	rules.push(...listExecuted(path, tried, usual));
	const expected = "leaves no record of an item that fails";
	await findTraces(acting, path, expected, unknown, tried);
	return true;
}
