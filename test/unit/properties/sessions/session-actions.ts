import fc from "fast-check";
import { expect } from "vitest";
import type { ControlledMock } from "../../../support/controlled-mock.ts";
import {
	createSessionModel,
	createStateModel,
	expectSessions,
	getActiveState,
	getSession,
	readZaps,
	SESSION_NAMES,
	type SessionName,
	type SessionsModel,
} from "./session-model.ts";

type SessionMock = Pick<ControlledMock, "fetch" | "control">;
export type SessionAction = fc.AsyncCommand<SessionsModel, SessionMock>;

const sessionName = fc.constantFrom(...SESSION_NAMES);
const zapName = fc.stringMatching(/^[A-Za-z]{1,4}$/);

/** Creates an action that compares all sessions with the model after it runs. */
function createAction<Values extends unknown[]>(
	label: string,
	values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
	perform: (
		model: SessionsModel,
		real: SessionMock,
		...values: Values
	) => Promise<void>,
): fc.Arbitrary<SessionAction> {
	return fc.tuple<Values>(...values).map((drawn) => ({
		check: () => true,
		async run(model, real) {
			await perform(model, real, ...drawn);
			await expectSessions(model, real);
		},
		toString: () => `${label}(${JSON.stringify(drawn).slice(1, -1)})`,
	}));
}

/** Creates a request with the session id in the header or in the path. */
function createSessionRequest(
	id: SessionName,
	isInPath: boolean,
	init: RequestInit & { headers?: Record<string, string> },
): Request {
	const url = `http://zaps.test${isInPath ? `/__session/${id}` : ""}/v1/zaps?limit=100`;
	const headers = { ...init.headers, ...(!isInPath && { "mock-session": id }) };
	return new Request(url, { ...init, headers });
}

/** Creates a zap and expects the status and the changes that the model predicts. */
async function createZap(
	model: SessionsModel,
	{ fetch, control }: SessionMock,
	id: SessionName,
	isInPath: boolean,
	name: string,
	usesOtherScenario: boolean,
): Promise<void> {
	const session = getSession(model, id);
	const before = await readZaps(control.session(id));
	const fails =
		session.remainingFailures > 0 ||
		(session.scenario === "broken" && !usesOtherScenario);
	const response = await fetch(
		createSessionRequest(id, isInPath, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...(usesOtherScenario && { prefer: "scenario=empty" }),
			},
			body: JSON.stringify({ name }),
		}),
	);
	session.requests += 1;
	expect(response.status).toBe(fails ? 500 : 201);
	if (session.remainingFailures > 0) session.remainingFailures -= 1;
	if (fails || usesOtherScenario) return;
	const created: { id: string } = await response.json();
	for (const { id: other } of before) expect(created.id > other).toBe(true);
	const state = getActiveState(session);
	state.zapNames = [name, ...state.zapNames];
}

const createOne = createAction(
	"create",
	[sessionName, fc.boolean(), zapName, fc.boolean()],
	createZap,
);

const listZaps = createAction(
	"list",
	[sessionName, fc.boolean()],
	async (model, { fetch }, id, isInPath) => {
		const session = getSession(model, id);
		const response = await fetch(createSessionRequest(id, isInPath, {}));
		session.requests += 1;
		if (session.scenario === "broken") return expect(response.status).toBe(500);
		const { items }: { items: { name: string }[] } = await response.json();
		expect(items.map((zap) => zap.name)).toEqual(
			getActiveState(session).zapNames,
		);
	},
);

const createConcurrently = createAction(
	"create concurrently",
	[fc.boolean(), zapName, zapName],
	async (model, real, isInPath, nameInA, nameInB) => {
		await Promise.all([
			createZap(model, real, "a", isInPath, nameInA, false),
			createZap(model, real, "b", !isInPath, nameInB, false),
		]);
	},
);

const setScenario = createAction(
	"set scenario",
	[sessionName, fc.constantFrom("normal", "empty", "unhealthy", "broken")],
	async (model, { control }, id, scenario) => {
		await control.session(id).setScenario(scenario);
		const session = getSession(model, id);
		session.scenario = scenario;
		session.scenarioState =
			scenario === "empty" ? createStateModel(model, "empty") : undefined;
	},
);

const setFault = createAction(
	"set fault",
	[sessionName, fc.nat(2)],
	async (model, { control }, id, times) => {
		const fault = { operation: "createZap", kind: "status", status: 500 };
		const sessionControl = control.session(id);
		if (times === 0) await sessionControl.clearFaults();
		else
			await sessionControl.setFaults([
				{ ...fault, force: true, times } as never,
			]);
		getSession(model, id).remainingFailures = times;
	},
);

const reset = createAction(
	"reset",
	[sessionName, fc.option(fc.constantFrom("empty", "default"))],
	async (model, { control }, id, dataset) => {
		await control.session(id).reset(dataset === null ? {} : { dataset });
		const state = getActiveState(getSession(model, id));
		state.dataset = dataset ?? state.dataset;
		state.zapNames = model.datasets[state.dataset] ?? [];
	},
);

/** Creates an id with a time in the far past or the far future. */
const createZapId = (isFuture: boolean, index: number): string =>
	`zap_${isFuture ? "3" : "0"}${String(index).padStart(25, "0")}`;

const replaceState = createAction(
	"replace state",
	[sessionName, fc.array(zapName, { maxLength: 3 }), fc.boolean()],
	async (model, { control }, id, names, isFuture) => {
		const createdAt = "2025-01-01T00:00:00.000Z";
		const zaps = names.map((each, index) => ({
			id: createZapId(isFuture, names.length - index),
			name: each,
			createdAt,
		}));
		await control.session(id).setState({ zaps });
		getActiveState(getSession(model, id)).zapNames = names;
	},
);

const takeSnapshot = createAction(
	"take snapshot",
	[sessionName],
	async (model, { control }, id) => {
		const snapshotId = await control.session(id).snapshot();
		const { zapNames, dataset, snapshots } = getActiveState(
			getSession(model, id),
		);
		snapshots.set(snapshotId, { zapNames, dataset });
	},
);

const restoreOrDeleteSnapshot = createAction(
	"restore or delete snapshot",
	[sessionName, fc.nat(3), fc.boolean()],
	async (model, { control }, id, choice, isDeleted) => {
		const state = getActiveState(getSession(model, id));
		const [snapshotId, saved] =
			[...state.snapshots][choice % Math.max(1, state.snapshots.size)] ?? [];
		if (snapshotId === undefined) return;
		if (isDeleted) {
			await control.session(id).deleteSnapshot(snapshotId);
			state.snapshots.delete(snapshotId);
			return;
		}
		await control.session(id).restore(snapshotId);
		Object.assign(state, saved);
	},
);

const deleteSessionOrJournal = createAction(
	"delete session or journal",
	[sessionName, fc.boolean()],
	async (model, { control }, id, isWholeSession) => {
		const exists = (await control.sessions()).some((each) => each.id === id);
		if (isWholeSession && exists) await control.deleteSession(id);
		else if (!isWholeSession) await control.session(id).clearRequests();
		const session = getSession(model, id);
		model.sessions.set(
			id,
			isWholeSession ? createSessionModel(model) : { ...session, requests: 0 },
		);
	},
);

export const sessionActions: fc.Arbitrary<SessionAction>[] = [
	createOne,
	createOne,
	listZaps,
	createConcurrently,
	setScenario,
	setFault,
	reset,
	replaceState,
	takeSnapshot,
	restoreOrDeleteSnapshot,
	deleteSessionOrJournal,
];
