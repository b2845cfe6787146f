import { expect } from "vitest";
import type { Control } from "../../src/control/control.ts";
import type { TestMock } from "../support/create-mock.ts";

/** What a state is expected to hold: of the zaps the names, newest first. */
export interface StateModel {
	names: readonly string[];
	/** The dataset that a reset leads back to. */
	origin: string;
	/** By id, what there was when it was taken. */
	readonly snapshots: Map<string, Pick<StateModel, "names" | "origin">>;
}

export interface SessionModel {
	scenario: string;
	readonly own: StateModel;
	/** The state of a scenario that has one of its own. */
	layer: StateModel | undefined;
	/** How many creations are still to fail. */
	failing: number;
	/** How many exchanges the journal has. */
	requests: number;
}

export interface Model {
	/** Of each dataset the names of its zaps, newest first. */
	readonly datasets: Readonly<Record<string, readonly string[]>>;
	/** The dataset that sessions begin with. */
	readonly first: string;
	readonly sessions: Map<string, SessionModel>;
}

export const SESSIONS = ["default", "a", "b"] as const;
export type SessionName = (typeof SESSIONS)[number];

export const stateFrom = (
	{ datasets }: Pick<Model, "datasets">,
	origin: string,
): StateModel => ({
	names: datasets[origin] ?? [],
	origin,
	snapshots: new Map(),
});

export const beginSession = (model: Model): SessionModel => ({
	scenario: "normal",
	own: stateFrom(model, model.first),
	layer: undefined,
	failing: 0,
	requests: 0,
});

export function sessionOf(model: Model, name: SessionName): SessionModel {
	const session = model.sessions.get(name);
	if (!session) throw new Error(`The model has no session ${name}.`);
	return session;
}

/** The state that is in force. */
export const stateOf = ({ layer, own }: SessionModel): StateModel =>
	layer ?? own;

interface ZapRecord {
	readonly id: string;
	readonly name: string;
}

export async function zapsOf(control: Control): Promise<ZapRecord[]> {
	const { zaps = [] } = await control.state();
	return zaps as unknown as ZapRecord[];
}

/** Every session has what the model says it has, and nothing else. */
export async function expectSessions(
	model: Model,
	{ control }: Pick<TestMock, "control">,
): Promise<void> {
	for (const [name, session] of model.sessions) {
		const own = control.session(name);
		const zaps = await zapsOf(own);
		const state = stateOf(session);
		expect({
			name,
			names: zaps.map((zap) => zap.name),
			scenario: (await own.scenarios()).active,
			failing: (await own.faults()).map(({ times }) => times),
			snapshots: await own.snapshots(),
			requests: (await own.requests()).total,
		}).toEqual({
			name,
			names: state.names,
			scenario: session.scenario,
			failing: session.failing > 0 ? [session.failing] : [],
			snapshots: [...state.snapshots.keys()],
			requests: session.requests,
		});
		expect(new Set(zaps.map(({ id }) => id)).size).toBe(zaps.length);
		const { requests } = await own.requests();
		for (const request of requests) expect(request.session).toBe(name);
	}
}
