import {
	compose,
	type Field,
	fieldsOf,
	type Source,
} from "../document/field.ts";
import { DocumentError } from "../document/node.ts";
import type {
	CursorPage,
	OperationDefinition,
	Rejection,
	State,
} from "../engine/model/service.ts";
import type { Query, StoredRecord } from "../store/store.ts";
import { toMilliseconds } from "../values/to-milliseconds.ts";
import type { Collection } from "./collections.ts";
import { findItems, isOldestFirst, type Plan } from "./find-behaviors.ts";
import { readTime } from "./forms.ts";
import { createReader, createReply } from "./replies.ts";

type Handle = OperationDefinition["handle"];

const DEFAULT_LIMIT = 20;

/** The roles of a request that do not select records by a value of theirs. */
const PAGING = ["limit", "cursor", "offset", "page", "from", "to", "text"];

const readBound = (value: unknown): number =>
	typeof value === "string" ? toMilliseconds(value) : readTime(value);

function toQuery({ roles }: Source, { keys }: Collection): Query | undefined {
	const { from, to, text } = roles;
	const selected = Object.entries(roles).filter(
		([role]) => !PAGING.includes(role) && keys.has(role),
	);
	if (
		selected.length === 0 &&
		[from, to, text].every((each) => each === undefined)
	)
		return undefined;
	return {
		keys: Object.fromEntries(
			selected.map(([role, value]) => [role, String(value)]),
		),
		...(from !== undefined && { from: readBound(from) }),
		...(to !== undefined && { to: readBound(to) }),
		...(text !== undefined && { text: String(text) }),
	};
}

/** Returns where a request says the role is, for an error. */
function placeOf({ query, request }: Plan, role: string) {
	const nameIn = (field: Field | undefined) =>
		field?.properties.find(([, each]) => each.role === role)?.[0];
	const parameter = nameIn(query);
	return parameter === undefined
		? { pointer: `/${nameIn(request) ?? role}` }
		: { parameter };
}

interface Asked {
	readonly limit: number;
	readonly offset: number;
	readonly cursor: string | undefined;
	readonly where: Query | undefined;
}

type ReadPage = (
	state: State,
	name: string,
	asked: Asked,
) => Promise<CursorPage<StoredRecord> | undefined>;

const readNewestFirst: ReadPage = async (state, name, asked) => {
	const { limit, offset, cursor, where } = asked;
	const page = await state.page(name, {
		limit: offset + limit,
		...(cursor !== undefined && { cursor }),
		...(where && { where }),
	});
	return page && { ...page, items: page.items.slice(offset) };
};

/** Counts from the oldest record, which later ones do not move. */
const readOldestFirst: ReadPage = async (state, name, asked) => {
	const { limit, offset, cursor, where } = asked;
	const position = cursor === undefined ? 0 : Number.parseInt(cursor, 36);
	const isIssued = position >= 0 && position.toString(36) === cursor;
	if (cursor !== undefined && !isIssued) return undefined;
	const all = await state.page(name, {
		limit: Math.max(await state.count(name), 1),
		...(where && { where }),
	});
	const records = all?.items.toReversed() ?? [];
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

/** Returns a page of the records that match, in the order that the document says. */
export function createPage(plan: Plan, collection: Collection): Handle {
	const { body: whole, operation, success } = plan;
	if (!whole)
		throw new DocumentError(
			`${operation.id} needs a response body`,
			`${operation.pointer}/responses/${success}`,
		);
	const items = findItems(whole);
	const reply = createReply(plan);
	const read = createReader(plan);
	const isOldest = isOldestFirst(plan);
	const hasTotal = fieldsOf(whole).some(({ role }) => role === "total");
	const [firstPage = 1] = fieldsOf(plan.query).flatMap(({ role, schema }) =>
		role === "page" ? Number(schema.minimum ?? schema.default ?? 1) : [],
	);
	const invalidCursor: Rejection = {
		invalid: [{ ...placeOf(plan, "cursor"), detail: "was never issued" }],
	};
	return async ({ query, body, state }) => {
		const source = read({ query, body });
		const {
			limit: asked,
			cursor,
			offset: skipped,
			page: number,
		} = source.roles;
		const limit = Number(asked ?? DEFAULT_LIMIT);
		const turn = Number(number ?? firstPage);
		const offset = Math.max(0, Number(skipped ?? (turn - firstPage) * limit));
		const where =
			toQuery(source, collection) ?? (collection.isDelayed ? {} : undefined);
		const readPage = isOldest ? readOldestFirst : readNewestFirst;
		const page = await readPage(state, collection.name, {
			...{ limit, offset, where },
			cursor: typeof cursor === "string" ? cursor : undefined,
		});
		if (!page) return invalidCursor;
		const { nextCursor, items: shown } = page;
		const roles = {
			nextCursor,
			limit,
			offset,
			page: turn,
			hasMore: nextCursor !== null,
			...(hasTotal && {
				total: await countRecords(state, collection.name, where),
			}),
		};
		const parts = { roles, named: {} };
		return reply(
			compose(whole, {
				...parts,
				whole: new Map(items ? [[items, shown]] : []),
			}),
			parts,
		);
	};
}
