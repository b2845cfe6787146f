import type { Service, State, Validator } from "../engine/model/service.ts";
import { idOf } from "../store/collection.ts";
import type { StoredRecord, Versioned } from "../store/store.ts";
import type { WriteContext } from "../store/write-context.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { nextTurn } from "../values/take-turns.ts";
import {
	findInvalidPlaces,
	findUnrepresentable,
	formatPlaces,
} from "../values/validation.ts";

/** The current record and its version, which begins with 1 and grows with each update. */
export interface CurrentRecord<Item> {
	readonly record: Item;
	readonly version: number;
}

/**
 * The records of a session, for handlers of a configuration. Reads return copies, so changing them has no effect.
 * Throws for an unknown collection or an invalid record.
 */
export interface HandlerState<Collections extends object>
	extends Pick<State<Collections>, "append" | "page" | "count"> {
	/** Returns undefined if there is no record with this id. Ids are compared as texts. */
	get<Name extends keyof Collections & string>(
		collection: Name,
		id: string | number,
	): Promise<CurrentRecord<Collections[Name]> | undefined>;
	/**
	 * Changes a record in one atomic step. Returns undefined and changes nothing if the record does not exist, or has another
	 * version.
	 * @param change the properties to set, or a function that returns the whole record
	 * @param version the expected version; defaults to any
	 */
	update<Name extends keyof Collections & string>(
		collection: Name,
		id: string | number,
		change:
			| Partial<Collections[Name]>
			| ((
					record: Collections[Name],
					context: WriteContext,
			  ) => Collections[Name]),
		version?: number,
	): Promise<CurrentRecord<Collections[Name]> | undefined>;
	/**
	 * Removes a record and returns it. Returns undefined and changes nothing if the record does not exist, or has
	 * another version.
	 */
	remove<Name extends keyof Collections & string>(
		collection: Name,
		id: string | number,
		version?: number,
	): Promise<CurrentRecord<Collections[Name]> | undefined>;
}

/** After this many calls of one handler, other requests get a turn, because a handler may wait for their writes. */
const CALLS_PER_TURN = 100;

/** Changes the record with this id. Without an expected version, changes any version. */
async function changeRecord(
	state: State,
	collection: string,
	id: string,
	version: number | undefined,
	compose: (record: StoredRecord, context: WriteContext) => StoredRecord | null,
): Promise<Versioned | undefined> {
	for (;;) {
		const found = await state.get(collection, id);
		if (!found || found.version !== (version ?? found.version))
			return undefined;
		const { record, version: from } = found;
		const target = { collection, id, version: from };
		const changed = await state.change(target, (context) => {
			const to = compose(structuredClone(record), context);
			return { to, result: { record: to ?? record, version: from + 1 } };
		});
		if (changed) return structuredClone({ ...found, ...changed.result });
		// Another request has changed the record meanwhile.
	}
}

/**
 * Creates the state that a handler uses.
 * @param validators of the records, by collection
 */
export function createHandlerState(
	state: State,
	validators: ReadonlyMap<string, Validator>,
	idProperties: Service["idProperties"] = {},
): HandlerState<Record<string, StoredRecord>> {
	let calls = 0;
	async function countCall(): Promise<void> {
		calls += 1;
		if (calls % CALLS_PER_TURN === 0) await nextTurn();
	}
	function requireCollection(name: string): Validator {
		const validate = validators.get(name);
		if (validate) return validate;
		throw new RangeError(
			describeUnknownName("collection", name, [...validators.keys()]),
		);
	}
	async function countRead(name: string): Promise<void> {
		await countCall();
		requireCollection(name);
	}
	function requireRecord(name: string, record: StoredRecord): StoredRecord {
		const validate = requireCollection(name);
		// Compared as JSON, the form in responses and files.
		const copy: StoredRecord = JSON.parse(JSON.stringify(record ?? null));
		const unrepresentable = findUnrepresentable(copy);
		const places = unrepresentable
			? [unrepresentable]
			: findInvalidPlaces(copy, validate);
		if (places.length === 0) return copy;
		throw new TypeError(
			formatPlaces(`Invalid record of ${name}.`, places, "the record"),
		);
	}
	return {
		async append(compose) {
			await countCall();
			return state.append((...given) => {
				const { add, result } = compose(...given);
				const [, , hasRecord] = given;
				const checked: Record<string, StoredRecord> = {};
				for (const [name, record] of Object.entries(add)) {
					if (!record) continue;
					const valid = requireRecord(name, record);
					const id = idOf(valid, idProperties[name]);
					checked[name] = valid;
					if (hasRecord(name, id))
						throw new TypeError(
							`Another record of ${name} has the id ${id}. Choose another one.`,
						);
				}
				return { add: checked, result };
			});
		},
		async page(name, request) {
			await countRead(name);
			return structuredClone(await state.page(name, request));
		},
		async count(name) {
			await countRead(name);
			return state.count(name);
		},
		async get(name, id) {
			await countRead(name);
			return structuredClone(await state.get(name, String(id)));
		},
		async update(name, given, change, version) {
			await countRead(name);
			const id = String(given);
			const idProperty = idProperties[name] ?? "id";
			return changeRecord(state, name, id, version, (record, context) => {
				const next =
					typeof change === "function"
						? change(record, context)
						: { ...record, ...change };
				const checked = requireRecord(name, next);
				if (String(Reflect.get(checked, idProperty)) === id) return checked;
				throw new TypeError(
					`An update cannot change the ${idProperty} of a record of ${name}. Keep ${id}.`,
				);
			});
		},
		async remove(name, id, version) {
			await countRead(name);
			return changeRecord(state, name, String(id), version, () => null);
		},
	};
}
