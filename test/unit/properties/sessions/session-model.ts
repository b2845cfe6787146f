import { expect } from "vitest";
import type { Control } from "../../../../src/control/control.ts";
import type { ControlledMock } from "../../../support/controlled-mock.ts";

/** The expected contents of a state. */
export interface StateModel {
	/** Newest first. */
	zapNames: readonly string[];
	/** The dataset that a reset restores. */
	dataset: string;
	/** The saved contents by snapshot id. */
	readonly snapshots: Map<string, Pick<StateModel, "zapNames" | "dataset">>;
}

export interface SessionModel {
	scenario: string;
	readonly ownState: StateModel;
	/** The state of the active scenario, if that scenario has a dataset. */
	scenarioState: StateModel | undefined;
	/** The number of `createZap` requests that will fail. */
	remainingFailures: number;
	/** The number of exchanges in the journal. */
	requests: number;
}

export interface SessionsModel {
	/** The names of the zaps of each dataset, newest first. */
	readonly datasets: Readonly<Record<string, readonly string[]>>;
	/** The dataset of new sessions. */
	readonly initialDataset: string;
	readonly sessions: Map<string, SessionModel>;
}

export const SESSION_NAMES = ["default", "a", "b"] as const;
export type SessionName = (typeof SESSION_NAMES)[number];

export const createStateModel = (
	{ datasets }: Pick<SessionsModel, "datasets">,
	dataset: string,
): StateModel => ({
	zapNames: datasets[dataset] ?? [],
	dataset,
	snapshots: new Map(),
});

export const createSessionModel = (model: SessionsModel): SessionModel => ({
	scenario: "normal",
	ownState: createStateModel(model, model.initialDataset),
	scenarioState: undefined,
	remainingFailures: 0,
	requests: 0,
});

export function getSession(
	model: SessionsModel,
	name: SessionName,
): SessionModel {
	const session = model.sessions.get(name);
	if (!session) throw new Error(`The model has no session ${name}.`);
	return session;
}

/** Returns the state that requests of the session read and write. */
export const getActiveState = ({
	scenarioState,
	ownState,
}: SessionModel): StateModel => scenarioState ?? ownState;

interface ZapRecord {
	readonly id: string;
	readonly name: string;
}

export async function readZaps(control: Control): Promise<ZapRecord[]> {
	const { zaps = [] } = await control.state();
	return zaps as unknown as ZapRecord[];
}

/** Expects every session to match the model. */
export async function expectSessions(
	model: SessionsModel,
	{ control }: Pick<ControlledMock, "control">,
): Promise<void> {
	for (const [name, session] of model.sessions) {
		const sessionControl = control.session(name);
		const zaps = await readZaps(sessionControl);
		const state = getActiveState(session);
		expect({
			name,
			names: zaps.map((zap) => zap.name),
			scenario: (await sessionControl.scenarios()).active,
			failing: (await sessionControl.faults()).map(({ times }) => times),
			snapshots: await sessionControl.snapshots(),
			requests: (await sessionControl.requests()).total,
		}).toEqual({
			name,
			names: state.zapNames,
			scenario: session.scenario,
			failing: session.remainingFailures > 0 ? [session.remainingFailures] : [],
			snapshots: [...state.snapshots.keys()],
			requests: session.requests,
		});
		expect(new Set(zaps.map(({ id }) => id)).size).toBe(zaps.length);
		const { requests } = await sessionControl.requests();
		for (const request of requests) expect(request.session).toBe(name);
	}
}
