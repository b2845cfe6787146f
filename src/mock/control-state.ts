import type { Sequence, StoredRecord } from "../state/store.ts";
import { ControlError } from "./control-error.ts";
import type { Engine } from "./engine.ts";
import { readState } from "./read-state.ts";
import type { Session } from "./session.ts";

/** Every record there is, by collection, newest first. */
export type StateDump = Readonly<Record<string, readonly StoredRecord[]>>;

/** What a state starts from. */
export interface ResetOrigin {
	/** The name of a dataset. */
	readonly dataset?: string | undefined;
	/** A whole number from which data, ids and chance follow. */
	readonly seed?: number | undefined;
}

export interface StateControl {
	state(): Promise<StateDump>;
	/**
	 * Puts these records in place of all there are; an absent collection becomes empty.
	 * @throws ControlError where a record is not as the document describes it; then nothing was replaced
	 */
	setState(state: Readonly<Record<string, unknown>>): Promise<void>;
	/**
	 * Back to a dataset, a seed and the clock's start: where none are named, to those it was last reset to, or began with.
	 * @throws ControlError for an unknown dataset, or a seed that is no whole number
	 */
	reset(origin?: ResetOrigin): Promise<void>;
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

/** Copies, since sessions share the records of a dataset, and whoever reads them may change them. */
const newestFirst = (records: Sequence<StoredRecord>): StoredRecord[] =>
	Array.from({ length: records.length }, (_, index) =>
		structuredClone(records.at(records.length - 1 - index)),
	).filter((record) => record !== undefined);

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
			const before = await store.origin(key());
			const { dataset = before.dataset, seed = before.seed } = origin;
			const { datasets } = engine.repertoire;
			if (!Object.hasOwn(datasets, dataset))
				throw new ControlError(
					400,
					`There is no dataset "${dataset}". Use one of ${Object.keys(datasets).join(", ")}.`,
				);
			if (!Number.isSafeInteger(seed))
				throw new ControlError(
					400,
					`The seed ${seed} cannot be used: it must be a whole number.`,
				);
			// What there is goes only once there is something to take its place.
			await engine.load({ dataset, seed });
			await store.reset(key(), { dataset, seed });
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
