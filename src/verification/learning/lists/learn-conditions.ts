import { tryParseJson, valueAt } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import {
	createAsk,
	createReadNames,
	findPath,
	listPaths,
	type Search,
	selectPaths,
} from "./condition-names.ts";
import {
	LINKED,
	LISTED,
	listPositions,
	listTrials,
	PAGE,
	readShown,
	SKIP,
	type Trial,
	writeAs,
} from "./condition-trials.ts";
import { findExpression } from "./filter-expressions.ts";
import { findFurther } from "./further-conditions.ts";
import type {
	Answer,
	Inquiry,
	LearntCondition,
	Value,
} from "./list-inquiry.ts";
import {
	measureCondition,
	measurePositions,
	TEXTS,
} from "./measure-condition.ts";
import { createMeter, type Seen } from "./measure-conditions.ts";

/** The learnt conditions of a list or a search. */
export interface LearntList {
	readonly conditions: readonly LearntCondition[];
	readonly seen: readonly Seen[];
}

/** So many records are created at once, and in all, until a page is full. */
const WRITTEN = 20;
const MAX_WRITTEN = 120;

/** The maximum number of names that are tried one by one. */
const MAX_NAMES = 12;

/** Names of the last record of a page, and not of a number of pages or records. */
const AFTER = /after|since|last|id$/i;

/**
 * Returns a function that converts a documented value to the value that the service accepts.
 * @param name the parameter of links that has the value
 */
