import type {
	Dataset,
	Origin,
	Sequence,
	StoredRecord,
} from "../state/store.ts";
import { ControlError } from "./control-error.ts";
import type { Engine } from "./engine.ts";
import type { InvalidPlace, Validator } from "./service.ts";
import type { Session } from "./session.ts";
import { validateBody } from "./validation.ts";

/** Every record there is, by collection, newest first. */
export type StateDump = Readonly<Record<string, readonly StoredRecord[]>>;

export interface StateControl {
	state(): Promise<StateDump>;
	/**
	 * Puts these records in place of all there are; an absent collection becomes empty.
	 * @throws ControlError where a record is not as the document describes it; then nothing was replaced
	 */
	setState(state: Readonly<Record<string, unknown>>): Promise<void>;
	/**
	 * Back to a dataset, a seed and the clock's start: to those the session began with where none are named.
	 * @throws ControlError for an unknown dataset, or a seed that is no whole number
	 */
	reset(origin?: Partial<Origin>): Promise<void>;
	/** Keeps the state as it is now. @returns the id to restore it by */
	snapshot(): Promise<string>;
	/** Oldest first. */
	snapshots(): Promise<readonly string[]>;
	/** @throws ControlError where the session has no such snapshot */
	restore(id: string): Promise<void>;
	/** @throws ControlError where the session has no such snapshot */
	deleteSnapshot(id: string): Promise<void>;
}

const MOST_SNAPSHOTS = 100;
const MOST_PLACES = 20;

const newestFirst = (records: Sequence<StoredRecord>): StoredRecord[] =>
	Array.from({ length: records.length }, (_, index) =>
		records.at(records.length - 1 - index),
	).filter((record) => record !== undefined);

function recordErrors(
	collection: string,
	records: readonly unknown[],
	validate: Validator,
): InvalidPlace[] {
	const places: InvalidPlace[] = [];
	const seen = new Map<unknown, number>();
	for (const [index, record] of records.entries()) {
		const at = `/${collection}/${index}`;
		for (const place of validateBody(record, validate))
			if ("pointer" in place)
				places.push({ ...place, pointer: at + place.pointer });
		const id =
			typeof record === "object" && record !== null && "id" in record
				? record.id
				: undefined;
		const before = seen.get(id);
		if (id !== undefined && before !== undefined)
			places.push({
				pointer: `${at}/id`,
				detail: `is that of /${collection}/${before} too`,
			});
		seen.set(id, before ?? index);
		if (places.length >= MOST_PLACES) break;
	}
	return places;
}

/** The state as the store keeps it, or what is wrong with it. */
function readState(
	given: unknown,
	validators: Readonly<Record<string, Validator>>,
): { dataset: Dataset } | { invalid: readonly InvalidPlace[] } {
	const collections = Object.keys(validators);
	if (typeof given !== "object" || given === null || Array.isArray(given))
		return {
			invalid: [
				{
					pointer: "",
					detail: `must be an object with ${collections.join(", ")}`,
				},
			],
		};
	const sent = new Map<string, unknown>(Object.entries(given));
	const invalid: InvalidPlace[] = [...sent.keys()]
		.filter((name) => !collections.includes(name))
		.map((name) => ({
			pointer: `/${name}`,
			detail: `is no collection; use ${collections.join(", ")}`,
		}));
	const dataset: Record<string, StoredRecord[]> = {};
	for (const [name, validate] of Object.entries(validators)) {
		const records = sent.get(name) ?? [];
		if (!Array.isArray(records)) {
			invalid.push({ pointer: `/${name}`, detail: "must be an array" });
			continue;
		}
		invalid.push(...recordErrors(name, records, validate));
		// A copy, since the records are kept, and whoever gave them may go on using them.
		dataset[name] = structuredClone(records).reverse();
	}
	return invalid.length > 0 ? { invalid } : { dataset };
}

/** @param session that it is about, looked up each time */
export function createStateControl(
	engine: Engine,
	session: () => Session,
): StateControl {
	const { service, store } = engine;
	const key = (): string => session().stage.stateKey;
	const requireSnapshot = (isThere: boolean, id: string): void => {
		if (!isThere)
			throw new ControlError(404, `The session has no snapshot "${id}".`);
	};
	return {
		async state() {
			const dataset = await store.read(key());
			return Object.fromEntries(
				Object.entries(dataset).map(([name, records]) => [
					name,
					newestFirst(records),
				]),
			);
		},
		async setState(given) {
			const read = readState(given, await service.recordValidators());
			if ("invalid" in read)
				throw new ControlError(
					400,
					"The state cannot be replaced, and stays as it is.",
					read.invalid,
				);
			await store.replace(key(), read.dataset);
		},
		async reset(origin = {}) {
			const { dataset, seed } = origin;
			const { datasets } = engine.repertoire;
			if (dataset !== undefined && !Object.hasOwn(datasets, dataset))
				throw new ControlError(
					400,
					`There is no dataset "${dataset}". Use one of ${Object.keys(datasets).join(", ")}.`,
				);
			if (seed !== undefined && !Number.isSafeInteger(seed))
				throw new ControlError(
					400,
					`The seed ${seed} cannot be used: it must be a whole number.`,
				);
			await store.reset(key(), {
				...(dataset !== undefined && { dataset }),
				...(seed !== undefined && { seed }),
			});
		},
		async snapshot() {
			if ((await store.snapshots(key())).length >= MOST_SNAPSHOTS)
				throw new ControlError(
					409,
					`The session has ${MOST_SNAPSHOTS} snapshots. Delete one first.`,
				);
			return store.snapshot(key());
		},
		snapshots: () => store.snapshots(key()),
		restore: async (id) => requireSnapshot(await store.restore(key(), id), id),
		deleteSnapshot: async (id) =>
			requireSnapshot(await store.discard(key(), id), id),
	};
}
