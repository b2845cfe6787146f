import { valueAt } from "../../../values/json.ts";
import { readTime } from "../../../values/read-time.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Condition } from "../../contract.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import {
	createAsk,
	createReadNames,
	findPath,
	type Search,
} from "./condition-names.ts";
import { listTrials, PAGE, readItems, readShown } from "./condition-trials.ts";
import { findExpression } from "./filter-expressions.ts";
import { findFurther } from "./further-conditions.ts";
import { learnCondition, learnExpression } from "./learn-condition.ts";
import {
	type Answer,
	createInput,
	hasOtherName,
	type Inquiry,
	type LearntCondition,
	type Seen,
} from "./list-inquiry.ts";
import { measureBoth } from "./measure-both.ts";
import { TEXTS } from "./measure-condition.ts";
import { measureEmpty } from "./measure-empty.ts";
import { measureSorting } from "./measure-sorting.ts";
import { measureTotals } from "./measure-totals.ts";
import { createReport } from "./measure-values.ts";

/** The learnt conditions of a list or a search. */
export interface LearntList {
	readonly conditions: readonly LearntCondition[];
	readonly seen: readonly Seen[];
}

/** The roles of the conditions that choose a page. */
const PAGING: ReadonlySet<string> = new Set(["limit", "cursor"]);

/** So many records are created at once, and in all, until a page is full. */
const WRITTEN = 20;
const MAX_WRITTEN = 120;

/** The documented order of the records of a list. */
export const NEWEST_FIRST = "the newest record first";
export const OLDEST_FIRST = "the oldest record first";

/** Finds out whether the oldest records come first. */
function findOrder(search: Search, condition: Condition): void {
	const { items, base, seen } = search;
	const path = findPath(search, condition);
	const times = items.map(
		(item) => readTime(path && valueAt(item, ...path)) ?? Number.NaN,
	);
	const isAscending =
		(times[0] ?? 0) < (times.at(-1) ?? 0) &&
		times.every((time, index) => time >= (times[index - 1] ?? 0));
	if (isAscending)
		seen.push({
			...{ expected: NEWEST_FIRST, example: base },
			actual: OLDEST_FIRST,
		});
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

/** Returns the search with these conditions in the query, although the document has them in the body. */
function moveToQuery(
	{ inquiry, ...search }: Search,
	conditions: readonly Condition[],
): Search {
	const send: Inquiry["send"] = (input) => inquiry.send({ ...input, body: {} });
	const moved: Inquiry = {
		...{ ...inquiry, conditions, send, isInQuery: true, isMoved: true },
	};
	const readNames = createReadNames(moved);
	return {
		...{ ...search, inquiry: moved, readNames, unknown: new Set() },
		ask: createAsk(moved, readNames),
	};
}

/** Values that the document allows, by role. All other conditions take any text. */
const VALID: Readonly<Record<string, unknown>> = {
	...{ limit: 1, from: "1990-01-01T00:00:00Z", to: "2037-01-01T00:00:00Z" },
};

/** Valid times, by role, that select no records. */
const SELECTS_NONE: Readonly<Record<string, string>> = {
	...{ from: "2037-01-01T00:00:00Z", to: "1990-01-01T00:00:00Z" },
};

/** Finds whether a service ignores or rejects the documented name of a condition that it does not have. */
async function measureOldName(
	search: Search,
	{ name, role }: Condition,
): Promise<void> {
	const { ask, inquiry, learnt, readNames } = search;
	const { isInQuery } = inquiry;
	const own = learnt.find((each) => each.name === name);
	if (own ? !hasOtherName(own) : isInQuery || search.named.has(role)) return;
	const tryValue = (value: unknown) =>
		inquiry.send(createInput(isInQuery, [[[name], value]]));
	const isPaging = PAGING.has(role);
	const start = own || !isPaging ? await ask() : undefined;
	const found = await tryValue((!own && SELECTS_NONE[role]) || uniqueWord());
	if (!found) return;
	const report = createReport(search, { name });
	if (isAccepted(found.response)) {
		const items = readItems(found.response);
		const isSame = JSON.stringify(start?.items) === JSON.stringify(items);
		if (start && isSame && own)
			report(
				...([found, "not ignored"] as const),
				`${name} itself is ignored, whatever its value is`,
			);
		else if (start && isSame)
			search.seen.push({
				...{ expected: `only records that ${name} allows`, example: found },
				actual: `ignores ${name}`,
			});
		return;
	}
	const isUnknown = (await readNames(found)).isUnknown(name);
	if (!isUnknown && (!own || role === "cursor")) return;
	// The service may reject the value, and not the name.
	const example = role in VALID ? await tryValue(VALID[role]) : found;
	if (!example || !isFormRejected(example.response)) return;
	const actual = isUnknown ? "rejected as unknown" : "rejected";
	report(
		example,
		"accepted",
		actual,
		own ? {} : { change: { kind: "missing" } },
	);
}

/** Finds the names that a service has for the conditions of a list or a search: those which demonstrably select records. */
export async function learnConditions(inquiry: Inquiry): Promise<LearntList> {
	const learnt: LearntCondition[] = [];
	const seen: Seen[] = [];
	const readNames = createReadNames(inquiry, seen);
	const ask = createAsk(inquiry, readNames);
	const first = await ask();
	const isEmpty = first?.items.length === 0;
	const isFilled = first && first.items.length > PAGE;
	if (!first || !(isEmpty || isFilled)) return { conditions: learnt, seen };
	const base = isFilled ? await fillPage(inquiry, ask, first) : first;
	const { items } = base;
	const shown = readShown(base.response, items);
	const search: Search = {
		...{ inquiry, ask, base, items, shown, learnt, seen },
		readNames,
		isMeasured: inquiry.isDocumented !== undefined,
		...{ named: new Map(), unknown: new Set(), ordered: 0 },
	};
	if (isEmpty) {
		if (search.isMeasured) await measureEmpty(search);
		return { conditions: learnt, seen };
	}
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
	if (search.isMeasured)
		await findFurther(
			search,
			taken.flatMap(({ path }) => path.at(-1) ?? []),
		);
	const isSelecting = inquiry.conditions.some(({ role }) => TEXTS.has(role));
	if (search.isMeasured && !isSelecting) await findFilter(search);
	if (search.expression)
		for (const each of left)
			for (const trial of listTrials(each, items, findPath(search, each)))
				await learnExpression(search, each, trial);
	const ofPage = left.filter(({ role }) => PAGING.has(role));
	const moved =
		!inquiry.isInQuery && ofPage.length > 0
			? moveToQuery(search, ofPage)
			: undefined;
	if (moved)
		for (const condition of ofPage) await learnCondition(moved, condition);
	const paging = learnt.some(({ isInQuery }) => isInQuery) ? moved : undefined;
	if (search.isMeasured && !(await measureSorting(search)) && paging)
		await measureSorting({
			...paging,
			inquiry: { ...paging.inquiry, conditions: inquiry.conditions },
		});
	if (search.isMeasured) {
		await measureTotals(search, paging ?? search);
		const isTaken = (each: Condition): boolean =>
			each.role !== "newestFirst" && !left.includes(each);
		await measureBoth(search, inquiry.conditions.filter(isTaken));
	}
	for (const each of inquiry.conditions)
		if (each.role !== "newestFirst") await measureOldName(search, each);
	return { conditions: learnt, seen };
}
