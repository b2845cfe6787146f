import { tryParseJson, valueAt } from "../../values/json.ts";
import type { Condition } from "../contract.ts";
import {
	capitalize,
	listPositions,
	listShownNames,
	listTrials,
	listWords,
	PAGE,
	SKIP,
} from "./condition-trials.ts";
import {
	createAsk,
	type Inquiry,
	type LearntCondition,
	type Value,
} from "./list-inquiry.ts";

/** The results of several pages together. */
interface Seen {
	readonly expected: string;
	readonly actual: string;
	readonly example: LearntCondition["example"];
}

/** The learnt conditions of a list or a search. */
export interface LearntList {
	readonly conditions: readonly LearntCondition[];
	readonly seen: readonly Seen[];
}

/** The maximum number of names that are tried for one condition. */
const MAX_NAMES = 12;

/** The search for the names of conditions. */
interface Search {
	readonly inquiry: Inquiry;
	readonly ask: ReturnType<typeof createAsk>;
	/** The response without conditions, with its records. */
	readonly base: LearntCondition["example"];
	readonly items: readonly unknown[];
	/** Names in this response. */
	readonly shown: readonly string[];
	readonly learnt: LearntCondition[];
	readonly seen: Seen[];
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
	const { name, role } = condition;
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
			: [name, ...(own === undefined ? [] : [own]), ...(isPage ? shown : [])];
	const usual = role === "cursor" ? ["page", "offset"] : [];
	const unique = [...new Set([...names, ...usual])].slice(0, MAX_NAMES);
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

/** Tries possible names of a condition until one selects records. */
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
	const size = isCursor ? [[limit?.path ?? [limitName], PAGE] as const] : [];
	const trials = isCursor
		? listPositions(items)
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
			return;
		}
}

/**
 * Finds the service's names for the conditions of a list or a search. A name counts only if it demonstrably selects
 * records.
 */
export async function learnConditions(inquiry: Inquiry): Promise<LearntList> {
	const learnt: LearntCondition[] = [];
	const seen: Seen[] = [];
	const ask = createAsk(inquiry);
	const base = await ask();
	if (!base || base.items.length <= PAGE) return { conditions: learnt, seen };
	const { items } = base;
	const shown = listShownNames(base.response);
	const search: Search = { inquiry, ask, base, items, shown, learnt, seen };
	for (const condition of inquiry.conditions)
		if (condition.role === "newestFirst") findOrder(search, condition);
		else await learnCondition(search, condition);
	return { conditions: learnt, seen };
}