function createTranslation(
	{ findings }: Inquiry,
	{ place }: Condition,
	{ value: like, form }: Pick<Trial, "value" | "form">,
	name?: string,
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
		if (known !== undefined) return writeAs(form, known);
		// A page may show a link instead of a position.
		if (name !== undefined && typeof value === "string") {
			const [, query] = value.split("?");
			return new URLSearchParams(query).get(name) ?? value;
		}
		const isNumber = typeof like === "number" && /^\d+$/.test(`${value}`);
		return isNumber ? Number(value) : writeAs(form, value);
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

/** Whether a page starts with another record than the first one. */
const isOtherPage = (
	[found]: readonly unknown[],
	[first]: readonly unknown[],
): boolean =>
	found !== undefined && JSON.stringify(found) !== JSON.stringify(first);

/** Whether the service takes the size of a page by its documented name. */
const selects = async ({ ask }: Search, name: string): Promise<boolean> =>
	(await ask([[name], 1]))?.items.length === 1;

/** Returns names of a list of values, with a trial that sends one value in a list. */
function listPlurals(
	role: string,
	trial: Trial | undefined,
	[group = []]: readonly (readonly (readonly string[])[])[],
) {
	if (!trial?.selects || role === "text") return [];
	const names = group.flatMap((path) => {
		const name = path.at(-1) ?? "";
		return name.endsWith("s") ? [] : [path.with(-1, `${name}s`)];
	});
	const value = writeAs(LISTED, trial.value);
	return [{ group: names, trials: [{ ...trial, value, form: LISTED }] }];
}

/** Tries the names that a condition may have, until one selects records. Returns whether one does. */
async function learnCondition(
	search: Search,
	condition: Condition,
): Promise<boolean> {
	const { inquiry, ask, items, learnt } = search;
	const { name, role } = condition;
	const limitName =
		inquiry.conditions.find((each) => each.role === "limit")?.name ?? "";
	const limit = learnt.find((each) => each.name === limitName);
	const isCursor = role === "cursor";
	const isSized = isCursor && (limit ?? (await selects(search, limitName)));
	const size = isSized ? [[limit?.path ?? [limitName], PAGE] as const] : [];
	const sized = isSized ? await ask(...size) : undefined;
	const { response, items: first } = sized ?? search.base;
	const { tokens } = readShown(response, first);
	const trials = isCursor
		? listPositions(items, first, tokens)
		: listTrials(condition, items, findPath(search, condition));
	// Without a token, the next page has a number.
	const counted: readonly Pick<Trial, "value" | "applies">[] =
		isCursor && tokens.length === 0
			? [{ value: PAGE, applies: (found) => isOtherPage(found, items) }]
			: [];
	// The other conditions are probably at the same place as this one.
	const around = learnt
		.findLast(({ path }) => path.length > 1)
		?.path.slice(0, -1)
		.join();
	const isAround = (path: readonly string[]): number =>
		Number(path.slice(0, -1).join() === around);
	const groups = listPaths(search, condition).sort(
		([a = []], [b = []]) => isAround(b) - isAround(a),
	);
	const [trial] = trials;
	const isTermOf = async (): Promise<boolean> =>
		!isCursor && !!trial && learnExpression(search, condition, trial);
	if (search.expression && (await isTermOf())) return true;
	const attempts = [
		...groups.map((group) => ({ group, trials })),
		...listPlurals(role, trial, groups),
	];
	for (const { group, trials } of attempts) {
		const selected: (readonly string[])[] = [];
		for (const each of isCursor ? [...counted, ...trials] : trials.slice(0, 1))
			selected.push(...(await selectPaths(search, group, each, size)));
		const known = group.filter((path) => !search.unknown.has(path.join(".")));
		const paths =
			isCursor || !trial ? new Set([...selected, ...known]) : selected;
		const refuted: (readonly string[])[] = [];
		// With ids that count records, both forms select the same records.
		for (const path of [...paths].slice(0, MAX_NAMES))
			for (const { value, form, other, applies } of isCursor &&
			AFTER.test(path.at(-1) ?? "")
				? trials.toReversed()
				: trials) {
				const found = await ask(...size, [path, value]);
				if (!found || !applies(found.items)) continue;
				if (other && path.join() !== name) {
					const { items = [] } = (await ask([path, other.value])) ?? {};
					if (!other.applies(items)) {
						refuted.push(path);
						continue;
					}
				}
				if (path.join() !== name || form !== "")
					learnt.push({
						...{ name, path, form, example: found },
						translate: createTranslation(
							...([inquiry, condition, { value, form }] as const),
							form === LINKED ? path.join(".") : undefined,
						),
					});
				const next = form === SKIP ? PAGE : value;
				if (isCursor) {
					await findRepeated(search, ...size, [path, next]);
					await measurePositions(search, condition, [path, value], size);
				} else {
					const own = {
						...{ name, path },
						write: (each: unknown) => writeAs(form, each),
					};
					await measureCondition(search, condition, own, value);
				}
				return true;
			}
		// Of several names that had the effect, the last one was not the right one.
		if (refuted.length > 0 && refuted.length < group.length)
			attempts.push({
				group: group.filter((path) => !refuted.includes(path)),
				trials,
			});
	}
	return search.meter !== undefined && isTermOf();
}

/** Learns the condition as a part of an expression. Returns whether the service takes it. */
async function learnExpression(
	search: Search,
	condition: Condition,
	trial: Trial,
): Promise<boolean> {
	const { name } = condition;
	const found = await findExpression(search, condition, trial);
	if (!found) return false;
	const translate = createTranslation(search.inquiry, condition, trial);
	search.learnt.push({
		...{ ...found, name, form: found.write(trial.value) },
		translate: (value) => found.write(translate(value)),
	});
	await measureCondition(search, condition, { ...found, name }, trial.value);
	return true;
}

/** Finds out whether a list without conditions takes an expression about its records. */
async function findFilter(search: Search): Promise<void> {
	const { items } = search;
	const [name] = Object.keys(Object(items[0])).filter(
		(each) => typeof valueAt(items[0], each) === "string",
	);
	if (name === undefined) return;
	const condition: Condition = { name, role: "", place: name };
	for (const trial of listTrials(condition, items, [name]))
		await findExpression(search, condition, trial);
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
	const readNames = createReadNames(inquiry);
	const ask = createAsk(inquiry, readNames);
	const first = await ask();
	if (!first || first.items.length <= PAGE) return { conditions: learnt, seen };
	const base = await fillPage(inquiry, ask, first);
	const { items } = base;
	const shown = readShown(base.response, items);
	const search: Search = {
		...{ inquiry, ask, base, items, shown, learnt, seen },
		readNames,
		meter:
			inquiry.isDocumented && createMeter(inquiry, inquiry.isDocumented, seen),
		...{ named: new Map(), unknown: new Set() },
	};
	let left: Condition[] = [];
	for (const condition of inquiry.conditions)
		if (condition.role === "newestFirst") findOrder(search, condition);
		else if (!(await learnCondition(search, condition))) left.push(condition);
	// Those which were found may show the object of the others.
	if (learnt.some(({ path }) => path.length > 1)) {
		const again = left;
		left = [];
		for (const condition of again)
			if (!(await learnCondition(search, condition))) left.push(condition);
	}
	const taken = [...search.named.values(), ...learnt];
	if (search.meter)
		await findFurther(
			search,
			taken.flatMap(({ path }) => path.at(-1) ?? []),
		);
	const isSelecting = inquiry.conditions.some(({ role }) => TEXTS.has(role));
	if (search.meter && !isSelecting) await findFilter(search);
	if (search.expression)
		for (const each of left)
			for (const trial of listTrials(each, items, findPath(search, each)))
				await learnExpression(search, each, trial);
	return { conditions: learnt, seen };
}
