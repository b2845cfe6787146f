import { compose, type Source } from "../document/compose.ts";
import { type Field, fieldsOf } from "../document/field.ts";
import { DocumentError } from "../document/node.ts";
import type {
	CursorPage,
	OperationDefinition,
	OperationInput,
	Rejection,
	State,
} from "../engine/model/service.ts";
import { cacheJsonText } from "../engine/response/response.ts";
import type { PageRequest, Query, StoredRecord } from "../store/store.ts";
import { isObject } from "../values/json.ts";
import type { Collection } from "./collections.ts";
import {
	findInput,
	findItems,
	type OperationPlan,
	readFirstPage,
	readPageForm,
} from "./operation-plan.ts";
import { toQuery } from "./page-query.ts";
import { createReader, createReply } from "./replies.ts";

type Handle = OperationDefinition["handle"];

const DEFAULT_LIMIT = 20;

/** Returns the place of a role in a request, for an error message. */
function placeOf(plan: OperationPlan, role: string) {
	const [name = role] = findInput(plan, role) ?? [];
	return plan.query.byName.has(name)
		? { parameter: name }
		: { pointer: `/${name}` };
}

interface Asked extends PageRequest {
	readonly offset: number;
	readonly cursor: string | undefined;
}

export type ReadPage = (
	state: State,
	name: string,
	asked: Asked,
) => Promise<CursorPage<StoredRecord> | undefined>;

/** Returns pages that continue after a record. */
export const readAfterRecord: ReadPage = (state, name, asked) => {
	const { limit, offset, ...rest } = asked;
	const found = state.page(name, { limit: offset + limit, ...rest });
	return offset === 0
		? found
		: found.then(
				(page) => page && { ...page, items: page.items.slice(offset) },
			);
};

/** Returns pages that continue after a number of records. */
const readAfterNumber: ReadPage = async (state, name, asked) => {
	const { limit, offset, cursor = "0", ...rest } = asked;
	const position = Number.parseInt(cursor, 36);
	const isIssued = position >= 0 && position.toString(36) === cursor;
	if (!isIssued) return undefined;
	const most = Math.max(await state.count(name), 1);
	const all = await state.page(name, { limit: most, ...rest });
	const records = all?.items ?? [];
	if (position > records.length) return undefined;
	const start = position + offset;
	const end = start + limit;
	return {
		items: records.slice(start, end),
		nextCursor: end < records.length ? end.toString(36) : null,
	};
};

async function countRecords(
	state: State,
	name: string,
	where: Query | undefined,
): Promise<number> {
	const all = await state.count(name);
	if (!where) return all;
	const page = await state.page(name, { limit: Math.max(all, 1), where });
	return page?.items.length ?? 0;
}

/** The position of a page in its list, as numbers. */
interface Counted {
	readonly limit: number;
	readonly offset: number;
	readonly page: number;
	readonly isFirst: boolean;
	readonly total: number | undefined;
	/** Whether a parameter moves the page. */
	readonly moves: boolean;
}

/** Returns the values that describe the position of a page, by role. */
function describePlace(
	{ items, nextCursor }: CursorPage<StoredRecord>,
	counted: Counted,
): Source["roles"] {
	const { page, offset, limit, total } = counted;
	// A client would read the first page again and again if no parameter moves it.
	const hasMore = counted.moves && nextCursor !== null;
	return {
		nextCursor: hasMore ? nextCursor : null,
		hasMore,
		isLast: !hasMore,
		shown: items.length,
		totalPages: total && Math.ceil(total / limit),
		nextPage: hasMore ? page + 1 : null,
		previousPage: counted.isFirst ? null : page - 1,
		nextOffset: hasMore ? offset + limit : null,
		// Not first: Node 20 would take a microsecond for each property after it.
		...counted,
	};
}

/**
 * Returns a function that composes the body of a page, and returns it with the values for its headers. A page that
 * the state caches is composed once, and so is its JSON text.
 */
