import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestMock } from "../support/create-mock.ts";
import { actions } from "./session-actions.ts";
import {
	beginSession,
	expectSessions,
	type Model,
	SESSIONS,
	zapsOf,
} from "./session-model.ts";

/** A model of sessions that nobody has used. */
async function begin(first: string): Promise<Model> {
	const core = createTestMock();
	const names = (await zapsOf(core.control)).map(({ name }) => name);
	await core.close();
	const datasets = { empty: [], default: names };
	const model: Model = { datasets, first, sessions: new Map() };
	for (const name of SESSIONS) model.sessions.set(name, beginSession(model));
	return model;
}

test.each(["empty", "default"])(
	"whatever is done in several sessions that begin with the dataset %s, none ever sees another's",
	async (dataset) => {
		const fresh = await begin(dataset);
		let done = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.commands(actions, { maxCommands: 25, size: "+1" }),
				async (sequence) => {
					const real = createTestMock({ dataset });
					const model = { ...fresh, sessions: new Map() };
					for (const name of SESSIONS)
						model.sessions.set(name, beginSession(model));
					await expectSessions(model, real);
					await fc.asyncModelRun(() => ({ model, real }), sequence);
					await real.close();
					done += 1;
				},
			),
			{ numRuns: 100, interruptAfterTimeLimit: 20_000 },
		);
		expect(done).toBeGreaterThan(0);
	},
);
