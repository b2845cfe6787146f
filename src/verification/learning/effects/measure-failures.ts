import {
	isObject,
	tryParseJson,
	valueAt,
	withValueAt,
} from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule } from "../rules/create-trier.ts";
import type { Values } from "../values/record-values.ts";
import { compareOutcomes } from "./compare-items.ts";
import { readTexts } from "./describe-changes.ts";
import {
	createRejectionTraces,
	createSuccessTraces,
} from "./describe-traces.ts";
import { createUnknownId } from "./name-records.ts";
import { type Acted, type Acting, RecordActor } from "./record-actor.ts";
import { watchTrail } from "./watch-trail.ts";

/** Finds which records a request leaves, and the same one again if the service rejects that. */
export async function measureRepeated(acting: Acting): Promise<void> {
	const { at, build, create, rules, source, tryRequest } = acting;
	const request = build(create());
	const send = () => watchTrail(source, () => tryRequest(request));
	const first = await send();
	if (!first?.tried.isTaken) return;
	rules.push(
		...createSuccessTraces(acting, at, [first]),
		...createRejectionTraces(at, await send()),
	);
}

/** Finds whether a rejected request leaves a record, such as one of an audit. */
export async function measureRejected(acting: Acting): Promise<void> {
	const { at, create } = acting;
	const actor = await RecordActor.create(acting, create());
	if (!actor) return;
	const unknown = createUnknownId(actor.takeRecord(false));
	const body = actor.nameRecord(create(), unknown);
	const trace = await watchTrail(acting.source, () =>
		actor.act(body, [], false),
	);
	acting.rules.push(...createRejectionTraces(at, trace));
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
		return watchTrail(acting.source, () =>
			actor.act(withValueAt(body, path, items), ids, true),
		);
	};
	const take = () => [0, 1, 2].map(() => actor.takeRecord(true));
	const all = take();
	const whole = await send(all);
	const [first, second, third] = take();
	if (!whole?.tried.isTaken || [first, second, third].includes(undefined))
		return true;
	const usual = whole.tried;
	const unknown = createUnknownId(second);
	const parts = await send([first, unknown, third]);
	if (!parts) return true;
	const { tried } = parts;
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
	rules.push(
		...createSuccessTraces(
			acting,
			path,
			[whole],
			[...all.map((id) => [id, "a single item"] as const)],
		),
		...(tried.isTaken
			? createSuccessTraces(
					acting,
					path,
					[parts],
					[
						[first, "the item that succeeds"],
						[unknown, "the item that fails"],
						[third, "the item after it"],
					],
					"leaves no record of an item that fails",
				)
			: createRejectionTraces(path, parts)),
	);
	return true;
}
