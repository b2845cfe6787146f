import { afterAll, beforeAll, describe } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { openReplicas } from "../../support/open-replicas.ts";
import {
	addHelpers,
	type Stage,
	type StageOptions,
	serveStage,
	stageInProcess,
} from "../../support/serve-stage.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { addBehaviorCases } from "../control/behavior-cases.ts";
import { addJournalCases } from "../control/journal-cases.ts";
import { addRejectionCases } from "../control/rejection-cases.ts";
import { addStateCases } from "../control/state-cases.ts";
import { alternate } from "./alternate.ts";

/** Two mocks of one store, each of which gets every other call. */
function takeTurns(stages: readonly Stage[]): Stage {
	const { send } = alternate(stages);
	return addHelpers({
		url: "",
		control: alternate(stages.map(({ control }) => control)),
		send,
		async [Symbol.asyncDispose]() {
			for (const each of stages) await each[Symbol.asyncDispose]();
		},
	});
}

describe.skipIf(!HAS_REDIS)("two mocks with one store in Redis", () => {
	let redis: Awaited<ReturnType<typeof startRedis>>;
	beforeAll(async () => {
		redis = await startRedis();
	});
	afterAll(() => redis?.[Symbol.asyncDispose]());

	const join = (options: StageOptions) => openReplicas(redis.url, 2, options);

	const ways: [string, (options?: StageOptions) => Promise<Stage>][] = [
		[
			"in process",
			async (options = {}) =>
				takeTurns(
					await Promise.all(
						(await join(options)).map((each) => stageInProcess(options, each)),
					),
				),
		],
		[
			"over HTTP",
			async (options = {}) =>
				takeTurns(
					await Promise.all(
						(await join(options)).map((shared) =>
							serveStage({ ...options, shared }),
						),
					),
				),
		],
	];
	const used = EXHAUSTIVE ? ways : ways.slice(0, 1);
	describe.each(used)("controlled %s", (_, open) => {
		addJournalCases(open);
		addBehaviorCases(open);
		addStateCases(open);
		addRejectionCases(open);
	});
});
