import type { EngineContext } from "../engine/context.ts";
import { readState } from "../engine/request/read-state.ts";
import type { Session } from "../engine/sessions/session.ts";
import type { Sequence, StoredRecord } from "../store/store.ts";
import { ControlError } from "./control-error.ts";

/** Does something with a session. */
export type ViewSession = <Result>(
	at: (session: Session) => Result | Promise<Result>,
) => Promise<Result>;

/** Every record there is, by collection, newest first. */
export type StateDump = Readonly<Record<string, readonly StoredRecord[]>>;

/** What a state starts from. */
export interface ResetOrigin {
	/** The name of a dataset. */
	readonly dataset?: string | undefined;
	/** A whole number from which data, ids and chance follow. */
	readonly seed?: number | undefined;
	/** Whether the scenario, faults, snapshots and journal go back too, and all begins with what the session did. */
	readonly all?: boolean | undefined;
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
	 * With `all`, everything else that was set or received is gone too.
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

const MAX_SNAPSHOTS = 100;

/** Copies, since sessions share the records of a dataset, and whoever reads them may change them. */
const newestFirst = (records: Sequence<StoredRecord>): StoredRecord[] =>
	Array.from({ length: records.length }, (_, index) =>
		structuredClone(records.at(records.length - 1 - index)),
	).filter((record) => record !== undefined);

function requireSeed(seed: number): void {
	if (!Number.isSafeInteger(seed))
		throw new ControlError(
			400,
			`The seed ${seed} cannot be used: it must be a whole number.`,
		);
}

/**
 * @param session that it is about, looked up each time, and opened where there is none
 * @param look at the same, without opening it
 */
export function createStateControl(
	engine: EngineContext,
	session: () => Session,
	look: ViewSession,
	clearRequests: () => Promise<void>,
): StateControl {
	const { service, store, sessions } = engine;
	const key = (): string => session().active.stateKey;
	const requireSnapshot = async (
		isThere: boolean,
		id: string,
	): Promise<void> => {
		if (isThere) return;
		const ids = await store.snapshots(key());
		const { name: scenario } = session().active;
		const isLayer = engine.presets.scenarios[scenario]?.dataset !== undefined;
		const of = isLayer
			? ` of its state in the scenario ${scenario}, which is one of its own`
			: "";
		throw new ControlError(
			404,
			`The session has no snapshot "${id}"${of}. ${ids.length > 0 ? `Use one of ${ids.join(", ")}.` : "None was taken."}`,
		);
	};
	function requireDataset(dataset: string): void {
		const { datasets } = engine.presets;
		if (!Object.hasOwn(datasets, dataset))
			throw new ControlError(
				400,
				`There is no dataset "${dataset}". Use one of ${Object.keys(datasets).join(", ")}.`,
			);
	}
	return {
		async state() {
			const dataset = await look(({ active: stage }) =>
				store.read(stage.stateKey),
			);
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
		async reset({ dataset, seed, all = false } = {}) {
			if (dataset !== undefined) requireDataset(dataset);
			if (seed !== undefined) requireSeed(seed);
			if (all) {
				await sessions.reset(session());
				await clearRequests();
			}
			const before = await store.origin(key());
			const origin = {
				dataset: dataset ?? before.dataset,
				seed: seed ?? before.seed,
			};
			requireDataset(origin.dataset);
			// What there is goes only once there is something to take its place.
			await engine.loadDataset(origin);
			await store.reset(key(), origin);
		},
		async snapshot() {
			const state = key();
			const id = await store.snapshot(state);
			// Many may be taken at once: looking first would let all of them through.
			if ((await store.snapshots(state)).indexOf(id) < MAX_SNAPSHOTS) return id;
			await store.deleteSnapshot(state, id);
			throw new ControlError(
				409,
				`The session has ${MAX_SNAPSHOTS} snapshots. Delete one first.`,
			);
		},
		snapshots: () =>
			look(({ active: stage }) => store.snapshots(stage.stateKey)),
		restore: async (id) => requireSnapshot(await store.restore(key(), id), id),
		deleteSnapshot: async (id) =>
			requireSnapshot(await store.deleteSnapshot(key(), id), id),
	};
}
