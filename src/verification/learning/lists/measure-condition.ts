import { isObject, valueAt } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import { findPath, type Search } from "./condition-names.ts";
import { type Answer, createInput, type Named } from "./list-inquiry.ts";
import {
	EXACT,
	findComparison,
	findForEmpty,
	IGNORES,
	measureCase,
	OF_EMPTY,
	REGARDS,
	selectAt,
} from "./measure-comparison.ts";
import {
	createReport,
	measureMost,
	measurePeriod,
	measureText,
	measureTimes,
	measureValue,
} from "./measure-values.ts";

/** Finds whether a bound selects the records of this time. */
async function measureBound(
	search: Search,
	condition: Condition,
	{ path, write }: Named,
): Promise<void> {
	const { ask, items } = search;
	const timeOf = (item: unknown): unknown =>
		valueAt(item, ...(findPath(search, condition) ?? []));
	// Records of this time are on the first page, in either order.
	const times = items.map(timeOf);
	const time = times.find((each) => each !== times[0]) ?? times[0];
	const found = time === undefined ? undefined : await ask([path, write(time)]);
	if (!found || found.items.length === 0) return;
	const isIncluded = found.items.some((each) => timeOf(each) === time);
	const includes = "includes records of this time";
	const excludes = "excludes records of this time";
	const [expected, actual] = isIncluded
		? [excludes, includes]
		: [includes, excludes];
	if (isIncluded !== condition.isInclusive)
		createReport(search, condition)(found, expected, actual, {
			keywords: { "x-inclusive": isIncluded },
		});
}

/** Finds what several values of a list select, and an empty list. */
export async function measureListed(
	search: Search,
	condition: Condition,
	{ path }: Pick<Named, "path">,
): Promise<void> {
	const { ask, items } = search;
	const place = findPath(search, condition) ?? [""];
	const listValues = (found: readonly unknown[]): unknown[] => [
		...new Set(found.flatMap((each) => valueAt(each, ...place) ?? [])),
	];
	const some = listValues(items).slice(0, 2);
	const both = await ask([path, some]);
	const found = listValues(both?.items ?? []);
	if (!both || some.length < 2 || found.length < 2) return;
	if (!found.every((each) => some.includes(each))) return;
	const none = await ask([path, []]);
	const all = await ask();
	const isAll = JSON.stringify(none?.items) === JSON.stringify(all?.items);
	const ofNone = none?.items.length === 0 ? "no" : isAll ? "all" : undefined;
	const empty = ofNone ? `, an empty list ${ofNone} records` : "";
	createReport(search, condition)(
		...([both, "selects the records with one value"] as const),
		`selects those with any of several values${empty}`,
	);
}

/** Returns the name of the innermost property whose value contains the text. */
function findName(value: unknown, text: string): string | undefined {
	if (!isObject(value)) return undefined;
	for (const [name, inner] of Object.entries(value))
		if (JSON.stringify(inner)?.toLowerCase().includes(text))
			return findName(inner, text) ?? name;
	return undefined;
}

/** The conditions on the parts of a record in which a text is searched. */
const SEARCHED = new Set(["action", "subjectId"]);
/** The maximum number of values of a part that are searched until one does not fill a page. */
const MAX_PARTS = 3;

/**
 * Finds in which parts of records a service searches a text, and how it compares the text.
 * @param text a text that finds records
 */
