import fc from "fast-check";
import { expect, test } from "vitest";
import { createControlledMock } from "../../support/controlled-mock.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { sessionActions } from "./sessions/session-actions.ts";
import {
	createSessionModel,
	expectSessions,
	readZaps,
	SESSION_NAMES,
	type SessionsModel,
} from "./sessions/session-model.ts";

/** Creates a model of unused sessions. */
async function createFreshModel(
	initialDataset: string,
): Promise<SessionsModel> {
	const core = createControlledMock();
	const names = (await readZaps(core.control)).map(({ name }) => name);
	await core.close();
	const datasets = { empty: [], default: names };
	const model: SessionsModel = {
		datasets,
		initialDataset,
		sessions: new Map(),
	};
	for (const name of SESSION_NAMES)
		model.sessions.set(name, createSessionModel(model));
	return model;
}

test.each(["empty", "default"])(
	"sessions that start from the dataset %s never see each other's data",
	async (dataset) => {
		const fresh = await createFreshModel(dataset);
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.commands(sessionActions, { maxCommands: 25, size: "+1" }),
				async (sequence) => {
					const real = createControlledMock({ dataset });
					const model = { ...fresh, sessions: new Map() };
					for (const name of SESSION_NAMES)
						model.sessions.set(name, createSessionModel(model));
					await expectSessions(model, real);
					await fc.asyncModelRun(() => ({ model, real }), sequence);
					await real.close();
					runs += 1;
				},
			),
			{ numRuns: countRuns(100), interruptAfterTimeLimit: 20_000 },
		);
		expect(runs).toBeGreaterThan(0);
	},
);
