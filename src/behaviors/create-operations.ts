import { compose, readSource, type Source } from "../document/field.ts";
import { DocumentError } from "../document/node.ts";
import type { OperationDefinition } from "../engine/model/service.ts";
import type { CountCreated, StoredRecord } from "../store/store.ts";
import type { WriteContext } from "../store/write-context.ts";
import { type Collection, createAudit, findRecord } from "./collections.ts";
import type { Plan } from "./find-behaviors.ts";
import { createPage } from "./pages.ts";
import { createReader, createReply } from "./replies.ts";

type Handle = OperationDefinition["handle"];

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

/** Creates the behavior of an operation. */
export function createHandle(
	plan: Plan,
	collections: ReadonlyMap<string, Collection>,
	others: Readonly<Record<"metrics" | "example", (plan: Plan) => Handle>>,
): Handle {
	const { behavior, resource, operation, success } = plan;
	if (behavior === "metrics" || behavior === "example")
		return others[behavior](plan);
	const collection = collections.get(resource);
	if (!collection)
		throw new DocumentError(
			`${operation.id} has the behavior ${behavior}, but nothing in its response has the role id. Add x-role: <any>.id to the property that identifies a record`,
			`${operation.pointer}/responses/${success}`,
		);
	return behavior === "create"
		? createCreate(plan, collection, findTrail(collections))
		: createPage(plan, collection);
}