async function measureTextSearch(
	search: Search,
	condition: Condition,
	{ path, write }: Named,
	text: string,
): Promise<void> {
	const { ask, items, inquiry } = search;
	const report = createReport(search, condition);
	const { isCaseSensitive = false } = condition;
	async function find(searched: string): Promise<Answer | undefined> {
		const found = await ask([path, write(searched)]);
		return found && isAccepted(found.response) ? found : undefined;
	}
	const upper = await find(text.toUpperCase());
	if (upper && isCaseSensitive !== (upper.items.length === 0))
		report(
			upper,
			isCaseSensitive ? REGARDS : IGNORES,
			isCaseSensitive ? IGNORES : REGARDS,
			{ keywords: { "x-case-sensitive": isCaseSensitive ? undefined : true } },
		);
	const parts = inquiry.conditions.filter(({ role }) => SEARCHED.has(role));
	const unsearched: string[] = [];
	let example: Answer | undefined;
	for (const each of parts) {
		const partOf = (item: unknown): unknown =>
			valueAt(item, ...(findPath(search, each) ?? [""]));
		// The part must not be elsewhere in its record, too, such as a short number in a text.
		const isOnce = (item: unknown): boolean =>
			JSON.stringify(item).split(`${partOf(item)}`).length === 2;
		const once = items.filter(isOnce).slice(0, MAX_PARTS);
		for (const item of once.length > 0 ? once : items.slice(0, 1)) {
			const part = partOf(item);
			const found = part === undefined ? undefined : await find(`${part}`);
			if (!found) break;
			// A full page may have the record on a later one, and a short number is in texts of many records.
			if (found.items.length >= items.length) continue;
			if (found.items.some((other) => partOf(other) === part)) break;
			unsearched.push(each.name);
			example = found;
			break;
		}
	}
	if (example)
		report(
			example,
			`is searched in ${parts.map(({ name }) => name).join(", ")}`,
			`is not searched in ${unsearched.join(", ")}`,
		);
	const [name] = items.flatMap((each) => findName(each, text) ?? []);
	const source = name === undefined ? undefined : await find(`"${name}":`);
	if (source && source.items.length > 0)
		report(
			source,
			"is searched in values",
			`is searched in JSON, so that "${name}": finds records`,
		);
}

/** The conditions that a text must meet. */
export const TEXTS: ReadonlySet<string> = new Set([
	"action",
	"subjectType",
	"subjectId",
	"text",
]);

const TIME = "2026-01-01T00:00:00Z";

/** Measures which values the service takes for a condition whose names are known. */
export async function measureCondition(
	search: Search,
	condition: Condition,
	own: Named,
	like: unknown,
): Promise<void> {
	const { isMeasured, named } = search;
	const { name, role } = condition;
	const { isInQuery, isDocumented } = search.inquiry;
	if (!isMeasured) return;
	const from = named.get("from");
	named.set(role, own);
	const isText = own.join !== undefined || own.write(TIME) === TIME;
	const isTime = role === "from" || role === "to";
	if (isTime) await measureBound(search, condition, own);
	if (isTime && isText) await measureTimes(search, own);
	if (role === "to" && from) await measurePeriod(search, from, own);
	if (role === "limit") {
		await measureMost(search, own);
		await measureValue(search, own, "a number as a text", "1");
		await measureValue(search, own, "true", true);
		await measureValue(search, own, "the empty text", "");
		await measureValue(search, own, "decimals like 2.7", 2.7);
	}
	if (own.join === undefined) await measureValue(search, own, "null", null);
	if (!TEXTS.has(role)) return;
	// The trial may have used a value that no record has.
	const place = findPath(search, condition) ?? [""];
	const values = search.items.flatMap((item) => valueAt(item, ...place) ?? []);
	const [value = like] = values;
	await measureText(search, own, [value, ...values]);
	const report = createReport(search, condition);
	const empty = await findForEmpty(search, own);
	const input = createInput(isInQuery, [[[name], ""]]);
	if (empty && !isDocumented?.(input))
		report(
			empty.found,
			"rejects the empty text",
			`selects ${empty.isAll ? "all" : "no"} ${OF_EMPTY}`,
		);
	if (role === "text") {
		await measureTextSearch(search, condition, own, `${like}`);
		return;
	}
	const selecting = selectAt(value, place);
	await measureCase(search, condition, own, selecting);
	const selects = await findComparison(search, own, selecting);
	const found = ["", EXACT].includes(selects)
		? undefined
		: await search.ask([own.path, own.write(value)]);
	if (found)
		report(found, `selects records ${EXACT}`, `selects records ${selects}`);
}
