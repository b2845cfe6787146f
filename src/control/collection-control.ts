import type { EngineContext } from "../engine/context.ts";
import type * as schemas from "../schemas/generated/types.ts";
import { createTextSearch } from "../store/create-text-search.ts";
import type { Sequence, StoredRecord } from "../store/store.ts";
import type { Optional } from "../values/json.ts";
import { eachJson, joinParts } from "../values/json-parts.ts";
import { mapInTurns } from "../values/take-turns.ts";
import { requireCollection } from "./record-control.ts";

/** A collection of records. */
export interface CollectionInfo {
	readonly name: string;
	/** How many records it has. */
	readonly count: number;
	/** The property with the id of a record. */
	readonly idProperty: string;
	/** Whether `addRecord` can add to it. Other collections get records from requests only. */
	readonly isAddable: boolean;
}

/** Selects records; all given properties have to match. */
export type RecordsFilter = Optional<schemas.RecordsFilter>;

export interface RecordsPage {
	/** Newest first. */
	readonly records: readonly StoredRecord[];
	/** The number of all matching records. */
	readonly total: number;
}

/** Reads collections in parts, however many records they have. */
export interface CollectionControl {
	collections(): Promise<readonly CollectionInfo[]>;
	/** @throws ControlError for an unknown collection */
	records(collection: string, filter?: RecordsFilter): Promise<RecordsPage>;
	/** Returns the JSON text of the whole state in parts. Later changes do not affect it. */
	exportState(): Promise<AsyncIterable<string>>;
}

const DEFAULT_LIMIT = 100;

/** Returns the records of each collection as they are now. A document that was reloaded may have other collections than the state. */
export async function readSequences(
	{ service, store }: EngineContext,
	key: string,
): Promise<readonly (readonly [string, Sequence<StoredRecord>])[]> {
	const collections = await store.read(key);
	const names = [...(await service.recordValidators()).keys()];
	return names.map((name) => [name, collections[name] ?? []]);
}

/** Returns the records one by one. */
export function* newestFirst(
	records: Sequence<StoredRecord>,
): Generator<StoredRecord> {
	for (let left = records.length; left > 0; left -= 1) {
		const record = records.at(left - 1);
		if (record) yield record;
	}
}

/** Returns the records whose JSON contains the text, in any case. */
async function searchRecords(
	records: Sequence<StoredRecord>,
	text: string,
): Promise<Sequence<StoredRecord>> {
	const matches = createTextSearch(text);
	const found = await mapInTurns(newestFirst(records), (each) =>
		matches(JSON.stringify(each)) ? [each] : [],
	);
	return found.flat().reverse();
}

function* renderState(
	state: Awaited<ReturnType<typeof readSequences>>,
): Generator<string> {
	let start = "{";
	for (const [name, records] of state) {
		yield `${start}${JSON.stringify(name)}:`;
		yield* eachJson(newestFirst(records));
		start = ",";
	}
	yield start === "{" ? "{}" : "}";
}

/** @param name the session to read; defaults to the session of the running code */
export function createCollectionControl(
	engine: EngineContext,
	name: string | undefined,
): CollectionControl {
	const { service, store, sessions } = engine;
	return {
		collections: () =>
			sessions.view(name, async ({ active }) =>
				Promise.all(
					[...(await service.recordValidators()).keys()].map(async (each) => ({
						name: each,
						count: await store.count(active.stateKey, each),
						idProperty: service.idProperties?.[each] ?? "id",
						isAddable: Object.hasOwn(service.createRecord, each),
					})),
				),
			),
		async records(collection, filter = {}) {
			await requireCollection(engine, collection);
			const { text, id, offset = 0, limit = DEFAULT_LIMIT } = filter;
			const all: Sequence<StoredRecord> = await sessions.view(
				name,
				async ({ active: { stateKey } }) => {
					if (id === undefined)
						return (await store.read(stateKey))[collection] ?? [];
					const known = await store.get(stateKey, collection, id);
					return known ? [known.record] : [];
				},
			);
			const found = text === undefined ? all : await searchRecords(all, text);
			const records: StoredRecord[] = [];
			const last = Math.min(offset + limit, found.length);
			for (let skipped = offset; skipped < last; skipped += 1) {
				const record = found.at(found.length - 1 - skipped);
				if (record) records.push(structuredClone(record));
			}
			return { records, total: found.length };
		},
		exportState: () =>
			sessions.view(name, async ({ active }) =>
				joinParts(renderState(await readSequences(engine, active.stateKey))),
			),
	};
}
