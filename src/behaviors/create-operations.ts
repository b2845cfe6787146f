import {
	compose,
	type Field,
	fieldsOf,
	readSource,
	type Source,
} from "../document/field.ts";
import { child, DocumentError, entries, type Node } from "../document/node.ts";
import type {
	CursorPage,
	OperationDefinition,
	OperationInput,
	Rejection,
	Reply,
	State,
} from "../engine/model/service.ts";
import type { CountCreated, Query, StoredRecord } from "../store/store.ts";
import type { WriteContext } from "../store/write-context.ts";
import { toMilliseconds } from "../values/to-milliseconds.ts";
import { type Collection, createAudit, findRecord } from "./collections.ts";
import { findItems, isOldestFirst, type Plan } from "./find-behaviors.ts";
import { readTime } from "./forms.ts";

type Handle = OperationDefinition["handle"];

const DEFAULT_LIMIT = 20;

/** Replaces `{role}` by the value of the role. */
const fillTemplate = (template: string, { roles }: Source): string =>
	template.replace(/\{(\w+)\}/g, (_, role: string) =>
		encodeURIComponent(String(roles[role] ?? "")),
	);

/** Returns the headers of a response whose values the document gives: by `x-template`, or a constant. */
function createHeaders(response: Node): (source: Source) => Reply["headers"] {
	const headers = entries(child(response, "headers")).flatMap(
		([name, header]) => {
			const { const: constant } = child(header, "schema");
			const text = header["x-template"] ?? constant;
			return text === undefined ? [] : [[name.toLowerCase(), `${text}`]];
		},
	);
	return (source) =>
		headers.length > 0
			? Object.fromEntries(
					headers.map(([name = "", text = ""]) => [
						name,
						fillTemplate(text, source),
					]),
				)
			: undefined;
}

function createReply({ success, response }: Plan) {
	const headersOf = createHeaders(response);
	return (body: unknown, source: Source): Reply => {
		const headers = headersOf(source);
		return { status: success, body, ...(headers && { headers }) };
	};
}

/** Reads query and body by role. */
function createReader({ query, request }: Plan) {
	return (input: Pick<OperationInput, "query" | "body">): Source => {
		const sent = request && readSource(request, input.body);
		return {
			roles: { ...readSource(query, input.query).roles, ...sent?.roles },
			named: sent?.named ?? {},
		};
	};
}

/** Creates a record and its audit record. */
export type Write = (
	context: WriteContext,
	countCreated: CountCreated,
	source: Source,
) => { add: Record<string, StoredRecord>; result: StoredRecord };

/** Returns the collection of the audit trail: the one whose records have the role `action`. */
export const findTrail = (
	collections: ReadonlyMap<string, Collection>,
): Collection | undefined =>
	[...collections.values()].find(({ keys }) => keys.has("action"));

export function createWrite(
	plan: Plan,
	collection: Collection,
	trail: Collection | undefined,
): Write {
	const { name } = collection;
	const audit = createAudit(plan, trail, collection);
	return (context, countCreated, source) => {
		const created = countCreated(name);
		const result = collection.create({ context, created }, source);
		const add = { [name]: result };
		if (audit && trail)
			add[trail.name] = audit(context, countCreated(trail.name), result);
		return { add, result };
	};
}

/** Creates a record and its audit record in one atomic step, and responds with the record. */
function createCreate(
	plan: Plan,
	collection: Collection,
	trail: Collection | undefined,
): Handle {
	const record = findRecord(plan);
	const { body: whole } = plan;
	const reply = createReply(plan);
	const read = createReader(plan);
	const write = createWrite(plan, collection, trail);
	return async ({ query, body, state }) => {
		const source = read({ query, body });
		const stored = await state.append((context, countCreated) =>
			write(context, countCreated, source),
		);
		const shown = readSource(collection.record, stored);
		if (!whole || !record) return reply("", shown);
		return reply(
			record === whole
				? stored
				: compose(whole, { ...shown, whole: new Map([[record, stored]]) }),
			shown,
		);
	};
}

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
	if (cursor !== undefined && position.toString(36) !== cursor)
		return undefined;
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

/** Returns a page of the records that match, in the order that the document says. */
function createPage(plan: Plan, collection: Collection): Handle {
	const { body: whole } = plan;
	if (!whole)
		throw new DocumentError(`${plan.operation.id} needs a response body`);
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
		const offset = Number(skipped ?? (turn - firstPage) * limit);
		const where = toQuery(source, collection);
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
			...(hasTotal && { total: await state.count(collection.name) }),
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

/** Creates the behavior of an operation. */
export function createHandle(
	plan: Plan,
	collections: ReadonlyMap<string, Collection>,
	others: Readonly<Record<"metrics" | "example", (plan: Plan) => Handle>>,
): Handle {
	const { behavior, resource, operation } = plan;
	if (behavior === "metrics" || behavior === "example")
		return others[behavior](plan);
	const collection = collections.get(resource);
	if (!collection)
		throw new DocumentError(
			`${operation.id} has the behavior ${behavior}, but nothing in its response has the role id. Add x-role: <any>.id to the property that identifies a record`,
		);
	return behavior === "create"
		? createCreate(plan, collection, findTrail(collections))
		: createPage(plan, collection);
}
