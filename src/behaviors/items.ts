import { adapt, readSource, type Source } from "../document/compose.ts";
import { child, entries } from "../document/node.ts";
import type {
	OperationDefinition,
	OperationInput,
	Rejection,
	Reply,
	Service,
} from "../engine/model/service.ts";
import type { StoredRecord, Versioned } from "../store/store.ts";
import {
	AbortedWrite,
	type Collection,
	composeShown,
	givenId,
} from "./collections.ts";
import type { CreateAudit } from "./create-auditing.ts";
import type { LoadRepair } from "./create-behaviors.ts";
import type { Repair } from "./create-repair.ts";
import { findShown } from "./find-items.ts";
import { createShow } from "./item-records.ts";
import { createNext } from "./next-record.ts";
import { lists, type OperationPlan, type Selection } from "./operation-plan.ts";
import { createReader, createReply, readTemplate } from "./replies.ts";

type Handle = OperationDefinition["handle"];

/**
 * Whether the `ETag` of a successful response is the version of the record. False if the document states another
 * value.
 */
export const hasVersion = ({ response }: OperationPlan): boolean =>
	entries(child(response, "headers")).some(
		([name, header]) =>
			name.toLowerCase() === "etag" && readTemplate(header) === undefined,
	);

/** Returns the rejection of an aborted write. @throws other errors */
function readAborted(error: unknown): Rejection | undefined {
	if (error instanceof AbortedWrite) return error.rejection;
	throw error;
}

/** RFC 9110 section 8.8.3. The entity tag is the version of the record. */
const etagOf = (version: number): string => `"${version}"`;

/** Whether a condition contains the entity tag. Weak tags count, too, because versions are exact. */
const names = (condition: string, etag: string): boolean =>
	condition.trim() === "*" ||
	condition.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);

const notFound = (collection: string, id: unknown): Rejection => ({
	problem: "notFound",
	reason: `No record of ${collection} has the id ${id}. Use the id of one that exists.`,
});

/** Whether a record belongs to the parents in the path. A sample may belong to all parents. */
const belongs = (
	record: StoredRecord,
	selects: readonly Selection[],
	path: OperationInput["path"],
): boolean =>
	selects.every(
		({ in: place, name, property, isHidden }) =>
			place !== "path" ||
			(isHidden && !Object.hasOwn(record, property)) ||
			String(Reflect.get(record, property)) === String(path[name]),
	);

/** Returns a function that responds with a record, in the form of the operation. */
function createRespond(
	plan: OperationPlan,
	collection: Collection,
	readExample: Service["readExample"],
) {
	const { body: whole } = plan;
	const shown = findShown(plan, collection.record);
	const show = shown && createShow(collection, shown);
	const reply = createReply(plan);
	const isTagged = hasVersion(plan);
	return async (record: StoredRecord, version: number): Promise<Reply> => {
		const source = (): Source => readSource(collection.record, record);
		const part = show?.(record);
		const body =
			!whole || !shown
				? whole && (await readExample(plan.operation.id, plan.success))
				: composeShown(whole, shown, part, source);
		const found = reply(body ?? "", source);
		if (!isTagged) return found;
		return { ...found, headers: { ...found.headers, etag: etagOf(version) } };
	};
}

/**
 * Returns a function that rejects a request if the record does not meet its conditions. Only if the document lists
 * the status.
 */
function createConditions(plan: OperationPlan) {
	const isTagged = hasVersion(plan);
	const isRead = plan.behavior === "get";
	const failsOnChange = lists(plan, 412);
	const failsOnMatch = isRead ? lists(plan, 304) : failsOnChange;
	return (
		{ request }: OperationInput,
		found?: Versioned,
	): Reply | Rejection | undefined => {
		const etag = found ? etagOf(found.version) : "";
		const fail = (name: string, value: string): Rejection => ({
			problem: "preconditionFailed",
			reason: `${etag ? `The record has the ETag ${etag}` : "No record has the id"}, and ${name} has ${value}. Read the record again.`,
		});
		const ifMatch = failsOnChange ? request.header("if-match") : null;
		if (ifMatch !== null && !(etag && names(ifMatch, etag)))
			return fail("If-Match", ifMatch);
		const ifNone = failsOnMatch ? request.header("if-none-match") : null;
		if (ifNone === null || !etag || !names(ifNone, etag)) return undefined;
		if (!isRead) return fail("If-None-Match", ifNone);
		return { status: 304, body: "", ...(isTagged && { headers: { etag } }) };
	};
}

