import { tryParseJson, valueAt } from "../../values/json.ts";
import type { Condition } from "../contract.ts";
import {
	capitalize,
	listPositions,
	listTrials,
	listWords,
	PAGE,
	readShown,
	type Shown,
	SKIP,
} from "./condition-trials.ts";
import {
	type Answer,
	createAsk,
	type Inquiry,
	type LearntCondition,
	type Value,
} from "./list-inquiry.ts";
import { createMeter, type Seen } from "./measure-conditions.ts";

/** The learnt conditions of a list or a search. */
export interface LearntList {
	readonly conditions: readonly LearntCondition[];
	readonly seen: readonly Seen[];
}

/** The maximum number of names that are tried for one condition. */
const MAX_NAMES = 12;

/** So many records are created at once, and in all, until a page is full. */
const WRITTEN = 20;
const MAX_WRITTEN = 120;

/** The conditions that a text must meet. */
const TEXTS = new Set(["action", "subjectType", "subjectId", "text"]);

/** The search for the names of conditions. */
interface Search {
	readonly inquiry: Inquiry;
	readonly ask: ReturnType<typeof createAsk>;
	/** The response without conditions, with its records. */
	readonly base: LearntCondition["example"];
	readonly items: readonly unknown[];
	/** What this response shows beside them. */
	readonly shown: Shown;
	readonly learnt: LearntCondition[];
	readonly seen: Seen[];
	/** Undefined if values of conditions are not measured. */
	readonly meter: ReturnType<typeof createMeter> | undefined;
	/** The conditions by role, with the names that the service has for them. */
	readonly named: Map<
		string,
		{ readonly name: string; readonly path: readonly string[] }
	>;
}

/** Returns the path, in a record, of the value that a condition compares. */
function findPath(
	{ items, inquiry: { findings, renamed } }: Search,
	{ place = "" }: Condition,
): string[] | undefined {
	const names = place.replace(/^.*\[\*\]\./, "").split(".");
	const found = findings.find(({ where }) => where === place)?.actual ?? "";
	const paths = [
		found.split("."),
		names,
		names.map((each) => renamed.get(each) ?? each),
	];
	return paths.find((path) =>
		items.some((item) => valueAt(item, ...path) !== undefined),
	);
}

/** Lists possible places of a condition in a request, the most probable first. */
function listPaths(
	search: Search,
	condition: Condition,
): (readonly string[])[] {
	const { shown, inquiry } = search;
	const { name, role, words = [] } = condition;
	const own = findPath(search, condition)?.at(-1);
	const isPage = role === "limit" || role === "cursor";
	// For example, "occurredFrom" beside "occurredAt".
	const [stem] = listWords(own ?? "");
	const names =
		role === "from" || role === "to"
			? [
					name,
					...(stem === undefined
						? []
						: [`${stem}_${name}`, `${stem}${capitalize(name)}`]),
				]
			: [
					name,
					...(own === undefined ? [] : [own]),
					...(role === "limit" ? shown.sizes : []),
					...(isPage ? shown.likely : []),
					...(role === "cursor" ? ["page", "offset"] : []),
					...(isPage ? shown.names : []),
					...words,
				];
	const unique = [...new Set(names)].slice(0, MAX_NAMES);
	const inner = inquiry.isInQuery ? [] : inquiry.wrappers;
	return [
		...unique.map((each) => [each]),
		...(isPage
			? []
			: inner.flatMap((outer) => unique.map((each) => [outer, each]))),
	];
}

/** Returns a function that converts a documented value to the value that the service accepts. */
function createTranslation(
	{ findings }: Inquiry,
	{ place }: Condition,
	like: unknown,
): LearntCondition["translate"] {
	const values = new Map(
		findings
			.filter(({ where }) => where === place)
			.map(({ expected, actual }) => [
				tryParseJson(expected),
				tryParseJson(actual),
			]),
	);
	return (value) => {
		const known = values.get(value);
		if (known !== undefined) return known;
		const isNumber = typeof like === "number" && /^\d+$/.test(`${value}`);
		return isNumber && typeof value === "string" ? Number(value) : value;
	};
}

/** Finds out whether the oldest records come first. */
function findOrder(search: Search, condition: Condition): void {
	const { items, base, seen } = search;
	const path = findPath(search, condition);
	const times = items.map((item) =>
		Date.parse(String(path && valueAt(item, ...path))),
	);
	const isAscending =
		(times[0] ?? 0) < (times.at(-1) ?? 0) &&
		times.every((time, index) => time >= (times[index - 1] ?? 0));
	if (isAscending)
		seen.push({
			...{ expected: "the newest record first", example: base },
			actual: "the oldest record first",
		});
}

