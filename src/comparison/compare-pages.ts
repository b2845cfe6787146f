import { type Field, fieldsOf, pathOf } from "../document/field.ts";
import { isObject, valueAt } from "../values/json.ts";
import { compareValues, ROOT, readOwner } from "./compare-values.ts";
import {
	addDifference,
	type Collecting,
	isOwn,
	type Side,
	scopeOf,
	show,
} from "./comparing.ts";

import type { PagePaths } from "./operation.ts";

/** The contents of a page. */
export interface Page {
	/** The items that the sequence has caused. */
	readonly own: readonly unknown[];
	readonly count: number;
	readonly hasOthers: boolean;
	/** Whether the page states that another page follows. */
	readonly hasNext: boolean;
}

const isMore = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== "" && value !== false;

/** Returns the property that contains the id of an item. */
const findId = (record: Field | undefined) =>
	record?.properties.find(([, { role }]) => role === "id");

/** Returns the id of an item if the sequence has seen it before. */
function readKnownId(
	{ comparing: { bindings }, operation }: Collecting,
	side: Side,
	item: unknown,
): string | undefined {
	const [name, field] = findId(operation.record) ?? [];
	if (name === undefined || !field) return undefined;
	const id: unknown = Object(item)[name];
	const scope = scopeOf(operation, field);
	if (!bindings.knows(side, id, scope)) return undefined;
	return JSON.stringify(side === "mock" ? id : bindings.toMock(id, scope));
}

/** Returns the items of a page, on one side, that the sequence has caused. */
export function readPage(
	collecting: Collecting,
	side: Side,
	body: unknown,
): Page {
	const { comparing, operation } = collecting;
	const items = valueAt(body, ...(operation.page?.items ?? []));
	const all: readonly unknown[] = Array.isArray(items) ? items : [];
	const isOfPlay = all.map(
		(each) =>
			readKnownId(collecting, side, each) !== undefined ||
			isOwn(comparing, side, each),
	);
	const next = valueAt(body, ...(operation.page?.nextCursor ?? [""]));
	return {
		hasNext: isMore(next),
		own: all.filter((_, index) => isOfPlay[index]),
		count: all.length,
		hasOthers: isOfPlay.includes(false),
	};
}

/** Lists the texts and ids of the play in an item, with their places. */
function listAnchors(
	collecting: Collecting,
	side: Side,
	field: Field | undefined,
	value: unknown,
): unknown[] {
	const { comparing } = collecting;
	if (!isObject(value))
		return isOwn(comparing, side, value)
			? [side === "mock" ? value : comparing.bindings.toMock(value)]
			: [];
	return Object.entries(value).flatMap(([name, each]) =>
		!field || field.required.includes(name)
			? listAnchors(collecting, side, field?.byName.get(name), each)
			: [],
	);
}

/** Returns a key that is equal for corresponding items of both sides: the id or, while it is unknown, the content. */
function identify(collecting: Collecting, side: Side, item: unknown): string {
	const id = readKnownId(collecting, side, item);
	if (id !== undefined) return `id ${id}`;
	const { record } = collecting.operation;
	return JSON.stringify(listAnchors(collecting, side, record, item));
}

/** Pairs the corresponding items of both sides. */
function pairItems(collecting: Collecting, mock: Page, real: Page) {
	const left = real.own.map((item, index) => ({
		...{ item, index },
		key: identify(collecting, "real", item),
	}));
	const pairs: { mock: unknown; real: unknown; index: number }[] = [];
	const missing: unknown[] = [];
	for (const item of mock.own) {
		const key = identify(collecting, "mock", item);
		const at = left.findIndex((each) => each.key === key);
		const [found] = at < 0 ? [] : left.splice(at, 1);
		if (found) pairs.push({ mock: item, real: found.item, index: found.index });
		else missing.push(item);
	}
	return { pairs, missing, extra: left.map(({ item }) => item) };
}

const writePath = (path: readonly string[]): string => ["$", ...path].join(".");

/**
 * Compares the items of two pages: their selection, their order and their values.
 * @returns whether both pages have the same items
 */
export function compareItems(
	collecting: Collecting,
	paths: PagePaths,
	mock: Page,
	real: Page & {
		/** Whether records of others fill the page, and nothing leads to the next one. */
		readonly isCut: boolean;
	},
	limit: number | undefined,
): boolean {
	const where = writePath(paths.items);
	const add = (form: string, left: string, right: string) =>
		addDifference(collecting, where, form, left, right);
	if (limit !== undefined && mock.count <= limit && real.count > limit)
		add("more items than the limit", `at most ${limit}`, `${real.count}`);
	if (limit !== undefined && real.count < limit && real.hasNext)
		add("fewer items than the limit", `${limit}`, `${real.count}`);
	const { pairs, missing, extra } = pairItems(collecting, mock, real);
	const { record } = collecting.operation;
	const at = { ...ROOT, where: `${where}[*]` };
	if (missing.length > 0 && extra.length > 0)
		add("other items", show(missing[0]), show(extra[0]));
	else if (missing.length > 0 && !real.isCut)
		add("a missing item", show(missing[0]), "no such item");
	else if (extra.length > 0)
		add("an additional item", "no such item", show(extra[0]));
	const order = pairs.map(({ index }) => index);
	if (order.some((each, index) => each < Number(order[index - 1] ?? -1)))
		add(
			"another order",
			show(mock.own.map((each) => readOwner(record, each))),
			show(real.own.map((each) => readOwner(record, each))),
		);
	for (const each of pairs)
		compareValues(collecting, record, each.mock, each.real, at);
	return missing.length === 0 && extra.length === 0;
}

/** The form of a difference that only the service's next page can explain. */
export const NEXT_PAGE = "a next page";

/** Compares the parts of pages that describe other pages, and the number of items. */
export function compareLinks(
	collecting: Collecting,
	body: { readonly mock: unknown; readonly real: unknown },
	context: {
		/** Whether the next page may contain records of others. */
		readonly hasOthers: boolean;
		/** Whether both pages have the same items. */
		readonly isSame: boolean;
		/** The conditions of the request, as text. */
		readonly conditions: string;
	},
): void {
	const { hasOthers, isSame, conditions } = context;
	const { comparing, operation } = collecting;
	const { body: whole } = operation.plan;
	if (!whole || !isObject(body.mock) || !isObject(body.real)) return;
	for (const field of fieldsOf(whole)) {
		const path = field.role ? pathOf(whole, field) : undefined;
		if (!path) continue;
		const [mock, real] = [
			valueAt(body.mock, ...path),
			valueAt(body.real, ...path),
		];
		const add = (form: string) =>
			addDifference(collecting, writePath(path), form, show(mock), show(real));
		// If the items differ, a difference of the next page or the total follows from that.
		if (!isSame) continue;
		if (/^(nextCursor|hasMore|nextPage|nextOffset)$/.test(field.role ?? "")) {
			if (isMore(mock) && !isMore(real)) add("no next page");
			if (!isMore(mock) && isMore(real) && !hasOthers) add(NEXT_PAGE);
		} else if (field.role === "total") {
			const base = Number(real) - Number(mock);
			const key = `${operation.operation.id} ${conditions}`;
			const known = comparing.bases.get(key) ?? base;
			comparing.bases.set(key, known);
			const isWrong = comparing.isShared ? base < 0 : base !== known;
			if (base < 0 || isWrong) add("another total");
		}
	}
}