function createComposer(
	whole: Field,
	showItem: ((record: StoredRecord) => unknown) | undefined,
) {
	const items = findItems(whole);
	const kept = new WeakMap<
		object,
		{ readonly key: string; readonly body: unknown; readonly source: Source }
	>();
	return (page: CursorPage<StoredRecord>, counted: Counted, key: string) => {
		const known = kept.get(page);
		if (known?.key === key) return known;
		const roles = describePlace(page, counted);
		const source = { roles, named: {} };
		const shown = showItem ? page.items.map(showItem) : page.items;
		const parts = new Map(items ? [[items, shown]] : []);
		const body = compose(whole, { whole: parts, ...source });
		const composed = { key, body, source };
		if (key === "") return composed;
		if (isObject(body)) cacheJsonText(body);
		kept.set(page, composed);
		return composed;
	};
}

/** The behaviors of pages that only documents of users need. */
export interface PageBehaviors {
	/** Creates a function that returns the conditions of a request, one for each property by which it selects records. */
	createSelect(
		plan: OperationPlan,
	):
		| ((input: Pick<OperationInput, "path" | "query">) => Query["keys"])
		| undefined;
	/** Returns pages that continue after the record whose id is the cursor. */
	readonly readAfterId: ReadPage;
}

/** Returns a page of the matching records, in the order of the document. */
export function createPage(
	plan: OperationPlan,
	collection: Collection,
	showItem?: (stored: StoredRecord) => unknown,
	items?: PageBehaviors,
): Handle {
	const { body: whole, operation, success } = plan;
	if (!whole)
		throw new DocumentError(
			`${operation.id} needs a response body`,
			`${operation.pointer}/responses/${success}`,
		);
	const composePage = createComposer(whole, showItem);
	const reply = createReply(plan);
	const readInput = createReader(plan);
	const form = readPageForm(plan);
	const select = items?.createSelect(plan);
	const readById = form.position === "id" ? items?.readAfterId : undefined;
	const readPage =
		form.position === "number"
			? readAfterNumber
			: (readById ?? readAfterRecord);
	const moves = ["cursor", "offset", "page"].some((role) =>
		findInput(plan, role),
	);
	const showsTotal =
		fieldsOf(whole).some(({ role }) => role?.startsWith("total")) ||
		plan.countsInHeader;
	const firstPage = readFirstPage(findInput(plan, "page")?.[1]);
	const invalidCursor: Rejection = {
		invalid: [{ ...placeOf(plan, "cursor"), detail: "was never issued" }],
	};
	return async (input) => {
		const source = readInput(input);
		const { cursor, offset: skipped } = source.roles;
		const limit = Number(source.roles.limit ?? DEFAULT_LIMIT);
		const turn = Number(source.roles.page ?? firstPage);
		const offset = Math.max(0, Number(skipped ?? (turn - firstPage) * limit));
		const where =
			toQuery(source, collection, form, select?.(input)) ??
			(collection.isDelayed ? {} : undefined);
		const asked = {
			limit,
			offset,
			...(where && { where }),
			cursor: cursor === undefined ? undefined : String(cursor),
			...(form.isOldestFirst && { isOldestFirst: true }),
		};
		const { state } = input;
		const { name } = collection;
		const found = await readPage(state, name, asked);
		const page =
			!found && form.takesUnknownCursor
				? await readPage(state, name, { ...asked, cursor: undefined })
				: found;
		if (!page) return invalidCursor;
		const total = showsTotal
			? await countRecords(state, name, where)
			: undefined;
		// The state caches only first pages without conditions.
		const isKept = where === undefined && cursor === undefined;
		const key = isKept ? `${limit} ${offset} ${turn} ${total}` : "";
		const isFirst = offset === 0 && cursor === undefined;
		const counted = { limit, offset, page: turn, isFirst, total, moves };
		const { body, source: shown } = composePage(page, counted, key);
		return reply(body, () => shown);
	};
}