/** Finds out whether a page repeats a record after a new record was created. */
async function findRepeated(
	{ ask, inquiry, seen }: Search,
	...values: Value[]
): Promise<void> {
	const before = await ask(...values.slice(0, -1));
	await inquiry.write();
	const after = await ask(...values);
	const texts = before?.items.map((each) => JSON.stringify(each));
	if (after?.items.some((each) => texts?.includes(JSON.stringify(each))))
		seen.push({
			...{ expected: "each record on one page", example: after },
			actual: "a record again, if another one is created between two pages",
		});
}

/** Whether the service takes the size of a page by its documented name. */
const selects = async ({ ask }: Search, name: string): Promise<boolean> =>
	(await ask([[name], 1]))?.items.length === 1;

/** Measures which values the service takes for a condition whose names are known. */
async function measureCondition(
	{ meter, named }: Search,
	{ name, role }: Condition,
	path: readonly string[],
): Promise<void> {
	if (!meter) return;
	const condition = { name, path };
	const from = named.get("from");
	named.set(role, condition);
	if (role === "from") await meter.measureTimes(condition);
	if (role === "to" && from) await meter.measurePeriod(from, condition);
	if (role === "limit")
		await meter.measureValue(condition, "a number as a text", "1");
	else await meter.measureValue(condition, "null", null);
	if (TEXTS.has(role)) await meter.measureText(condition);
}

/** Tries the names that a condition may have, until one selects records. */
async function learnCondition(
	search: Search,
	condition: Condition,
): Promise<void> {
	const { inquiry, ask, items, learnt } = search;
	const { name, role } = condition;
	const limitName =
		inquiry.conditions.find((each) => each.role === "limit")?.name ?? "";
	const limit = learnt.find((each) => each.name === limitName);
	const isCursor = role === "cursor";
	const isSized = isCursor && (limit ?? (await selects(search, limitName)));
	const size = isSized ? [[limit?.path ?? [limitName], PAGE] as const] : [];
	const trials = isCursor
		? listPositions(items, isSized ? [] : search.shown.tokens)
		: listTrials(condition, items, findPath(search, condition));
	// The other conditions are probably at the same place as this one.
	const around = learnt.at(-1)?.path.slice(0, -1).join();
	const isAround = (path: readonly string[]): number =>
		Number(path.slice(0, -1).join() === around);
	const paths = listPaths(search, condition).sort(
		(a, b) => isAround(b) - isAround(a),
	);
	for (const path of paths)
		for (const { value, form, applies } of trials) {
			const found = await ask(...size, [path, value]);
			if (!found || !applies(found.items)) continue;
			if (path.join() !== name || form !== "")
				learnt.push({
					...{ name, path, form, example: found },
					translate: createTranslation(inquiry, condition, value),
				});
			const next = form === SKIP ? PAGE : value;
			if (isCursor) await findRepeated(search, ...size, [path, next]);
			else await measureCondition(search, condition, path);
			return;
		}
}

/** Creates records until a page shows how to ask for the next one, or has no place for more. */
async function fillPage(
	{ write }: Inquiry,
	ask: Search["ask"],
	first: Answer,
): Promise<Answer> {
	let page = first;
	for (let written = 0; written < MAX_WRITTEN; written += WRITTEN) {
		if (!readShown(page.response, page.items).isOpen) return page;
		for (let count = 0; count < WRITTEN; count++) await write();
		const next = await ask();
		if (!next || next.items.length <= page.items.length) return next ?? page;
		page = next;
	}
	return page;
}

/** Finds the names that a service has for the conditions of a list or a search: those which demonstrably select records. */
export async function learnConditions(inquiry: Inquiry): Promise<LearntList> {
	const learnt: LearntCondition[] = [];
	const seen: Seen[] = [];
	const ask = createAsk(inquiry);
	const first = await ask();
	if (!first || first.items.length <= PAGE) return { conditions: learnt, seen };
	const base = await fillPage(inquiry, ask, first);
	const { items } = base;
	const shown = readShown(base.response, items);
	const search: Search = {
		...{ inquiry, ask, base, items, shown, learnt, seen },
		meter:
			inquiry.isDocumented && createMeter(inquiry, inquiry.isDocumented, seen),
		named: new Map(),
	};
	for (const condition of inquiry.conditions)
		if (condition.role === "newestFirst") findOrder(search, condition);
		else await learnCondition(search, condition);
	return { conditions: learnt, seen };
}
