import type { EngineContext } from "../engine/context.ts";
import { readState } from "../engine/presets/datasets.ts";
import type { Session } from "../engine/sessions/session.ts";
import { validators } from "../schemas/generated/engine-validators.ts";
import type * as schemas from "../schemas/generated/types.ts";
import type { Origin, StoredRecord } from "../store/store.ts";
import type { Optional, Values } from "../values/json.ts";
import { mapInTurns } from "../values/take-turns.ts";
import { readOriginClock } from "./clock-control.ts";
import { newestFirst, readSequences } from "./collection-control.ts";
import {
	ControlError,
	requireKnownName,
	requireValid,
} from "./control-error.ts";

/** All records by collection, newest first. */
export type StateDump = Readonly<Record<string, readonly StoredRecord[]>>;

/** The dataset and the seed for a reset. */
export type ResetOrigin = Optional<schemas.ResetOrigin>;

/** The datasets of the mock, and what the state of the session started from. */
export interface Datasets extends Origin {
	/** The names of all datasets. */
	readonly available: readonly string[];
}

export interface StateControl {
	/** Returns the dataset and the seed that the state started from, and the datasets that a reset can start from. */
	datasets(): Promise<Datasets>;
	state(): Promise<StateDump>;
	/**
	 * Replaces all records. A missing collection becomes empty.
	 * @throws ControlError if a record does not match the OpenAPI document. Then the state is unchanged.
	 */
	setState(state: Values): Promise<void>;
	/**
	 * Resets the state to a dataset, a seed and a start of the clock. These default to the values of the last reset or,
	 * before the first reset, of the session's start. The records of the dataset are older than the start of the clock.
	 * With `all`, resets the whole session, including scenario, faults and journal.
	 * @throws ControlError for an unknown dataset, a seed that is not a whole number, or an invalid clock
	 */
	reset(origin?: ResetOrigin): Promise<void>;
	/**
	 * Saves the state.
	 * @returns the id for `restore`
	 */
	snapshot(): Promise<string>;
	/** Returns the ids of the snapshots, oldest first. */
	snapshots(): Promise<readonly string[]>;
	/** @throws ControlError for an unknown snapshot */
	restore(id: string): Promise<void>;
	/** @throws ControlError for an unknown snapshot */
	deleteSnapshot(id: string): Promise<void>;
}

const MAX_SNAPSHOTS = 100;

/** Returns a copy of all records, made in steps. Sessions share the records of a dataset, and the caller may change the result. */
async function copyState(engine: EngineContext, key: string) {
	const state: Record<string, StoredRecord[]> = {};
	for (const [name, records] of await readSequences(engine, key))
		state[name] = await mapInTurns(newestFirst(records), (record) =>
			structuredClone(record),
		);
	return state;
}

async function describeUnknownSnapshot(
	{ store, presets }: EngineContext,
	{ active }: Session,
	id: string,
): Promise<string> {
	const ids = await store.snapshots(active.stateKey);
	const ownSnapshots = presets.scenarios[active.name]?.dataset
		? ` The scenario "${active.name}" has its own snapshots.`
		: "";
	return `Unknown snapshot "${id}".${ownSnapshots} ${ids.length > 0 ? `Available: ${ids.join(", ")}.` : "Take a snapshot first."}`;
}

/** Saves the state, unless the session has the maximum number of snapshots. */
async function takeSnapshot({ store }: EngineContext, key: string) {
	const id = await store.snapshot(key);
	// Checked after saving: if it was checked before, concurrent calls would all pass.
	if ((await store.snapshots(key)).indexOf(id) < MAX_SNAPSHOTS) return id;
	await store.deleteSnapshot(key, id);
	throw new ControlError(
		409,
		`The session has ${MAX_SNAPSHOTS} snapshots, the maximum. Delete one first.`,
	);
}

/** @param name the session to act on; defaults to the session of the running code */
export function createStateControl(
	engine: EngineContext,
	name: string | undefined,
): StateControl {
	const { service, store, sessions, presets, loadDataset, journal, initial } =
		engine;
	const open = (): Session => sessions.open(name);
	const stateKey = (): string => open().active.stateKey;

	async function requireSnapshot(exists: boolean, id: string): Promise<void> {
		if (exists) return;
		throw new ControlError(
			404,
			await describeUnknownSnapshot(engine, open(), id),
		);
	}
	const requireDataset = (dataset: string): void =>
		requireKnownName("dataset", dataset, Object.keys(presets.datasets));
	/** Returns the dataset and the seed that a session begins with. */
	const originOfNew = (): Origin => ({
		dataset: presets.scenarios[initial.scenario]?.dataset ?? initial.dataset,
		seed: initial.seed,
	});

	return {
		datasets: () =>
			sessions.view(name, async ({ active }) => ({
				...(await store.origin(active.stateKey)),
				available: Object.keys(presets.datasets),
			})),
		state: () =>
			sessions.view(name, ({ active }) => copyState(engine, active.stateKey)),
		async setState(state: unknown) {
			const read = readState(
				state,
				await service.recordValidators(),
				service.idProperties,
			);
			if ("invalid" in read)
				throw new ControlError(
					400,
					"Invalid state. The current state is unchanged.",
					read.invalid,
				);
			await store.replace(stateKey(), read.dataset);
		},
		async reset(given?: unknown) {
			const unchanged = "Invalid reset. The current state is unchanged.";
			const { dataset, seed, all, clock } = requireValid(
				validators.ResetOrigin,
				given,
				unchanged,
			);
			if (dataset !== undefined) requireDataset(dataset);
			const before = all ? originOfNew() : await store.origin(stateKey());
			const origin: Origin = {
				...before,
				dataset: dataset ?? before.dataset,
				seed: seed ?? before.seed,
				...(clock !== undefined && {
					clock: readOriginClock(clock, unchanged),
				}),
			};
			requireDataset(origin.dataset);
			// Load the dataset first: if this fails, nothing changes.
			await loadDataset(origin);
			if (!all) return store.reset(stateKey(), origin);
			// A new state already begins this way by default.
			const isDefault = (dataset ?? seed ?? clock) === undefined;
			await sessions.reset(open(), isDefault ? undefined : origin);
			await journal.clear(sessions.current(name));
		},
		snapshot: async () => takeSnapshot(engine, stateKey()),
		snapshots: () =>
			sessions.view(name, ({ active }) => store.snapshots(active.stateKey)),
		restore: async (id) =>
			requireSnapshot(await store.restore(stateKey(), id), id),
		deleteSnapshot: async (id) =>
			requireSnapshot(await store.deleteSnapshot(stateKey(), id), id),
	};
}
