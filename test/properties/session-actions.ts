import fc from "fast-check";
import { expect } from "vitest";
import type { TestMock } from "../support/create-mock.ts";
import {
	beginSession,
	expectSessions,
	type Model,
	SESSIONS,
	type SessionName,
	sessionOf,
	stateFrom,
	stateOf,
	zapsOf,
} from "./session-model.ts";

type Real = Pick<TestMock, "fetch" | "control">;
export type Action = fc.AsyncCommand<Model, Real>;

const session = fc.constantFrom(...SESSIONS);
const name = fc.stringMatching(/^[A-Za-z]{1,4}$/);

/** An action after which every session, of whomever it was, is as it should be. */
function action<Values extends unknown[]>(
	label: string,
	values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
	act: (model: Model, real: Real, ...values: Values) => Promise<void>,
): fc.Arbitrary<Action> {
	return fc.tuple<Values>(...values).map((given) => ({
		check: () => true,
		async run(model, real) {
			await act(model, real, ...given);
			await expectSessions(model, real);
		},
		toString: () => `${label}(${JSON.stringify(given).slice(1, -1)})`,
	}));
}

/** A request of the session, which the header or the path names. */
function request(
	id: SessionName,
	isInPath: boolean,
	init: RequestInit & { headers?: Record<string, string> },
): Request {
	const url = `http://zaps.test${isInPath ? `/__session/${id}` : ""}/v1/zaps?limit=100`;
	const headers = { ...init.headers, ...(!isInPath && { "mock-session": id }) };
	return new Request(url, { ...init, headers });
}

/** Creates a zap, and expects what the model says becomes of it. */
async function create(
	model: Model,
	{ fetch, control }: Real,
	id: SessionName,
	isInPath: boolean,
	zap: string,
	isApart: boolean,
): Promise<void> {
	const known = sessionOf(model, id);
	const before = await zapsOf(control.session(id));
	const fails = known.failing > 0 || (known.scenario === "broken" && !isApart);
	const response = await fetch(
		request(id, isInPath, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...(isApart && { prefer: "scenario=empty" }),
			},
			body: JSON.stringify({ name: zap }),
		}),
	);
	known.requests += 1;
	expect(response.status).toBe(fails ? 500 : 201);
	if (known.failing > 0) known.failing -= 1;
	if (fails || isApart) return;
	const created: { id: string } = await response.json();
	for (const { id: other } of before) expect(created.id > other).toBe(true);
	const state = stateOf(known);
	state.names = [zap, ...state.names];
}

const creating = action(
	"create",
	[session, fc.boolean(), name, fc.boolean()],
	create,
);

const listing = action(
	"list",
	[session, fc.boolean()],
	async (model, { fetch }, id, isInPath) => {
		const known = sessionOf(model, id);
		const response = await fetch(request(id, isInPath, {}));
		known.requests += 1;
		if (known.scenario === "broken") return expect(response.status).toBe(500);
		const { items }: { items: { name: string }[] } = await response.json();
		expect(items.map((zap) => zap.name)).toEqual(stateOf(known).names);
	},
);

const creatingAtOnce = action(
	"create at once",
	[fc.boolean(), name, name],
	async (model, real, isInPath, ofA, ofB) => {
		await Promise.all([
			create(model, real, "a", isInPath, ofA, false),
			create(model, real, "b", !isInPath, ofB, false),
		]);
	},
);

const entering = action(
	"enter",
	[session, fc.constantFrom("normal", "empty", "unhealthy", "broken")],
	async (model, { control }, id, scenario) => {
		await control.session(id).setScenario(scenario);
		const known = sessionOf(model, id);
		known.scenario = scenario;
		known.layer = scenario === "empty" ? stateFrom(model, "empty") : undefined;
	},
);

const failing = action(
	"fail",
	[session, fc.nat(2)],
	async (model, { control }, id, times) => {
		const fault = { operation: "createZap", kind: "status", status: 500 };
		const own = control.session(id);
		if (times === 0) await own.clearFaults();
		else await own.setFaults([{ ...fault, force: true, times } as never]);
		sessionOf(model, id).failing = times;
	},
);

const resetting = action(
	"reset",
	[session, fc.option(fc.constantFrom("empty", "default"))],
	async (model, { control }, id, dataset) => {
		await control.session(id).reset(dataset === null ? {} : { dataset });
		const state = stateOf(sessionOf(model, id));
		state.origin = dataset ?? state.origin;
		state.names = model.datasets[state.origin] ?? [];
	},
);

/** Ids of long ago, or of the far future. */
const idOf = (isFuture: boolean, index: number): string =>
	`zap_${isFuture ? "3" : "0"}${String(index).padStart(25, "0")}`;

const replacing = action(
	"replace",
	[session, fc.array(name, { maxLength: 3 }), fc.boolean()],
	async (model, { control }, id, names, isFuture) => {
		const createdAt = "2025-01-01T00:00:00.000Z";
		const zaps = names.map((each, index) => ({
			id: idOf(isFuture, names.length - index),
			name: each,
			createdAt,
		}));
		await control.session(id).setState({ zaps });
		stateOf(sessionOf(model, id)).names = names;
	},
);

const keeping = action("keep", [session], async (model, { control }, id) => {
	const taken = await control.session(id).snapshot();
	const { names, origin, snapshots } = stateOf(sessionOf(model, id));
	snapshots.set(taken, { names, origin });
});

const restoring = action(
	"restore",
	[session, fc.nat(3), fc.boolean()],
	async (model, { control }, id, pick, isDiscarded) => {
		const state = stateOf(sessionOf(model, id));
		const [taken, kept] =
			[...state.snapshots][pick % Math.max(1, state.snapshots.size)] ?? [];
		if (taken === undefined) return;
		if (isDiscarded) {
			await control.session(id).deleteSnapshot(taken);
			state.snapshots.delete(taken);
			return;
		}
		await control.session(id).restore(taken);
		Object.assign(state, kept);
	},
);

const forgetting = action(
	"forget",
	[session, fc.boolean()],
	async (model, { control }, id, isWhole) => {
		const isThere = (await control.sessions()).some((each) => each.id === id);
		if (isWhole && isThere) await control.deleteSession(id);
		else if (!isWhole) await control.session(id).clearRequests();
		const known = sessionOf(model, id);
		model.sessions.set(
			id,
			isWhole ? beginSession(model) : { ...known, requests: 0 },
		);
	},
);

export const actions: fc.Arbitrary<Action>[] = [
	creating,
	creating,
	listing,
	creatingAtOnce,
	entering,
	failing,
	resetting,
	replacing,
	keeping,
	restoring,
	forgetting,
];
