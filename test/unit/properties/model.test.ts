import fc from "fast-check";
import { expect, test } from "vitest";
import { countRuns } from "../../support/exhaustive.ts";
import { modelCommands } from "./model/model-commands.ts";
import {
	createSetup,
	expectAscending,
	expectMetrics,
	expectPages,
} from "./model/model-setup.ts";
import {
	chooseSearch,
	conditionChoices,
	splitChoices,
} from "./model/search-conditions.ts";
import { pageLimits } from "./requests/read-pages.ts";

test.each([
	["empty", 120],
	["default", 50],
])(
	"a mock that starts from the dataset %s matches the model after any sequence of requests",
	async (dataset, numRuns) => {
		const searches = { withoutResults: 0, withResults: 0 };
		const property = fc.asyncProperty(
			fc.commands(modelCommands, { maxCommands: 30, size: "+1" }),
			fc.array(conditionChoices, { minLength: 3, maxLength: 4 }),
			pageLimits,
			async (sequence, choiceSets, limits) => {
				const setup = await createSetup(dataset);
				await fc.asyncModelRun(() => setup, sequence);

				const { zaps, audit } = setup.model;
				await expectPages(setup, "listZaps", zaps, { limits });
				await expectPages(setup, "searchAudit", audit, { limits });
				expectAscending(audit.flatMap(({ subject, id }) => [subject.id, id]));
				for (const choices of choiceSets.flatMap(splitChoices)) {
					const { body, finds } = chooseSearch(setup.model, choices);
					const expected = audit.filter(finds);
					searches[expected.length > 0 ? "withResults" : "withoutResults"] += 1;
					const options = { limits, conditions: body };
					await expectPages(setup, "searchAudit", expected, options);
				}
				await expectMetrics(setup);
			},
		);
		// Limits the time, because shrinking a sequence is slow and a long counterexample is better than a timeout.
		await fc.assert(property, {
			numRuns: countRuns(numRuns),
			interruptAfterTimeLimit: 20_000,
		});
		expect(searches.withResults).toBeGreaterThan(0);
		expect(searches.withoutResults).toBeGreaterThan(0);
	},
);
