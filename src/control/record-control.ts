import type { EngineContext } from "../engine/context.ts";
import type { InvalidPlace, Validator } from "../engine/model/service.ts";
import { idOf } from "../store/collection.ts";
import type { StoredRecord } from "../store/store.ts";
import {
	describeUnknownName,
	distance,
} from "../values/describe-unknown-name.ts";
import { isObject, type Values } from "../values/json.ts";
import {
	findInvalidPlaces,
	findUnrepresentable,
} from "../values/validation.ts";
import { ControlError } from "./control-error.ts";

/** Changes single records. `setState` would also undo concurrent changes of other records. */
export interface RecordControl {
	/**
	 * Adds a record. The service generates missing values. Writes no audit record.
	 * @returns the whole record
	 * @throws ControlError for an unknown collection, a collection that only requests add to, or an invalid record
	 */
	addRecord(collection: string, values: Values): Promise<StoredRecord>;
	/**
	 * Replaces a record as a whole, except for its id. Writes no audit record.
	 * @throws ControlError for an unknown collection or record, or an invalid record
	 */
	updateRecord(collection: string, id: string, record: Values): Promise<void>;
	/**
	 * Removes a record. Writes no audit record.
	 * @throws ControlError for an unknown collection or record
	 */
	removeRecord(collection: string, id: string): Promise<void>;
}

/** The maximum number of records that are compared with an unknown id. */
const MAX_COMPARED = 1_000;
/** The maximum distance of similar ids: one typo, or one character that was not copied. */
const MAX_EDITS = 2;

const createInvalid = (...errors: readonly InvalidPlace[]): ControlError =>
	new ControlError(400, "Invalid record. The state is unchanged.", errors);

function requireNone(errors: readonly InvalidPlace[]): void {
	if (errors.length > 0) throw createInvalid(...errors);
}

/** Copies an object, because the caller may change it later. */
function copyObject(given: unknown): Values {
	const unrepresentable = findUnrepresentable(given);
	if (unrepresentable) throw createInvalid(unrepresentable);
	const copy: unknown = JSON.parse(JSON.stringify(given) ?? "null");
	if (isObject(copy)) return copy;
	throw createInvalid({ pointer: "", detail: "must be an object" });
}

export async function requireCollection(
	{ service }: EngineContext,
	name: string,
): Promise<Validator> {
	const validators = await service.recordValidators();
	const validate = validators.get(name);
	if (validate) return validate;
	const names = [...validators.keys()];
	throw new ControlError(404, describeUnknownName("collection", name, names));
}

function requireCreate(
	{ service: { createRecord } }: EngineContext,
	collection: string,
) {
	const create = createRecord[collection];
	if (create && Object.hasOwn(createRecord, collection)) return create;
	throw new ControlError(
		400,
		`Cannot add records to ${collection}: they come from requests only. Send a request that creates one, or replace the state with PUT /__mock/state or setState. Records can be added to: ${Object.keys(createRecord).join(", ")}.`,
	);
}

/**
 * Suggests a record with a similar id, if there is only one. Ids that were generated one after the other are all
 * similar.
 */
async function describeUnknownRecord(
	{ store, service }: EngineContext,
	key: string,
	collection: string,
	id: string,
): Promise<string> {
	const property = service.idProperties?.[collection];
	const page = await store.page(key, collection, { limit: MAX_COMPARED });
	const [similar, ...others] = (page?.items ?? []).filter(
		(record) => distance(id, idOf(record, property)) <= MAX_EDITS,
	);
	const isOnly = similar && others.length === 0;
	const hint = isOnly ? `Did you mean "${idOf(similar, property)}"? ` : "";
	return `Unknown record "${id}" in ${collection}: it never existed, or is already removed. ${hint}Read the state to see the ids.`;
}

/** Replaces a record, or removes it if `to` is null, even if another call changes it meanwhile. */
async function changeRecord(
	engine: EngineContext,
	key: string,
	collection: string,
	id: string,
	to: StoredRecord | null,
): Promise<void> {
	const { store } = engine;
	for (;;) {
		const found = await store.get(key, collection, id);
		if (!found)
			throw new ControlError(
				404,
				await describeUnknownRecord(engine, key, collection, id),
			);
		const target = { collection, id, version: found.version };
		const compose = () => ({ to, result: undefined });
		if (await store.change(key, target, compose)) return;
	}
}

/** @param name the session to act on; defaults to the session of the running code */
export function createRecordControl(
	engine: EngineContext,
	name: string | undefined,
): RecordControl {
	const stateKey = (): string => engine.sessions.open(name).active.stateKey;
	const idPropertyOf = (collection: string): string =>
		engine.service.idProperties?.[collection] ?? "id";
	return {
		async addRecord(collection, given: unknown) {
			const validate = await requireCollection(engine, collection);
			const create = requireCreate(engine, collection);
			const values = copyObject(given);
			const idProperty = idPropertyOf(collection);
			const pointer = `/${idProperty}`;
			const detail = "is chosen by the service; omit it";
			if (Object.hasOwn(values, idProperty))
				throw createInvalid({ pointer, detail });
			const record = await engine.store.append(
				stateKey(),
				(context, countCreated) => {
					// The copy drops undefined properties, so that they are reported as missing.
					const record: StoredRecord = JSON.parse(
						JSON.stringify(create(context, values, countCreated)),
					);
					requireNone(findInvalidPlaces(record, validate));
					return { add: { [collection]: record }, result: record };
				},
			);
			return structuredClone(record);
		},
		async updateRecord(collection, id, given: unknown) {
			const validate = await requireCollection(engine, collection);
			const values = copyObject(given);
			const idProperty = idPropertyOf(collection);
			// The record has an id, which is checked below.
			const record = { ...values } as Partial<StoredRecord> as StoredRecord;
			requireNone(findInvalidPlaces(values, validate));
			const pointer = `/${idProperty}`;
			const detail = `must be "${id}", since the id of a record cannot change`;
			if (String(values[idProperty]) !== id)
				throw createInvalid({ pointer, detail });
			await changeRecord(engine, stateKey(), collection, id, record);
		},
		async removeRecord(collection, id) {
			await requireCollection(engine, collection);
			await changeRecord(engine, stateKey(), collection, id, null);
		},
	};
}