/** Returns a function that creates the record that the path names. */
function createAdd(
	{ idParameter = "", selects = [], ...plan }: OperationPlan,
	{ name, record, idProperty, firstId, create }: Collection,
	createAudit: CreateAudit,
) {
	const read = createReader(plan);
	const idField = record.byName.get(idProperty);
	return (
		{ state, path, body }: OperationInput,
		repair: Repair = (made) => made,
	): Promise<StoredRecord> =>
		state.append((context, countCreated, hasRecord) => {
			if (hasRecord(name, String(path[idParameter]))) throw new AbortedWrite();
			const { roles, named } = read({ query: {}, body });
			const values: Record<string, unknown> = { ...named };
			delete values[idProperty];
			for (const { in: place, property, name: parameter } of selects)
				if (place === "path") values[property] = path[parameter];
			const id = idField && adapt(idField, path[idParameter]);
			const created = countCreated(name, firstId);
			const making = { context, created, id };
			const result = repair(create(making, { roles, named: values }), body);
			const write = { context, countCreated };
			return { add: { [name]: result, ...createAudit(write, result) }, result };
		});
}

/**
 * Reads, replaces, updates or removes the record that the path names. PUT may also create it. A change and its audit
 * record are one atomic step.
 */
export function createItem(
	plan: OperationPlan,
	collection: Collection,
	readExample: Service["readExample"],
	createAudit: CreateAudit,
	loadRepair: LoadRepair | undefined,
): Handle {
	const { behavior, idParameter, selects = [] } = plan;
	const { operation, success, takesUnknownIds, createsUnknown } = plan;
	const { name, idOf } = collection;
	const add = createAdd(plan, collection, createAudit);
	const respond = createRespond(plan, collection, readExample);
	const checkConditions = createConditions(plan);
	const createRecord = createNext(plan, collection);
	/** Returns the id in the path or, if the path has no id, the id of the newest record. */
	async function findId({ state, path }: OperationInput): Promise<string> {
		if (idParameter !== undefined) return String(path[idParameter]);
		const [newest] = (await state.page(name, { limit: 1 }))?.items ?? [];
		return newest ? idOf(newest) : "";
	}
	/** @throws AbortedWrite if another request has changed the record meanwhile, or if the record would be invalid */
	const run: Handle = async (input) => {
		const { state, path } = input;
		const id = await findId(input);
		const repair = behavior === "get" ? undefined : await loadRepair?.();
		const found = await state.get(name, id);
		if (!found && createsUnknown)
			return checkConditions(input) ?? respond(await add(input, repair), 1);
		if (!found || !belongs(found.record, selects, path))
			return takesUnknownIds
				? { status: success, body: await readExample(operation.id, success) }
				: notFound(name, id);
		const { record, version } = found;
		const rejection = checkConditions(input, found);
		if (rejection) return rejection;
		if (behavior === "get") return respond(record, version);
		const next = () => {
			const made = createRecord(record, input);
			return repair ? repair(made, input.body, record) : made;
		};
		const to = behavior === "remove" ? null : next();
		const target = { collection: name, id, version };
		const changed = await state.change(target, (context, countCreated) => ({
			...{ to, result: undefined },
			add: createAudit({ context, countCreated }, to ?? record),
		}));
		if (!changed) throw new AbortedWrite();
		return respond(to ?? record, version + 1);
	};
	return async (input) => {
		for (;;) {
			const reply = await run(input).catch(readAborted);
			if (reply) return reply;
		}
	};
}

/**
 * Adds checks to an operation whose path or request names records, and `ETag` to the response of a create. An unknown
 * parent gets 404, if the document lists 404, its class or a default response. If a client chooses an id that is
 * taken, it gets 409 if the document lists 409. Otherwise, the record gets another id.
 */
export function withParents(
	plan: OperationPlan,
	collection: Collection,
	handle: Handle,
): Handle {
	const { idProperty } = collection;
	const { behavior, selects = [], resource, success } = plan;
	const parents = lists(plan, 404, "4XX", "default")
		? selects.flatMap(({ name, parent }) => (parent ? [{ name, parent }] : []))
		: [];
	const isTagged = behavior === "create" && hasVersion(plan);
	const listsConflicts = lists(plan, 409, "4XX");
	if (parents.length === 0 && behavior !== "create") return handle;
	return async (input) => {
		for (const { name, parent } of parents) {
			const id = input.path[name];
			if (!(await input.state.get(parent, String(id))))
				return notFound(parent, id);
		}
		const given =
			behavior === "create" ? givenId(collection, input.body) : undefined;
		for (;;) {
			const isKnown =
				given !== undefined && (await input.state.get(resource, String(given)));
			if (isKnown && listsConflicts)
				return {
					problem: "conflict",
					reason: `A record of ${resource} has the ${idProperty} ${given}. Send another one.`,
				};
			const body = isKnown
				? { ...Object(input.body), [idProperty]: undefined }
				: input.body;
			const reply = await handle({ ...input, body }).catch(readAborted);
			if (!reply) continue;
			if (!isTagged || !("status" in reply) || reply.status !== success)
				return reply;
			return { ...reply, headers: { ...reply.headers, etag: etagOf(1) } };
		}
	};
}
